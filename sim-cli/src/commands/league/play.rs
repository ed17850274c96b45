//! `goldrush league play`: plays rounds, or a part of one.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use goldrush_harness::findings::read_back::ReadBack;
use goldrush_harness::sim::batch;
use goldrush_harness::store::collection::{self, CollectedParts, OpenedPart};
use goldrush_harness::store::disk::{make_folder, remove_folder};
use goldrush_harness::store::folder::{LockedFolder, RunFolder, is_complete};
use goldrush_harness::store::written::OnDamage;
use goldrush_harness::study::{Plan, Shard, array};
use goldrush_support::error::bad_input;
use goldrush_support::printable::printable;
use rayon::ThreadPool;

use super::absent::Absences;
use super::standings::{PAGES, no_round, print_standings, write_member_pages, write_pages};
use super::stopped::stopped;
use super::{PLAYING, choice, existing};
use crate::cli::args::LeaguePlayArgs;
use crate::commands::merge::merge;
use crate::league::{
    Focus, Format, NextRound, Results, Roster, Round, RoundRequest, enter, folder, next,
    parts_folder, resting, rounds, rounds_folder,
};
use crate::run;

/// Games without options, where no end of a tournament is in sight.
const USUAL_GAMES: u64 = 1000;

pub(super) fn run(args: &LeaguePlayArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let pool = batch::pool(args.threads)?;
    if let Some(shard) = &args.shard {
        return play_part(args, Shard::of_task(shard)?, &pool, out);
    }
    let league = existing(&args.league)?;
    make_rounds(league)?;
    // Not the lock of the roster, so that members can join and retire meanwhile.
    let _lock = LockedFolder::take_new(&rounds_folder(league), PLAYING)?;
    clear_parts(league, &rounds(league)?)?;
    let started = Instant::now();
    let mut played = 0;
    let mut results = Results::with_history();
    let mut pages = PageTimes::new();
    let mut absences = Absences::default();
    // A tournament is played to its end.
    let usual = if Roster::read(league)?.format == Format::Ratings {
        USUAL_GAMES
    } else {
        u64::MAX
    };
    let most = if args.duration.is_some() {
        u64::MAX
    } else {
        args.games.unwrap_or(usual)
    };
    loop {
        let left = most.saturating_sub(played);
        let roster = Roster::read(league)?;
        // Others may have joined meanwhile.
        roster.start_from_folders(league);
        let rounds = rounds(league)?;
        results.update(&roster, &rounds)?;
        enter(league, &rounds)?;
        // After the last round they are written in any case.
        if played > 0 && left > 0 && pages.are_due() {
            write_pages(league, &roster, &results)?;
            pages.are_written();
        }
        let games = match rounds.last().filter(|round| !round.is_complete()) {
            Some(round) => {
                refuse_parts(league, round.number)?;
                finish(league, round, &roster, &pool, &mut absences)
            }
            None if left == 0
                || args
                    .duration
                    .is_some_and(|limit| started.elapsed() >= limit) =>
            {
                break;
            }
            None => {
                let number = rounds.len() + 1;
                refuse_parts(league, number)?;
                let Some(next) = next(
                    &roster,
                    &choice(league, &roster)?,
                    &results,
                    number,
                    request(args, &roster, left)?,
                )?
                else {
                    break;
                };
                let NextRound { plan, titles } = next;
                absences.note(&roster, &plan, &titles, (league, number));
                writeln!(
                    out,
                    "Round {number}: {}{}",
                    tables_of(&roster, &plan),
                    resting(&roster, &results.duels, &plan.contestants.names)
                )?;
                out.flush()?;
                let run = RunFolder::create(&folder(league, number), &plan)?;
                let tally = ReadBack::nothing(&plan).tally;
                run::run(&plan, tally, Some(run), &pool).map(|outcome| outcome.games)
            }
        };
        played += games.map_err(|e| stopped(e, args, left, started.elapsed()))?;
    }
    close(league, &mut results, out)?;
    writeln!(
        out,
        "The page: {}",
        printable(league.join(PAGES[0]).display())
    )?;
    absences.check(&Roster::read(league)?, league)
}

/// When the pages of a league are written: after a round, unless that takes more than a tenth of the time.
struct PageTimes {
    /// Moment since which games are played.
    since: Instant,
    /// Time that the pages took, or are taken to need before they were written.
    took: Duration,
}

