//! `goldrush league`.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use clap::Parser;
use rayon::ThreadPool;

use super::replay::page_of_record;
use crate::cli::args::{
    League, LeagueAddArgs, LeagueExportArgs, LeagueGamesArgs, LeagueInitArgs, LeaguePlayArgs, LeagueQueryArgs, RuleArgs,
};
use crate::error::bad_input;
use crate::findings::read_back::ReadBack;
use crate::games::Choice;
use crate::interrupt::Interrupted;
use crate::league::{
    ArchivedGame, Focus, Format, Loss, Member, Query, ROSTER_FILE, Results, Roster, Round, Standings, folder, next,
    page, rounds, rounds_folder, tables,
};
use crate::printable::printable;
use crate::report::content::faults;
use crate::report::page::{html, markdown};
use crate::report::table::plain;
use crate::report::words::{count, player_games};
use crate::run::{self, Outcome};
use crate::sim::{batch, bots};
use crate::store::faults::{FaultLine, first_faults};
use crate::store::file::write_atomically;
use crate::store::folder::{FIGURES, LockedFolder, RECORDS_FILE, RunFolder};
use crate::store::lines::Lines;
use crate::store::written::OnDamage;
use crate::study::arm::Arm;
use crate::study::lineup::{Lineup, check_players, parse};
use crate::study::{Plan, check_seed, draw_seed, joined};

/// Deals of each pair in a round of a Swiss or knockout tournament, without options.
const USUAL_DEALS: u64 = 20;
/// Games of `league play` without options, where no end of the tournament is in sight.
const USUAL_GAMES: u64 = 1000;
/// Page of the standings, and the same as text.
const PAGES: [&str; 2] = ["index.html", "index.md"];

pub(super) fn run(command: &League, out: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        League::Init(args) => init(args, out),
        League::Add(args) => add(args, out),
        League::Retire { league, name } => retire(league, name, out),
        League::Play(args) => play(args, out),
        League::Table { league, json } => table(league, *json, out),
        League::Games(args) => games(args, out),
        League::Export(args) => export(args, out),
    }
}

fn init(args: &LeagueInitArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    check_players(args.players)?;
    let choice = args.rules.choice()?;
    let (setup, _) = choice.setup(args.players)?;
    let mut limits = args.bots.limits()?;
    limits.sandbox = !args.no_sandbox;
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
    let (_, components) = setup.components();
    let deals = args.deals.unwrap_or(USUAL_DEALS);
    let (players, rounds) = (args.players, args.rounds.map(usize::from));
    let roster = Roster { rules, components, players, format, rounds, deals, seed, limits, members: Vec::new() };
    roster.write(&args.league)?;
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
    let (_, components) = choice.setup(roster.players)?.0.components();
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
    Ok(format!("{} games of {}{rules}", player_games(roster.players), choice(roster)?.game().about().title))
}

fn add(args: &LeagueAddArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let _lock = LockedFolder::take_new(existing(&args.league)?)?;
    let mut roster = Roster::read(&args.league)?;
    let choice = choice(&roster)?;
    let bot = parse(choice.game(), "--bot", args.bot.as_ref().unwrap_or(&args.name))?;
    let joined = rounds(&args.league).len();
    if roster.format == Format::Knockout && joined > 0 {
        return Err(bad_input("the knockout has begun; nobody can join it any more"));
    }
    let (name, parent) = (args.name.clone(), args.from.clone());
    roster.add(Member { name, bot: bot.to_string(), parent, joined, left: None })?;
    // A bot that cannot be started would end every round.
    let arm = Arm::only(Lineup::new(vec![bot; roster.players]), &choice)?;
    bots::titles(&[arm], roster.limits)?;
    roster.write(&args.league)?;
    writeln!(out, "{} is a member; {} play.", args.name, roster.playing().count())?;
    Ok(())
}

