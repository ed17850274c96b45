//! `goldrush league`.

mod games;
mod play;
mod serve;
mod standings;

use std::fs;
use std::io::Write;
use std::path::Path;

use clap::Parser;

use crate::cli::args::{League, LeagueAddArgs, LeagueInitArgs, RuleArgs};
use crate::cli::study::player_numbers;
use crate::error::bad_input;
use crate::games::Choice;
use crate::league::{Format, Member, ROSTER_FILE, Results, Roster, rounds, rounds_folder};
use crate::protocol::guard::{hide, keep_apart, unlimited};
use crate::protocol::limits::Limits;
use crate::report::words::player_games;
use crate::sim::bots;
use crate::store::folder::LockedFolder;
use crate::study::arm::Arm;
use crate::study::lineup::{Lineup, check_player_numbers, parse};
use crate::study::{check_seed, draw_seed, joined};

/// Deals of each pair in a round of a Swiss or knockout tournament, without options.
const USUAL_DEALS: u64 = 20;

pub(super) fn run(command: &League, out: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        League::Init(args) => init(args, out),
        League::Add(args) => add(args, out),
        League::Retire { league, name } => retire(league, name, out),
        League::Play(args) => play::run(args, out),
        League::Table { league, json } => standings::table(league, *json, out),
        League::Serve { league } => serve::run(league, out),
        League::Games(args) => games::list(args, out),
        League::Export(args) => games::export(args, out),
    }
}

fn init(args: &LeagueInitArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let players = player_numbers(&args.players)?;
    check_player_numbers(&players)?;
    let choice = args.rules.choice()?;
    let setups = players.iter().map(|players| Ok(choice.setup(*players)?.0)).collect::<anyhow::Result<Vec<_>>>()?;
    let limits = args.bots.league_limits(!args.no_sandbox)?;
    let seed = args.seed.map_or_else(draw_seed, Ok)?;
    check_seed(seed)?;
    let format = args.format;
    for (option, given, is_possible) in [
        ("--rounds", args.rounds.is_some(), format == Format::Swiss),
        ("--deals", args.deals.is_some(), format != Format::Ratings),
    ] {
        if given && !is_possible {
            return Err(bad_input(format!("{option}: a league of this format has no such number")));
        }
    }
    let shown = args.league.display();
    if args.league.join(ROSTER_FILE).exists() {
        return Err(bad_input(format!("{shown}: is a league already")));
    }
    if args.league.read_dir().is_ok_and(|mut files| files.next().is_some()) {
        return Err(bad_input(format!("{shown}: the folder is not empty")));
    }
    fs::create_dir_all(rounds_folder(&args.league)).map_err(|e| bad_input(format!("{shown}: {e}")))?;
    let game = ["--game".to_owned(), choice.game().to_string()];
    let rules = game.into_iter().chain(args.rules.words()).collect();
    let (_, components) = setups[0].components();
    let deals = args.deals.unwrap_or(USUAL_DEALS);
    let (rounds, members) = (args.rounds.map(usize::from), Vec::new());
    let roster = Roster { rules, components, players, format, rounds, deals, seed, limits, members };
    roster.write(&args.league)?;
    if roster.limits.sandbox {
        writeln!(out, "Bots of your own play in a sandbox. Not limited there: {}.", unlimited(&roster.limits))?;
    }
    writeln!(out, "A league of {}. Add members with: goldrush league add {shown} NAME", game_words(&roster)?)?;
    Ok(())
}

/// Options of a game, as kept in a roster.
#[derive(Parser)]
struct KeptRules {
    #[command(flatten)]
    rules: RuleArgs,
}

/// Returns the game of a league.
fn choice(roster: &Roster) -> anyhow::Result<Choice> {
    let words = ["goldrush".to_owned()].into_iter().chain(roster.rules.iter().cloned());
    let kept = KeptRules::try_parse_from(words);
    let choice = kept.map_err(|e| bad_input(format!("{ROSTER_FILE}: {}", e.kind())))?.rules.choice()?;
    let (_, components) = choice.setup(roster.players[0])?.0.components();
    if components != roster.components {
        let words = joined(&roster.rules);
        return Err(bad_input(format!("{ROSTER_FILE}: {words} has other tiles or cards than when the league began")));
    }
    Ok(choice)
}

/// Describes the games of a league: `two-player games of Carcassonne`.
fn game_words(roster: &Roster) -> anyhow::Result<String> {
    let rules = roster.rules.get(2..).filter(|rules| !rules.is_empty());
    let rules = rules.map_or_else(String::new, |rules| format!(" ({})", joined(rules)));
    let players: Vec<String> = roster.players.iter().map(|players| player_games(*players)).collect();
    Ok(format!("{} games of {}{rules}", players.join(" and "), choice(roster)?.game().about().title))
}

fn add(args: &LeagueAddArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let _lock = LockedFolder::take_new(existing(&args.league)?)?;
    let mut roster = Roster::read(&args.league)?;
    let choice = choice(&roster)?;
    let bot = parse(choice.game(), "--bot", args.bot.as_ref().unwrap_or(&args.name))?;
    let rounds = rounds(&args.league)?;
    let joined = rounds.len();
    if roster.format == Format::Knockout && joined > 0 {
        return Err(bad_input("the knockout has begun; nobody can join it any more"));
    }
    if roster.format == Format::Swiss && Results::read(&roster, &rounds)?.has_ended(&roster) {
        return Err(bad_input("the tournament has ended; nobody can join it any more"));
    }
    // A bot that cannot be started would end every round.
    let arm = |players: &usize| Arm::only(Lineup::new(vec![bot.clone(); *players]), &choice);
    let arms = roster.players.iter().map(arm).collect::<anyhow::Result<Vec<_>>>()?;
    let limits = Limits { absent_loses: false, ..roster.limits.clone() };
    let title = bots::titles(&arms, &limits)?.remove(&bot.to_string());
    let (name, parent) = (args.name.clone(), args.from.clone());
    roster.add(Member { name, bot: bot.to_string(), title, parent, joined, left: None })?;
    roster.write(&args.league)?;
    writeln!(out, "{} is a member; {} play.", args.name, roster.playing().count())?;
    Ok(())
}

fn retire(league: &Path, name: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let _lock = LockedFolder::take_new(existing(league)?)?;
    let mut roster = Roster::read(league)?;
    let member = roster.find(name)?;
    if roster.members[member].left.replace(rounds(league)?.len()).is_some() {
        return Err(bad_input(format!("{name} has retired already")));
    }
    roster.write(league)?;
    writeln!(out, "{name} plays no more games; {} play.", roster.playing().count())?;
    Ok(())
}

/// Returns the folder of a league, which bots do not see. They do not see each other either.
///
/// # Errors
/// Bad input if it holds none.
fn existing(league: &Path) -> anyhow::Result<&Path> {
    let roster = Roster::read(league)?;
    hide(league);
    keep_apart(roster.commands().iter().map(String::as_str));
    Ok(league)
}
