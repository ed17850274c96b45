//! A run: plays the games of a plan, adds them up, stops when the question is answered, and writes everything to the run's
//! folder.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use rayon::ThreadPool;

use goldrush_harness::findings::stop::{is_decided, is_over};
use goldrush_harness::findings::summary::Summary;
use goldrush_harness::findings::tally::Tally;
use goldrush_harness::sim::batch::{self, Consumer, FinishedGame, Sink};
use goldrush_harness::sim::timing::TimingStats;
use goldrush_harness::store::csv::RowWriter;
use goldrush_harness::store::folder::{EFFECTS_FILE, RunFolder};
use goldrush_harness::store::machine::Machine;
use goldrush_harness::study::Plan;
use goldrush_report::fault_report::FaultReport;
use goldrush_report::{effects, standings};
use goldrush_support::interrupt::{Interrupt, Interrupted};
use goldrush_support::progress::Progress;

/// Results of a finished run.
pub struct Outcome {
    /// Statistics of the whole run.
    pub summary: Summary,
    /// Effort of each contestant in the games played now, by title; empty unless the run compares agents.
    pub timings: Vec<(String, TimingStats)>,
    /// Number of seats lost by faults of bots in the whole run.
    pub faults: u64,
    /// Number of games played now.
    pub games: u64,
    /// Time they took.
    pub elapsed: Duration,
    /// Folder of the run, which may have been renamed.
    pub folder: Option<PathBuf>,
    /// True if the user ended the run, which has no folder and cannot be resumed.
    pub is_incomplete: bool,
    /// True if the run could have ended here, had there been more games to play.
    pub is_decided: bool,
}

/// Sees how a run goes while it is played.
pub trait Follower {
    /// Called after this many more games.
    fn advance(&mut self, plan: &Plan, tally: &Tally, games: u64);

    /// Called with lines for the user.
    fn tell(&mut self, lines: &str) {
        // Standard error may be closed; that is no reason to stop.
        let _ = writeln!(io::stderr(), "{lines}");
    }

    /// Called when the results are looked at: the intervals hold at all looks together, and at no other moment.
    fn look(&mut self, plan: &Plan, tally: &Tally) {
        let _ = (plan, tally);
    }
}

/// Shows progress and standings on standard error.
struct Terminal(Progress);

impl Follower for Terminal {
    fn tell(&mut self, lines: &str) {
        self.0.tell(lines);
    }

    fn advance(&mut self, plan: &Plan, tally: &Tally, games: u64) {
        self.0.add(games);
        self.0.show_status(|| standings::lines(plan, tally));
    }
}

/// Plays the rest of a plan, or as much as its question needs, with progress on standard error. `tally` counts the games
/// already played; the others are written to the folder, if there is one.
///
/// # Errors
/// Fails with [`Interrupted`] if the user ends a run that can be resumed, or if a bot cannot be started or a file not be
/// written.
pub fn run(
    plan: &Plan,
    tally: Tally,
    folder: Option<RunFolder>,
    pool: &ThreadPool,
) -> anyhow::Result<Outcome> {
    let interrupt = Interrupt::listen();
    let mut terminal = Terminal(Progress::from(
        "games",
        tally.games,
        plan.blocks_here() * plan.games_per_block(),
    ));
    let outcome = follow(plan, tally, folder, pool, &interrupt, &mut terminal);
    terminal.0.finish();
    outcome
}