impl PageTimes {
    /// Time for games between two times for pages, as a multiple of the latter.
    const GAMES: u32 = 10;
    const FIRST: Duration = Duration::from_secs(1);

    fn new() -> PageTimes {
        PageTimes {
            since: Instant::now(),
            took: PageTimes::FIRST,
        }
    }

    fn are_due(&mut self) -> bool {
        let is_due = self.since.elapsed() >= PageTimes::GAMES * self.took;
        if is_due {
            self.since = Instant::now();
        }
        is_due
    }

    fn are_written(&mut self) {
        self.took = self.since.elapsed();
        self.since = Instant::now();
    }
}

/// Does what follows the last round, also if an earlier command was stopped before it: enters the round, writes the pages, removes the
/// parts, and prints the standings.
fn close(league: &Path, results: &mut Results, out: &mut dyn Write) -> anyhow::Result<()> {
    let roster = Roster::read(league)?;
    let rounds = rounds(league)?;
    results.update(&roster, &rounds)?;
    enter(league, &rounds)?;
    let mut standings = None;
    if results.number > 0 {
        let written = write_pages(league, &roster, results)?;
        write_member_pages(league, &written, results)?;
        standings = Some(written);
    }
    clear_parts(league, &rounds)?;
    match standings {
        Some(standings) => print_standings(league, &roster, results, &standings, out),
        None => no_round(&roster, out),
    }
}

/// Makes the folder of the rounds, which is not there if somebody has removed it.
fn make_rounds(league: &Path) -> anyhow::Result<()> {
    let rounds = rounds_folder(league);
    make_folder(&rounds).with_context(|| format!("cannot make {}", rounds.display()))
}

/// Refuses to play a round that is played in parts.
fn refuse_parts(league: &Path, number: usize) -> anyhow::Result<()> {
    let parts = parts_folder(league, number);
    if !parts.exists() {
        return Ok(());
    }
    let shown = printable(parts.display());
    Err(bad_input(format!(
        "round {number} is played in parts: complete them with --shard, or remove {shown}"
    )))
}

/// Removes the parts of the last round, if it is finished: the process that merged them was stopped.
fn clear_parts(league: &Path, rounds: &[Round]) -> anyhow::Result<()> {
    let Some(parts) = left_parts(league, rounds) else {
        return Ok(());
    };
    remove_folder(&parts).with_context(|| format!("cannot remove {}", parts.display()))
}

/// Returns the folder of the parts of the last round, if it is finished.
fn left_parts(league: &Path, rounds: &[Round]) -> Option<PathBuf> {
    let round = rounds.last().filter(|round| round.is_complete())?;
    Some(parts_folder(league, round.number)).filter(|parts| parts.exists())
}

/// Plays a part of the next round; the process that completes the last part merges the round.
fn play_part(
    args: &LeaguePlayArgs,
    shard: Shard,
    pool: &ThreadPool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let league = existing(&args.league)?;
    make_rounds(league)?;
    if left_parts(league, &rounds(league)?).is_some() {
        // The process that merged them has yet to finish, or was stopped.
        let _lock = LockedFolder::wait_for(&rounds_folder(league))?;
        if left_parts(league, &rounds(league)?).is_some() {
            return close(league, &mut Results::with_history(), out);
        }
    }
    let roster = Roster::read(league)?;
    let enough = args.games.unwrap_or(u64::MAX);
    let mut rounds = rounds(league)?;
    if let Some(round) = rounds.pop_if(|round| !round.is_complete())
        && !parts_folder(league, round.number).exists()
    {
        let number = round.number;
        let shown = league.display();
        return Err(bad_input(format!(
            "round {number} is not complete; finish it with: goldrush league play {shown}"
        )));
    }
    let number = rounds.len() + 1;
    let results = Results::read(&roster, &rounds)?;
    let Some(next) = next(
        &roster,
        &choice(league, &roster)?,
        &results,
        number,
        request(args, &roster, enough)?,
    )?
    else {
        let standings = results.standings(&roster);
        return print_standings(league, &roster, &results, &standings, out);
    };
    let NextRound { plan, titles } = next;
    let plan = Plan {
        shard: Some(shard),
        ..plan
    };
    let mut absences = Absences::default();
    let parts = parts_folder(league, number);
    make_folder(&parts).map_err(|e| bad_input(format!("{}: {e}", parts.display())))?;
    let mut before = ReadBack::nothing(&plan);
    let opened = collection::open(&parts, &plan, &mut before)
        .context("all parts of a round need the same --games, --focus and members; retire those that joined since")?;
    if let OpenedPart::Unfinished(folder) = opened {
        absences.note(&roster, &plan, &titles, (league, number));
        run::run(&plan, before.tally, Some(*folder), pool)?;
    }
    writeln!(out, "Part {shard} of round {number} is complete.")?;
    let collected = CollectedParts::new(std::slice::from_ref(&parts))?;
    if !collected.missing.is_empty() {
        writeln!(out, "Parts to play: {}", array(&collected.missing))?;
        return absences.check(&roster, league);
    }
    let Ok(_lock) = LockedFolder::take_new(&rounds_folder(league), PLAYING) else {
        writeln!(out, "Another process merges the round.")?;
        return absences.check(&roster, league);
    };
    let merged = folder(league, number);
    if !is_complete(&merged) {
        merge(collected, &merged)?;
    }
    close(league, &mut Results::with_history(), out)?;
    absences.check(&roster, league)
}

