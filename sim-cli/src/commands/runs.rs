//! Choosing where a run is written, and printing its outcome: `simulate`, `match`, `tournament`, `balance`, `ask`, `resume`
//! and `merge`.

use std::io::Write;
use std::path::Path;

use goldrush_harness::findings::read_back::ReadBack;
use goldrush_harness::findings::summary::Summary;
use goldrush_harness::sim::run_estimate::RunEstimate;
use goldrush_harness::sim::timing::TimingStats;
use goldrush_harness::sim::{batch, bots};
use goldrush_harness::store::collection::{self, OpenedPart};
use goldrush_harness::store::csv::RowWriter;
use goldrush_harness::store::folder::RunFolder;
use goldrush_harness::study::{Draft, Plan, Question};
use goldrush_report::content::Run;
use goldrush_report::words::count;
use goldrush_report::{ledger, schedule};
use goldrush_support::interrupt::Interrupted;
use goldrush_support::printable::printable;
use goldrush_support::progress::readable;
use rayon::ThreadPool;

use super::documents;
use crate::cli::args::RunArgs;
use crate::run::{self, Outcome};

/// Plays a plan. A match is also appended to the table `append`, if given.
pub(super) fn play(
    draft: Draft,
    args: &RunArgs,
    append: Option<&Path>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    // Both are checked before the folder is created.
    let pool = batch::pool(args.threads)?;
    append.map(ledger::check).transpose()?;
    begin(&draft.complete(bots::titles)?, args, append, &pool, out)
}

/// Prints what a plan will take, and plays it unless it is a dry run.
pub(super) fn announce(
    draft: Draft,
    args: &RunArgs,
    dry_run: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let pool = batch::pool(args.threads)?;
    let plan = draft.complete(bots::titles)?;
    let row_writer = RowWriter::new(&plan);
    let run_estimate = RunEstimate::new(&plan, |id, number, result| {
        row_writer.rows(id, number, result, &[]).bytes()
    })?;
    // For a study, the arms mean little to a user who asked a question.
    if dry_run || !matches!(plan.question, Question::Balance(_)) {
        schedule::write_arms(&plan, out)?;
    }
    schedule::write(&plan, &run_estimate, pool.current_num_threads(), out)?;
    out.flush()?;
    if dry_run {
        Ok(())
    } else {
        begin(&plan, args, None, &pool, out)
    }
}

/// Plays a plan from the beginning, or the rest of a part.
fn begin(
    plan: &Plan,
    args: &RunArgs,
    append: Option<&Path>,
    pool: &ThreadPool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut before = ReadBack::nothing(plan);
    let folder = match (&args.out, plan.shard) {
        (None, _) => None,
        (Some(path), None) => Some(RunFolder::create(path, plan)?),
        (Some(path), Some(shard)) => match collection::open(path, plan, &mut before)? {
            OpenedPart::Complete(path) => {
                writeln!(
                    out,
                    "Part {shard} is complete: {}",
                    printable(path.display())
                )?;
                return Ok(());
            }
            OpenedPart::Unfinished(folder) => {
                writeln!(
                    out,
                    "Part {shard}: {} of {} deals have been played.",
                    before.tally.blocks,
                    plan.blocks_here()
                )?;
                Some(*folder)
            }
        },
    };
    let outcome = run::run(plan, before.tally, folder, pool)?;
    if outcome.is_incomplete {
        return stop(plan, &outcome, pool, out);
    }
    write(plan, &outcome, pool, out)?;
    if let Some(path) = append {
        ledger::append(path, plan.kind(), &outcome.summary, &outcome.timings)?;
    }
    if outcome.summary.blocks < plan.blocks_here() {
        writeln!(out, "{}", stopped_early(plan, outcome.summary.blocks))?;
    } else if let Some(asked) = args.games.filter(|&asked| asked != plan.games()) {
        writeln!(
            out,
            "{asked} games were requested; {} were played so that every deal is complete",
            plan.games()
        )?;
    }
    if let Some(precision) = plan.stop.map(|stop| stop.precision())
        && !precision.is_empty()
        && !outcome.is_decided
    {
        writeln!(
            out,
            "These games were too few for --precision {precision}; give more --games"
        )?;
    }
    check_faults(outcome.faults, args.allow_faults)
}

/// Says why a run ended before its last block.
fn stopped_early(plan: &Plan, blocks: u64) -> String {
    let games = count(blocks * plan.games_per_block());
    let most = count(plan.games());
    if plan.stop.is_some_and(|stop| stop.settled) {
        format!(
            "{games} of at most {most} games settled every answer; --precision share=2% plays on until numbers are that exact"
        )
    } else {
        format!("{games} of at most {most} games were enough")
    }
}

/// Prints the results of a run that the user ended, and that cannot be resumed.
///
/// # Errors
/// Always [`Interrupted`].
fn stop(
    plan: &Plan,
    outcome: &Outcome,
    pool: &ThreadPool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let done = outcome.summary.blocks;
    let of = plan.blocks_here();
    if done > 0 {
        writeln!(
            out,
            "Incomplete: the results of {} of {} deals.",
            count(done),
            count(of)
        )?;
        write(plan, outcome, pool, out)?;
        out.flush()?;
    }
    Err(Interrupted {
        done,
        of,
        units: "deals",
        advice: "a run with --out could be resumed".into(),
    }
    .into())
}

/// Ends a run with this many faults of bots.
///
/// # Errors
/// Fails if there are any faults and they are not allowed.
pub(super) fn check_faults(faults: u64, allowed: bool) -> anyhow::Result<()> {
    if faults > 0 && !allowed {
        let words = match faults {
            1 => "a bot had a fault and lost the game by it".into(),
            _ => format!("bots had {faults} faults and lost a game by each"),
        };
        anyhow::bail!("{words} (exit code 0 with --allow-faults)");
    }
    Ok(())
}

/// Prints the outcome of a run.
pub(super) fn write(
    plan: &Plan,
    outcome: &Outcome,
    pool: &ThreadPool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let Outcome {
        summary,
        timings,
        games,
        elapsed,
        folder,
        ..
    } = outcome;
    if summary.blocks == 0 {
        writeln!(
            out,
            "There are more parts than deals, so this part has none."
        )?;
    } else {
        write_statistics(plan, summary, timings, out)?;
    }
    let elapsed_s = elapsed.as_secs_f64();
    let threads = pool.current_num_threads();
    writeln!(
        out,
        "{elapsed_s:.1} s, {} games/s on {threads} threads",
        readable(*games as f64 / elapsed_s)
    )?;
    match (folder, plan.salt) {
        (Some(path), _) => writeln!(out, "Written to {}", printable(path.display()))?,
        (None, Some(salt)) => {
            writeln!(
                out,
                "To play the same games again, add --seed {} --bot-salt {salt}",
                plan.seed
            )?;
        }
        (None, None) => {}
    }
    Ok(())
}

/// Prints what a run says.
pub(super) fn write_statistics(
    plan: &Plan,
    summary: &Summary,
    timings: &[(String, TimingStats)],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let run = Run {
        plan,
        summary,
        timings,
        faults: &[],
        // A part of a run or a run that was stopped says so itself.
        is_complete: true,
    };
    documents::print(&run.document(), out)?;
    writeln!(out)?;
    Ok(())
}