fn retire(league: &Path, name: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    let _lock = LockedFolder::take_new(existing(league)?)?;
    let mut roster = Roster::read(league)?;
    let member = roster.find(name)?;
    if roster.members[member].left.replace(rounds(league).len()).is_some() {
        return Err(bad_input(format!("{name} has retired already")));
    }
    roster.write(league)?;
    writeln!(out, "{name} plays no more games; {} play.", roster.playing().count())?;
    Ok(())
}

/// Returns the folder of a league.
///
/// # Errors
/// Bad input if it holds none.
fn existing(league: &Path) -> anyhow::Result<&Path> {
    Roster::read(league).map(|_| league)
}

fn play(args: &LeaguePlayArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let pool = batch::pool(args.threads)?;
    let league = existing(&args.league)?;
    // Not the lock of the roster, so that members can join and retire meanwhile.
    let _lock = LockedFolder::take_new(&rounds_folder(league))?;
    let (started, mut played) = (Instant::now(), 0);
    // A tournament is played to its end.
    let usual = if Roster::read(league)?.format == Format::Ratings { USUAL_GAMES } else { u64::MAX };
    let most = if args.duration.is_some() { u64::MAX } else { args.games.unwrap_or(usual) };
    loop {
        let (roster, rounds) = (Roster::read(league)?, rounds(league));
        let outcome = match rounds.last().filter(|round| !round.is_complete()) {
            Some(round) => finish(round, &pool),
            None if played >= most || args.duration.is_some_and(|limit| started.elapsed() >= limit) => break,
            None => {
                let results = Results::read(&roster, &rounds)?;
                let number = rounds.len() + 1;
                let Some(plan) = next(&roster, &choice(&roster)?, &results, number, focus(args, &roster)?)? else {
                    break;
                };
                writeln!(out, "Round {number}: {}", pairs(&roster, &plan))?;
                out.flush()?;
                let run = RunFolder::create(&folder(league, number), &plan)?;
                let tally = ReadBack::nothing(&plan).tally;
                run::run(&plan, tally, Some(run), &pool)
            }
        };
        let shown = league.display();
        let stopped = |e: anyhow::Error| match e.is::<Interrupted>() {
            true => e.context(format!("stopped within a round; continue with: goldrush league play {shown}")),
            false => e,
        };
        played += outcome.map_err(stopped)?.games;
        write_pages(league, &roster)?;
    }
    table(league, false, out)?;
    writeln!(out, "The page: {}", printable(league.join(PAGES[0]).display()))?;
    Ok(())
}

/// Returns what the next games should tell most about.
fn focus(args: &LeaguePlayArgs, roster: &Roster) -> anyhow::Result<Focus> {
    let Some(focus) = &args.focus else { return Ok(Focus::Everyone) };
    if roster.format != Format::Ratings {
        return Err(bad_input("--focus: the results decide who meets in a Swiss or knockout tournament"));
    }
    match focus.strip_prefix("top=") {
        None => roster.find(focus).map(Focus::Member),
        Some(number) => match number.parse() {
            Ok(number @ 2..) => Ok(Focus::Top(number)),
            _ => Err(bad_input(format!("--focus {focus}: a number from 2 is expected, such as top=3"))),
        },
    }
}

/// Plays the rest of a round.
fn finish(round: &Round, pool: &ThreadPool) -> anyhow::Result<Outcome> {
    let locked = LockedFolder::take(&round.folder)?;
    let plan = Plan::read_to_resume(&round.folder)?;
    let mut before = ReadBack::nothing(&plan);
    let kept = locked.read_back(&plan, OnDamage::Refused, &mut before)?;
    let tally = before.tally;
    let folder = locked.reopen(&plan, kept)?;
    run::run(&plan, tally, Some(folder), pool)
}