/// Returns what the next games should tell most about, and how many of them are enough.
fn request(args: &LeaguePlayArgs, roster: &Roster, enough: u64) -> anyhow::Result<RoundRequest> {
    // A round in parts is as large as asked for.
    let games = args.games.filter(|_| args.shard.is_some()).unwrap_or(0);
    Ok(RoundRequest {
        focus: focus(args, roster)?,
        games,
        enough,
    })
}

fn focus(args: &LeaguePlayArgs, roster: &Roster) -> anyhow::Result<Focus> {
    let Some(focus) = &args.focus else {
        return Ok(Focus::Everyone);
    };
    if roster.format != Format::Ratings {
        return Err(bad_input(
            "--focus: the results decide who meets in a Swiss or knockout tournament",
        ));
    }
    match focus.strip_prefix("top=") {
        None => match roster.find(focus)? {
            member if roster.members[member].left.is_some() => Err(bad_input(format!(
                "--focus: {focus} has retired and plays no more games"
            ))),
            member => Ok(Focus::Member(member)),
        },
        Some(number) => match number.parse() {
            Ok(number @ 2..) => Ok(Focus::Top(number)),
            _ => Err(bad_input(format!(
                "--focus {focus}: a number from 2 is expected, such as top=3"
            ))),
        },
    }
}

/// Plays the rest of a round. Returns the number of all of its games: an interrupted command counts them likewise.
fn finish(
    league: &Path,
    round: &Round,
    roster: &Roster,
    pool: &ThreadPool,
    absences: &mut Absences,
) -> anyhow::Result<u64> {
    let locked = LockedFolder::take(&round.folder)?;
    let plan = Plan::read_to_resume(&round.folder)?;
    round
        .check_place(roster, &plan)
        .with_context(|| round.folder.display().to_string())?;
    round.check_rules(&choice(league, roster)?, &plan)?;
    absences.note_begun(roster, &plan, (league, round.number))?;
    let mut before = ReadBack::nothing(&plan);
    let kept = locked.read_back(&plan, OnDamage::Refused, &mut before)?;
    let tally = before.tally;
    let folder = locked.reopen(&plan, kept)?;
    run::run(&plan, tally, Some(folder), pool)?;
    Ok(plan.games())
}

/// Returns the name of the member that plays a bot.
fn name_of(roster: &Roster, bot: &String) -> String {
    let member = roster.members.iter().find(|member| member.bot == *bot);
    member.map_or_else(|| bot.clone(), |member| member.name.clone())
}

/// Names the members at the tables of a round.
fn tables_of(roster: &Roster, plan: &Plan) -> String {
    let mut tables: Vec<String> = Vec::new();
    for arm in &plan.arms {
        let mut names: Vec<String> = arm
            .lineup
            .sides()
            .iter()
            .map(|bot| name_of(roster, bot))
            .collect();
        names.sort();
        let table = names.join(" – ");
        if !tables.contains(&table) {
            tables.push(table);
        }
    }
    format!("{}; {} games", tables.join(", "), plan.games())
}