/// Plays like [`run`], until `interrupt` is requested, and lets `follower` see how it goes.
///
/// # Errors
/// As [`run`].
pub fn follow(
    plan: &Plan,
    tally: Tally,
    folder: Option<RunFolder>,
    pool: &ThreadPool,
    interrupt: &Interrupt,
    follower: &mut dyn Follower,
) -> anyhow::Result<Outcome> {
    let started = Instant::now();
    let started_at = SystemTime::now();
    let before = tally.games;
    let timings = vec![TimingStats::default(); plan.contestants.names.len()];
    let looks = plan
        .stop
        .map_or_else(Vec::new, |stop| stop.looks(plan.blocks));
    let fault_report = FaultReport::new(folder.as_ref().map(RunFolder::path));
    let mut in_progress = RunInProgress {
        plan,
        folder,
        tally,
        timings,
        looks,
        follower,
        fault_report,
    };
    if !is_over(plan, &in_progress.tally) {
        let first = plan.range().start * plan.games_per_block() + before;
        let row_writer = in_progress.folder.is_some().then(|| RowWriter::new(plan));
        let sink = row_writer.as_ref().map(|writer| writer as &dyn Sink);
        batch::run(plan, first, pool, sink, interrupt, &mut in_progress)?;
    }
    let RunInProgress {
        folder,
        tally,
        timings,
        fault_report,
        follower,
        ..
    } = in_progress;
    for line in fault_report.end() {
        follower.tell(&line);
    }
    let is_incomplete = !is_over(plan, &tally);
    let folder = match folder {
        Some(mut folder) if is_incomplete => {
            folder.pause()?;
            let advice = format!("continue with: goldrush resume {}", folder.path().display());
            return Err(Interrupted {
                done: tally.blocks,
                of: plan.blocks_here(),
                units: "deals",
                advice,
            }
            .into());
        }
        folder => folder,
    };
    let (summary, elapsed, games) = (
        Summary::new(plan, &tally),
        started.elapsed(),
        tally.games - before,
    );
    let watched = if plan.compares_agents() {
        &plan.contestants.titles[..]
    } else {
        &[]
    };
    let timings: Vec<_> = watched.iter().cloned().zip(timings).collect();
    let machine = Machine::new(
        pool.current_num_threads(),
        started_at,
        elapsed,
        games,
        &timings,
    );
    let folder = folder
        .map(|folder| folder.finish(&tables(&summary), &summary, &machine))
        .transpose()?;
    Ok(Outcome {
        summary,
        timings,
        faults: tally.fault_count(),
        games,
        elapsed,
        folder,
        is_incomplete,
        is_decided: is_decided(plan, &tally),
    })
}

/// Returns the tables made from the statistics, by name.
pub fn tables(summary: &Summary) -> Vec<(&'static str, String)> {
    let effects = summary
        .balance
        .iter()
        .map(|balance| (EFFECTS_FILE, effects::to_csv(balance, summary.blocks)));
    effects.collect()
}

/// A run in progress.
struct RunInProgress<'p, 'f> {
    plan: &'p Plan,
    folder: Option<RunFolder>,
    tally: Tally,
    /// Effort by contestant.
    timings: Vec<TimingStats>,
    /// Numbers of blocks after which the results are looked at.
    looks: Vec<u64>,
    follower: &'f mut dyn Follower,
    fault_report: FaultReport,
}

impl Consumer for RunInProgress<'_, '_> {
    fn take(&mut self, game: &FinishedGame) -> anyhow::Result<ControlFlow<()>> {
        let id = game.id;
        for fault in &game.faults {
            if let Some(lines) = self.fault_report.add(self.plan, id, fault) {
                self.follower.tell(&lines);
            }
        }
        let lineup = &self.plan.arm(id).lineup;
        self.tally.add_game(self.plan, id, &game.result);
        for (seat, timing) in game.timings[..lineup.players()].iter().enumerate() {
            self.timings[self
                .plan
                .contestants
                .index(id.arm, lineup.side(id.seating, seat))] += *timing;
        }
        if let (Some(folder), Some(rows)) = (&mut self.folder, &game.rows) {
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
        if self.looks.contains(&self.tally.blocks) {
            self.follower.look(self.plan, &self.tally);
        }
        Ok(if is_over(self.plan, &self.tally) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        })
    }

    fn tick(&mut self, ended: u64) -> anyhow::Result<()> {
        self.follower.advance(self.plan, &self.tally, ended);
        self.folder
            .as_mut()
            .map_or(Ok(()), RunFolder::flush_in_time)
    }
}
