//! Plays the games of a plan: the common part of `simulate`, `match` and `resume`.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Instant, SystemTime};

use crate::cli::args::RunArgs;
use crate::findings::read_back::ReadBack;
use crate::findings::stop::is_over;
use crate::findings::summary::Summary;
use crate::findings::tally::Tally;
use crate::interrupt::{Interrupt, Interrupted};
use crate::printable::printable;
use crate::progress::{Progress, readable};
use crate::report::fault_report::FaultReport;
use crate::report::{contest, effects, ledger, luck, schedule, standings, summary};
use crate::sim::batch::{self, FinishedGame, Taker};
use crate::sim::bots;
use crate::sim::run_estimate::RunEstimate;
use crate::sim::timing::TimingStats;
use crate::store::collection;
use crate::store::collection::OpenedPart;
use crate::store::csv::{RowWriter, Rows};
use crate::store::folder::{EFFECTS_FILE, RunFolder};
use crate::store::machine::Machine;
use crate::study::{Plan, Question};

/// Prints what a plan will take, and plays it from the beginning unless it is a dry run.
pub(super) fn announce(mut plan: Plan, args: &RunArgs, dry_run: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let threads = batch::pool(args.threads)?.current_num_threads();
    ask_bots_their_titles(&mut plan)?;
    let row_writer = RowWriter::new(&plan);
    let run_estimate = RunEstimate::new(&plan, |id, number, result| row_writer.rows(id, number, result, &[]).bytes())?;
    // For a study, the arms mean little to a user who asked a question.
    if dry_run || !matches!(plan.question, Question::Balance(_)) {
        schedule::write_arms(&plan, out)?;
    }
    schedule::write(&plan, &run_estimate, threads, out)?;
    out.flush()?;
    if dry_run { Ok(()) } else { begin(plan, args, None, out) }
}

/// Plays a plan from the beginning. A match is also appended to the table `append`, if given.
pub(super) fn begin(mut plan: Plan, args: &RunArgs, append: Option<&Path>, out: &mut dyn Write) -> anyhow::Result<()> {
    // Checked before the folder is created.
    batch::pool(args.threads)?;
    append.map_or(Ok(()), ledger::check)?;
    ask_bots_their_titles(&mut plan)?;
    let plan = &plan;
    let mut before = ReadBack::nothing(plan);
    let folder = match (&args.out, plan.shard) {
        (None, _) => None,
        (Some(path), None) => Some(RunFolder::create(path, plan)?),
        (Some(path), Some(shard)) => match collection::open(path, plan, &mut before)? {
            OpenedPart::Complete(path) => {
                writeln!(out, "Part {shard} is complete: {}", printable(path.display()))?;
                return Ok(());
            }
            OpenedPart::Unfinished(folder) => {
                writeln!(out, "Part {shard}: {} of {} deals are there.", before.tally.blocks, plan.blocks_here())?;
                Some(*folder)
            }
        },
    };
    let faults = resume_run(plan, folder, before.tally, args.threads, append, out)?;
    if let Some(asked) = args.games.filter(|&asked| asked != plan.games()) {
        writeln!(out, "{asked} games were asked for; {} make whole deals", plan.games())?;
    }
    check_faults(faults, args.allow_faults)
}

/// Starts the outside bots to learn their names and check that they support the plan, unless this has been done.
fn ask_bots_their_titles(plan: &mut Plan) -> anyhow::Result<()> {
    if plan.titles.is_empty()
        && let Some(limits) = plan.bots
    {
        plan.set_titles(bots::titles(plan, limits)?);
    }
    Ok(())
}

/// Ends a run with this many faults of bots.
///
/// # Errors
/// Fails if there are any faults and they are not allowed.
pub(super) fn check_faults(faults: u64, allowed: bool) -> anyhow::Result<()> {
    if faults > 0 && !allowed {
        anyhow::bail!(
            "bots had {faults} faults, each of them a game lost; --allow-faults ends with exit code 0 all the same"
        );
    }
    Ok(())
}

