//! Writes what will be played before a run starts: line-ups × seatings × deals, and the estimated cost.

use std::io::{self, Write};

use goldrush_harness::sim::run_estimate::RunEstimate;
use goldrush_harness::study::Plan;
use goldrush_support::duration::duration;
use goldrush_support::printable::printable;

use super::words::count;

/// Maximum number of arms to list.
const MOST: usize = 40;

/// Writes the arms of a plan.
pub fn write_arms(plan: &Plan, to: &mut dyn Write) -> io::Result<()> {
    for arm in plan.arms.iter().take(MOST) {
        let seatings = arm.lineup.seatings();
        writeln!(
            to,
            "  {} × {seatings} {}",
            printable(&arm.name),
            if seatings == 1 { "seating" } else { "seatings" }
        )?;
    }
    if plan.arms.len() > MOST {
        writeln!(to, "  … and {} more", plan.arms.len() - MOST)?;
    }
    Ok(())
}

/// Writes the number of games of a plan, and its estimated time and size.
pub fn write(
    plan: &Plan,
    run_estimate: &RunEstimate,
    threads: usize,
    to: &mut dyn Write,
) -> io::Result<()> {
    let blocks = plan.blocks_here();
    let per_block = plan.games_per_block();
    let most = if plan.stop.is_some() || plan.sprt().is_some() {
        " at most"
    } else {
        ""
    };
    let each = if per_block == 1 { "game" } else { "games" };
    let (games, time) = (
        per_block * blocks,
        duration(run_estimate.work / threads as u32),
    );
    writeln!(
        to,
        "{} games{most}: {} deals, {per_block} {each} each. Takes about {time}; the tables take {}.\n",
        count(games),
        count(blocks),
        size(run_estimate.bytes)
    )
}

fn size(bytes: u64) -> String {
    let mb = bytes as f64 / 1e6;
    match mb {
        mb if mb < 1.0 => format!("{:.0} kB", bytes as f64 / 1e3),
        mb if mb < 1e3 => format!("{mb:.0} MB"),
        mb => format!("{:.1} GB", mb / 1e3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_rounded_for_people() {
        assert_eq!(
            [1234, 12_345_678, 12_345_678_901].map(size),
            ["1 kB", "12 MB", "12.3 GB"]
        );
    }
}