/// Names the pairs of a round.
fn pairs(roster: &Roster, plan: &Plan) -> String {
    let name = |bot: &String| {
        let member = roster.members.iter().find(|member| member.bot == *bot);
        member.map_or_else(|| bot.clone(), |member| member.name.clone())
    };
    let mut pairs: Vec<String> = Vec::new();
    for arm in &plan.arms {
        let mut names: Vec<String> = arm.lineup.sides().iter().map(name).collect();
        names.sort();
        let pair = names.join(" – ");
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    format!("{}; {} games", pairs.join(", "), plan.games())
}

/// Returns the standings of the finished rounds.
///
/// # Errors
/// Bad input if no game has been played.
fn standings(league: &Path, roster: &Roster) -> anyhow::Result<Standings> {
    Results::read(roster, &rounds(league))?.standings(roster).ok_or_else(|| none(league))
}

fn none(league: &Path) -> anyhow::Error {
    let shown = league.display();
    bad_input(format!("{shown}: no round has been finished; goldrush league play {shown} plays some"))
}

/// Returns the worst loss of each member, and writes the pages that are not there yet.
fn worst_losses(league: &Path, roster: &Roster, results: &Results) -> anyhow::Result<Vec<Loss>> {
    let mut losses = Vec::new();
    for (index, member) in roster.members.iter().enumerate() {
        let query = Query { of: Some(index), won: Some(false), ..Query::default() };
        let Some(&game) = query.find(&results.archive).first() else { continue };
        let file = format!("game-{}-{}.html", game.round, game.game);
        let path = league.join(FIGURES).join(&file);
        if !path.exists() {
            write_atomically(&path, &page_of_record(&records(league, game), game.game)?)?;
        }
        let words = format!("{}: {} (round {}, game {})", member.name, seats(roster, game), game.round, game.game);
        losses.push(Loss { words, file });
    }
    Ok(losses)
}

/// Returns the file with the records of a game's round.
fn records(league: &Path, game: &ArchivedGame) -> PathBuf {
    folder(league, game.round).join(format!("{RECORDS_FILE}.gz"))
}

/// Lists who sat at a game, with points and faults: `greedy 71, mine 0 (crash)`.
fn seats(roster: &Roster, game: &ArchivedGame) -> String {
    let seat = |seat: usize| {
        let fault = game.faults[seat].map_or_else(String::new, |fault| format!(" ({fault})"));
        format!("{} {}{fault}", roster.members[game.members[seat]].name, game.scores[seat])
    };
    (0..game.members.len()).map(seat).collect::<Vec<_>>().join(", ")
}

/// Writes the page of the standings, with its figures and a page for each member's worst loss.
fn write_pages(league: &Path, roster: &Roster) -> anyhow::Result<()> {
    let figures = league.join(FIGURES);
    fs::create_dir_all(&figures).with_context(|| format!("cannot make {}", figures.display()))?;
    let results = Results::read(roster, &rounds(league))?;
    let losses = worst_losses(league, roster, &results)?;
    // Pages of games that are not the worst any more.
    for entry in fs::read_dir(&figures).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with("game-") && !losses.iter().any(|loss| loss.file == name) {
            fs::remove_file(entry.path()).with_context(|| format!("cannot remove {}", entry.path().display()))?;
        }
    }
    let page = page(&results.standings(roster).ok_or_else(|| none(league))?, &game_words(roster)?, &losses);
    for figure in page.figures() {
        write_atomically(&figures.join(format!("{}.svg", figure.name)), &figure.file())?;
    }
    let [file, text] = PAGES.map(|name| league.join(name));
    write_atomically(&text, &markdown::write(&page, FIGURES))?;
    write_atomically(&file, &html::write(&page, FIGURES))
}

fn table(league: &Path, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let standings = standings(league, &Roster::read(league)?)?;
    if json {
        writeln!(out, "{}", serde_json::to_string_pretty(&standings)?)?;
        return Ok(());
    }
    if !standings.places.is_empty() {
        let (headings, rows) = tables::places(&standings);
        writeln!(out, "{}\n", plain(headings, rows))?;
        let state = if standings.has_ended { "The tournament has ended." } else { "More rounds follow." };
        writeln!(out, "{state}\n")?;
    }
    writeln!(out, "{}\n", plain(&tables::MEMBERS, tables::members(&standings)))?;
    writeln!(out, "Elo (average 0) with 95% intervals; a gap of 400 means odds of ten to one\n")?;
    writeln!(out, "{}\n", plain(&tables::PAIRS, tables::pairs(&standings)))?;
    for warning in &standings.ratings.warnings {
        writeln!(out, "warning: {warning}")?;
    }
    writeln!(out, "{} games in {} rounds", count(standings.games), count(standings.rounds as u64))?;
    Ok(())
}

