//! `goldrush league`.

mod absent;
mod accept;
mod compare;
mod games;
mod members;
mod play;
mod serve;
mod standings;
mod stopped;
#[cfg(test)]
mod tests;
mod void;

use std::io::Write;
use std::path::Path;

use anyhow::Context as _;
use clap::Parser;
use goldrush_games::Choice;
use goldrush_harness::protocol::guard::{hide, keep_apart, unlimited};
use goldrush_harness::store::disk::make_folder;
use goldrush_harness::store::folder::{LockedFolder, holds_only};
use goldrush_harness::study::lineup::check_player_numbers;
use goldrush_harness::study::{check_seed, draw_seed, joined};
use goldrush_report::words::games_of_players;
use goldrush_support::error::bad_input;

use crate::cli::args::{
    League, LeagueAddArgs, LeagueChangeArgs, LeagueInitArgs, LeagueVoidArgs, RuleArgs,
};
use crate::cli::study::player_numbers;
use crate::commands::one_line;
use crate::league::{self, Format, LEDGER_FILE, Ledger, ROSTER_FILE, Roster, rounds_folder};

/// Words for a process that has locked the rounds of a league.
const PLAYING: &str = "playing this league";
/// Deals of each pair in a round of a Swiss or knockout tournament, without options.
const USUAL_DEALS: u64 = 20;

pub(super) fn run(command: &League, out: &mut dyn Write) -> anyhow::Result<()> {
    let changed = match command {
        League::Add(LeagueAddArgs { league, .. })
        | League::Change(LeagueChangeArgs { league, .. })
        | League::Void(LeagueVoidArgs { league, .. })
        | League::Retire { league, .. }
        | League::Return { league, .. }
        | League::Accept { league } => Some(league),
        _ => None,
    };
    match command {
        League::Init(args) => init(args, out),
        League::Add(args) => members::add(args, out),
        League::Change(args) => members::change(args, out),
        League::Retire { league, name } => members::retire(league, name, out),
        League::Return { league, name } => members::bring_back(league, name, out),
        League::Accept { league } => accept::run(league, out),
        League::Play(args) => play::run(args, out),
        League::Compare(args) => compare::run(args, out),
        League::Void(args) => void::run(args, out),
        League::Table(args) => standings::table(args, out),
        League::Serve { league } => serve::run(league, out),
        League::Games(args) => games::list(args, out),
        League::Export(args) => games::export(args, out),
    }?;
    changed.map_or(Ok(()), |league| standings::rewrite_pages(league))
}

fn init(args: &LeagueInitArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let players = player_numbers(&args.players)?;
    check_player_numbers(&players)?;
    let choice = args.rules.choice()?;
    let setups = players
        .iter()
        .map(|players| Ok(choice.setup(*players)?.0))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let limits = args.bots.league_limits(!args.no_sandbox)?;
    let seed = args.seed.map_or_else(draw_seed, Ok)?;
    check_seed(seed)?;
    let format = args.format;
    for (option, given, is_possible) in [
        ("--rounds", args.rounds.is_some(), format == Format::Swiss),
        ("--deals", args.deals.is_some(), format != Format::Ratings),
    ] {
        if given && !is_possible {
            return Err(bad_input(format!(
                "{option}: a league of this format has no such number"
            )));
        }
    }
    let game = ["--game".to_owned(), choice.game().to_string()];
    let rules = game.into_iter().chain(args.rules.words()).collect();
    let (_, components) = setups[0].components();
    let deals = args.deals.unwrap_or(USUAL_DEALS);
    let rounds = args.rounds.map(usize::from);
    let members = Vec::new();
    let mut roster = Roster {
        rules,
        components,
        players,
        format,
        rounds,
        deals,
        seed,
        limits,
        members,
    };
    let shown = args.league.display();
    make_folder(&args.league).map_err(|e| bad_input(format!("{shown}: {e}")))?;
    if !args.league.join(ROSTER_FILE).exists() && !is_unstarted(&args.league) {
        return Err(bad_input(format!("{shown}: the folder is not empty")));
    }
    let _lock = LockedFolder::wait_for(&args.league)?;
    if args.league.join(ROSTER_FILE).exists() {
        let begun = Roster::read(&args.league)?;
        // The command was stopped after its last change.
        roster.seed = args.seed.unwrap_or(begun.seed);
        if roster != begun || !league::rounds(&args.league)?.is_empty() {
            return Err(bad_input(format!("{shown}: is a league already")));
        }
    } else {
        make_folder(&rounds_folder(&args.league))
            .with_context(|| format!("cannot make the rounds of {shown}"))?;
        Ledger::default().write(&args.league)?;
        // Last: without it there is no league.
        roster.write(&args.league)?;
    }
    if roster.limits.sandbox {
        writeln!(
            out,
            "Bots of your own play in a sandbox. Not limited there: {}.",
            unlimited(&roster.limits)
        )?;
    }
    writeln!(
        out,
        "A league of {}. Add members with: goldrush league add {shown} NAME",
        game_words(&args.league, &roster)?
    )?;
    Ok(())
}

/// True if a folder holds at most what is written before a league has begun.
fn is_unstarted(league: &Path) -> bool {
    let rounds = rounds_folder(league);
    let names = [ROSTER_FILE, LEDGER_FILE]
        .into_iter()
        .chain(rounds.file_name().and_then(|name| name.to_str()));
    holds_only(league, &names.collect::<Vec<_>>()) && (!rounds.exists() || holds_only(&rounds, &[]))
}

/// Options of a game, as kept in a roster.
#[derive(Parser)]
#[command(disable_help_flag = true)]
struct KeptRules {
    #[command(flatten)]
    rules: RuleArgs,
}

/// Returns the game of a league.
///
/// # Errors
/// Bad input that names the file of the roster if there is no such game.
fn choice(league: &Path, roster: &Roster) -> anyhow::Result<Choice> {
    let words = ["goldrush".to_owned()]
        .into_iter()
        .chain(roster.rules.iter().cloned());
    let kept = KeptRules::try_parse_from(words).map_err(|e| wrong_rules(league, &one_line(&e)))?;
    let choice = kept
        .rules
        .choice()
        .map_err(|e| wrong_rules(league, &e.to_string()))?;
    let setup = choice.setup(roster.players[0]);
    let (setup, _) = setup.map_err(|e| wrong_rules(league, &e.to_string()))?;
    if setup.components().1 != roster.components {
        let words = joined(&roster.rules);
        let problem = format!("{words} has other tiles or cards than when the league began");
        return Err(wrong_rules(league, &problem));
    }
    Ok(choice)
}

fn wrong_rules(league: &Path, problem: &str) -> anyhow::Error {
    let file = league.join(ROSTER_FILE);
    bad_input(format!("{}: rules: {problem}", file.display()))
}

/// Describes the games of a league: `two-player games of Carcassonne`.
fn game_words(league: &Path, roster: &Roster) -> anyhow::Result<String> {
    let rules = roster.rules.get(2..).filter(|rules| !rules.is_empty());
    let rules = rules.map_or_else(String::new, |rules| format!(" ({})", joined(rules)));
    Ok(format!(
        "{} games of {}{rules}",
        games_of_players(&roster.players),
        choice(league, roster)?.game().about().title
    ))
}

/// Returns the folder of a league, which bots do not see. They do not see each other either, and are started from their folders.
///
/// # Errors
/// Bad input if it holds none.
fn existing(league: &Path) -> anyhow::Result<&Path> {
    let roster = Roster::read(league)?;
    hide(league);
    roster.start_from_folders(league);
    keep_apart(roster.commands().iter().map(String::as_str));
    Ok(league)
}