/// Plays the rest of a plan, or as much as the test of a match needs; `tally` counts the games already played. Writes
/// the games if there is a folder, and prints the statistics. Returns the number of bots' faults in the whole run.
pub(super) fn resume_run(
    plan: &Plan,
    folder: Option<RunFolder>,
    tally: Tally,
    threads: Option<usize>,
    append: Option<&Path>,
    out: &mut dyn Write,
) -> anyhow::Result<u64> {
    let pool = batch::pool(threads)?;
    // Without a folder there is nothing to save, but there may be processes to end.
    let interrupt = match (&folder, plan.bots) {
        (Some(_), _) => Interrupt::listen(),
        (None, Some(_)) => Interrupt::exit_at_once(),
        (None, None) => Interrupt::default(),
    };
    let (started, began, before) = (Instant::now(), SystemTime::now(), tally.games);
    let timings = vec![TimingStats::default(); plan.contestants.names.len()];
    let games = plan.blocks_here() * plan.games_per_block();
    let progress = Progress::from("games", before, games);
    let mut course = RunInProgress { plan, folder, tally, timings, progress, fault_report: FaultReport::default() };
    if !course.is_over() {
        let first = plan.range().start * plan.games_per_block() + before;
        let row_writer = course.folder.is_some().then(|| RowWriter::new(plan));
        batch::run(plan, first, &pool, &row_writer, &interrupt, &mut course)?;
    }
    let is_over = course.is_over();
    let RunInProgress { folder, tally, timings, progress, .. } = course;
    progress.finish();
    let folder = match folder {
        Some(mut folder) if !is_over => {
            folder.pause()?;
            return Err(
                Interrupted { blocks: tally.blocks, of: plan.blocks_here(), folder: folder.path().into() }.into()
            );
        }
        folder => folder,
    };
    let (summary, elapsed, threads) = (Summary::new(plan, &tally), started.elapsed(), pool.current_num_threads());
    let watched = if plan.compares_agents() { &plan.contestants.titles[..] } else { &[] };
    let timings: Vec<_> = watched.iter().cloned().zip(timings).collect();
    let games = tally.games - before;
    let machine = Machine::new(threads, began, elapsed, games, &timings);
    let path = folder.map(|folder| folder.finish(&tables(&summary), &summary, &machine)).transpose()?;
    if summary.blocks == 0 {
        writeln!(out, "There are more parts than deals: this one has none.")?;
    } else {
        write_statistics(plan, &summary, &timings, out)?;
    }
    let elapsed_s = elapsed.as_secs_f64();
    writeln!(out, "{elapsed_s:.1} s, {} games/s on {threads} threads", readable(games as f64 / elapsed_s))?;
    if let (None, Some(salt)) = (&path, plan.salt) {
        writeln!(out, "To play the same games again, add --seed {} --bot-salt {salt}", plan.seed)?;
    }
    if let Some(path) = path {
        writeln!(out, "Written to {}", printable(path.display()))?;
    }
    if let Some(path) = append {
        ledger::append(path, plan.kind(), &summary, &timings)?;
    }
    Ok(tally.fault_count())
}

/// Returns the tables made from the statistics, by name.
pub(super) fn tables(summary: &Summary) -> Vec<(&'static str, String)> {
    let effects = summary.balance.iter().map(|balance| (EFFECTS_FILE, effects::to_csv(balance, summary.blocks)));
    effects.collect()
}

/// Prints the statistics of a run.
pub(super) fn write_statistics(
    plan: &Plan,
    summary: &Summary,
    timings: &[(String, TimingStats)],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match &summary.balance {
        Some(balance) => effects::write(plan, balance, summary, out)?,
        None => summary::write(plan.schema(), summary, out)?,
    }
    luck::write(summary, out)?;
    if !timings.is_empty() {
        contest::write_efforts(timings, out)?;
    }
    if let Some(contest) = &summary.contest {
        contest::write(contest, summary, out)?;
    }
    Ok(())
}

/// A run in progress.
struct RunInProgress<'p> {
    plan: &'p Plan,
    folder: Option<RunFolder>,
    tally: Tally,
    /// Effort by contestant.
    timings: Vec<TimingStats>,
    progress: Progress,
    fault_report: FaultReport,
}

impl RunInProgress<'_> {
    fn is_over(&self) -> bool {
        is_over(self.plan, &self.tally)
    }
}

impl Taker<Option<Rows>> for RunInProgress<'_> {
    fn take(&mut self, game: FinishedGame<Option<Rows>>) -> anyhow::Result<ControlFlow<()>> {
        let FinishedGame { id, result, kept, timings, faults } = game;
        for fault in &faults {
            self.fault_report.tell(self.plan, id, fault);
        }
        let lineup = &self.plan.arm(id).lineup;
        self.tally.add_game(self.plan, id, &result);
        for (seat, timing) in timings[..lineup.players()].iter().enumerate() {
            self.timings[self.plan.contestants.index(id.arm, lineup.side(id.seating, seat))] += *timing;
        }
        if let (Some(folder), Some(rows)) = (&mut self.folder, &kept) {
            folder.append(rows);
        }
        if id.seating + 1 < lineup.seatings() || id.arm + 1 < self.plan.arms.len() {
            return Ok(ControlFlow::Continue(()));
        }
        self.tally.end_block(id.block);
        if let Some(folder) = &mut self.folder {
            folder.end_block();
            folder.flush_in_time()?;
        }
        Ok(if self.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn pass_time(&mut self, ended: u64) -> anyhow::Result<()> {
        self.progress.add(ended);
        self.progress.tell(|| standings::lines(self.plan, &self.tally));
        self.folder.as_mut().map_or(Ok(()), RunFolder::flush_in_time)
    }
}