/// Returns what is asked about the games of a league.
fn query(args: &LeagueQueryArgs, roster: &Roster) -> anyhow::Result<Query> {
    let member = |name: &Option<String>| name.as_ref().map(|name| roster.find(name)).transpose();
    Ok(Query {
        of: member(&args.of)?,
        against: member(&args.against)?,
        won: if args.won || args.lost { Some(args.won) } else { None },
        faults: args.faults,
        turns: args.turns,
    })
}

fn games(args: &LeagueGamesArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let roster = Roster::read(&args.league)?;
    let results = Results::read(&roster, &rounds(&args.league))?;
    let found = query(&args.query, &roster)?.find(&results.archive);
    let all = found.len();
    let shown = &found[..all.min(args.most)];
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(shown)?)?;
        return Ok(());
    }
    let row = |game: &&ArchivedGame| {
        let lead = game.leads.iter().max().copied().unwrap_or_default();
        vec![
            seats(&roster, game),
            game.round.to_string(),
            game.game.to_string(),
            game.turns.to_string(),
            lead.to_string(),
        ]
    };
    writeln!(out, "{}", plain(&["seats, with points", "round", "game", "turns", "lead"], shown.iter().map(row)))?;
    for game in shown.iter().filter(|game| game.faults.iter().any(Option::is_some)) {
        let of_round = first_faults(&folder(&args.league, game.round), usize::MAX)?;
        for fault in of_round.iter().filter(|fault| fault.game == game.game) {
            let name = &roster.members[game.members[fault.seat]].name;
            let FaultLine { decision, seed, .. } = fault;
            let (round, game, words) = (game.round, game.game, faults::words(fault));
            writeln!(out, "Round {round}, game {game}: {name}, decision {decision}, seed {seed}: {words}")?;
        }
    }
    writeln!(out, "\n{} of {} games", count(shown.len() as u64), count(all as u64))?;
    if let Some(game) = shown.first() {
        let records = printable(records(&args.league, game).display()).to_string();
        let words = ["replay", &records, "--number", &game.game.to_string(), "--html", "game.html"].map(str::to_owned);
        writeln!(out, "The first as a page: goldrush {}", joined(&words))?;
    }
    Ok(())
}

/// Writes the records of the games that match, in the order in which they were played.
fn export(args: &LeagueExportArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let roster = Roster::read(&args.league)?;
    let results = Results::read(&roster, &rounds(&args.league))?;
    let mut found = query(&args.query, &roster)?.find(&results.archive);
    found.sort_by_key(|game| (game.round, game.game));
    let shown = printable(args.file.display()).to_string();
    let wrong = |e: io::Error| bad_input(format!("{shown}: {e}"));
    let mut file = BufWriter::new(File::create_new(&args.file).map_err(wrong)?);
    let mut games = found.iter().peekable();
    while let Some(first) = games.peek().map(|game| game.round) {
        let mut lines = Lines::of_file(folder(&args.league, first).join(format!("{RECORDS_FILE}.gz")))?;
        while let Some(line) = lines.next_or_torn()? {
            let is_it = |game: &&&ArchivedGame| game.round == first && game.game + 1 == lines.line;
            if games.next_if(is_it).is_some() {
                writeln!(file, "{}", line.trim_end()).map_err(wrong)?;
            }
        }
        if games.peek().is_some_and(|game| game.round == first) {
            return Err(lines.wrong(lines.line, "records are missing after it"));
        }
    }
    file.flush().map_err(wrong)?;
    writeln!(out, "{} games written to {shown}", count(found.len() as u64))?;
    Ok(())
}
