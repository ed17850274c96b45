//! Playing the games of a plan: what `simulate` and `match` have in common.

use std::io::Write;
use std::ops::ControlFlow;
use std::time::{Duration, Instant, SystemTime};

use serde::Serialize;

use crate::cli::args::RunArgs;
use crate::cli::plan::Plan;
use crate::progress::{Progress, readable};
use crate::report::folder::RunFolder;
use crate::report::machine::Machine;
use crate::sim::batch::{self, Played};
use crate::sim::effort::Effort;
use crate::stats::contest::is_decided;
use crate::stats::summary::Summary;
use crate::stats::tally::Tally;

/// A run that is over.
pub(super) struct Run {
    pub summary: Summary,
    /// Sides of a match and what deciding cost them.
    pub efforts: Vec<(String, Effort)>,
    threads: usize,
    elapsed: Duration,
}

/// Plays all games, or as many as the test of a match needs, and writes them if there is a folder.
pub(super) fn play(plan: &Plan, args: &RunArgs) -> anyhow::Result<Run> {
    let pool = batch::pool(args.threads)?;
    let mut folder = args.out.as_ref().map(|path| RunFolder::create(path, plan)).transpose()?;
    let (started, began) = (Instant::now(), SystemTime::now());
    let mut tally = Tally::new(&plan.lineup);
    let mut efforts = vec![Effort::default(); plan.lineup.sides().len()];
    let mut progress = Progress::new("games", plan.games());
    batch::run(plan, &pool, folder.is_some(), &mut progress, |game| {
        let Played { id, result, rows, efforts: of_seats } = game;
        if let Some(folder) = &mut folder {
            folder.append(&rows)?;
        }
        tally.add_game(&plan.lineup, id.seating, &result);
        for (seat, effort) in of_seats[..plan.lineup.players()].iter().enumerate() {
            efforts[plan.lineup.side(id.seating, seat)] += *effort;
        }
        if id.seating + 1 < plan.lineup.seatings() {
            return Ok(ControlFlow::Continue(()));
        }
        tally.end_block();
        let enough = plan.contest.as_ref().is_some_and(|contest| is_decided(contest, &tally));
        Ok(if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    progress.finish();
    let summary = Summary::new(plan, &tally);
    let elapsed = started.elapsed();
    let threads = pool.current_num_threads();
    let watched = if plan.contest.is_some() { plan.lineup.sides() } else { &[] };
    let efforts: Vec<_> = watched.iter().cloned().zip(efforts).collect();
    if let Some(folder) = folder {
        let machine = Machine::new(threads, began, elapsed, tally.games, &efforts);
        folder.finish(&json(&summary)?, &json(&machine)?)?;
    }
    Ok(Run { summary, efforts, threads, elapsed })
}

/// What is said at the end of a run.
pub(super) fn say_end(run: &Run, plan: &Plan, args: &RunArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    if plan.games() != args.games {
        writeln!(out, "{} games were asked for; {} make whole blocks", args.games, plan.games())?;
    }
    let elapsed_s = run.elapsed.as_secs_f64();
    let rate = readable(run.summary.games as f64 / elapsed_s);
    writeln!(out, "{elapsed_s:.1} s, {rate} games/s on {} threads", run.threads)?;
    if let Some(path) = &args.out {
        writeln!(out, "written to {}", path.display())?;
    }
    Ok(())
}

fn json(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}
