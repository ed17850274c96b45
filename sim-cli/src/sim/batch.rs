//! Many games in parallel, handed over in order. The threads of this program live here.

use std::time::{Duration, Instant};

use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::play::{Arena, GameId, play, play_recorded};
use crate::cli::bad_input;
use crate::cli::plan::Plan;
use crate::report::csv::{Rows, write_record};
use crate::stats::tally::Tally;

/// The results of some blocks in a row.
pub struct Batch {
    /// How many blocks.
    pub blocks: u64,
    /// Their statistics.
    pub tally: Tally,
    /// Rows of the tables and records, ready to be written.
    pub rows: Rows,
}

/// A pool of so many threads, or of one for each core.
///
/// # Errors
/// If the number is not possible: bad input.
pub fn pool(threads: Option<usize>) -> anyhow::Result<ThreadPool> {
    if threads.is_some_and(|t| t == 0 || t > 4096) {
        return Err(bad_input("--threads: 1 to 4096 are possible"));
    }
    Ok(rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build()?)
}

/// Plays all games of a plan and hands them to `take` in order, batch by batch. What is in a batch depends on the
/// speed of the machine; what is in all of them together does not.
///
/// # Errors
/// Those of `take`.
pub fn run(
    plan: &Plan,
    pool: &ThreadPool,
    write: bool,
    mut take: impl FnMut(Batch) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    // Windows of about this long, so that progress shows and little waits at their ends.
    const WINDOW: Duration = Duration::from_millis(400);
    let run = plan.run_id();
    let parts = 8 * pool.current_num_threads() as u64;
    let mut per_part = 1;
    let mut next = 0;
    while next < plan.blocks {
        let started = Instant::now();
        let ranges: Vec<_> = (0..parts)
            .map(|i| (next + i * per_part).min(plan.blocks)..(next + (i + 1) * per_part).min(plan.blocks))
            .filter(|range| !range.is_empty())
            .collect();
        let batches: Vec<Batch> =
            pool.install(|| ranges.into_par_iter().map(|blocks| play_blocks(plan, &run, blocks, write)).collect());
        for batch in batches {
            next += batch.blocks;
            take(batch)?;
        }
        let factor = WINDOW.as_secs_f64() / started.elapsed().as_secs_f64().max(1e-6);
        per_part = ((per_part as f64 * factor.clamp(0.5, 4.0)) as u64).clamp(1, 4096);
    }
    Ok(())
}

fn play_blocks(plan: &Plan, run: &str, blocks: std::ops::Range<u64>, write: bool) -> Batch {
    let mut batch = Batch { blocks: blocks.end - blocks.start, tally: Tally::new(&plan.lineup), rows: Rows::default() };
    let mut arena = Arena::new(&plan.setup);
    for block in blocks {
        for seating in 0..plan.lineup.seatings() {
            let id = GameId { block, seating };
            let number = id.number(&plan.lineup);
            let result = if write && plan.records.include(number) {
                let (result, record) = play_recorded(plan, &mut arena, id);
                write_record(&mut batch.rows.records, &record);
                result
            } else {
                play(plan, &mut arena, id)
            };
            if write {
                batch.rows.push(run, plan, id, number, &result);
            }
            batch.tally.add_game(&plan.lineup, seating, &result);
        }
        batch.tally.end_block();
    }
    batch
}
