//! `goldrush merge`: combines the parts of a run, or what was played of a search.

use std::io::Write;
use std::path::{Path, PathBuf};

use goldrush_engine::plain_error::plain;
use goldrush_harness::findings::summary::Summary;
use goldrush_harness::findings::tally::Tally;
use goldrush_harness::store::collection::CollectedParts;
use goldrush_harness::store::folder::{MACHINE_FILE, RunFolder};
use goldrush_harness::store::machine::{Machine, MergedMachine};
use goldrush_harness::store::written::Written;
use goldrush_harness::study::{Plan, Shard, array};
use goldrush_support::error::{bad_input, counted};
use goldrush_support::input::read_input;
use goldrush_support::printable::printable;
use goldrush_support::progress::Progress;

use super::runs::{check_faults, write_statistics};
use crate::cli::args::MergeArgs;
use crate::design::record::{merge_searches, searches_in};
use crate::run;

pub(super) fn run(args: &MergeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let searches = searches_in(&args.folders);
    if !searches.is_empty() {
        merge_searches(&searches, &args.out)?;
        let shown = printable(args.out.display());
        writeln!(
            out,
            "Added {} to the search in {shown}",
            counted(searches.len() as u64, "part")
        )?;
        return Ok(());
    }
    let collected = CollectedParts::new(&args.folders)?;
    let missing = &collected.missing;
    let of = collected.of;
    if !missing.is_empty() {
        writeln!(out, "{}", array(missing))?;
        anyhow::bail!(
            "{} of {of} parts are missing or not complete; nothing is merged",
            missing.len()
        );
    }
    let MergedRun {
        plan,
        summary,
        machine,
        faults,
        path,
    } = merge(collected, &args.out)?;
    write_statistics(&plan, &summary, &machine.timings(), out)?;
    writeln!(
        out,
        "Merged {of} parts.\nWritten to {}",
        printable(path.display())
    )?;
    check_faults(faults, args.allow_faults)
}

/// A merged run.
pub(super) struct MergedRun {
    plan: Plan,
    summary: Summary,
    machine: MergedMachine,
    faults: u64,
    path: PathBuf,
}

/// Merges the complete parts of a run in a new folder.
pub(super) fn merge(collected: CollectedParts, to: &Path) -> anyhow::Result<MergedRun> {
    let CollectedParts {
        mut plan,
        parts,
        of,
        ..
    } = collected;
    let mut folder = RunFolder::create_anew(to, &plan)?;
    let mut tally = Tally::new(&plan);
    let mut machine = MergedMachine::default();
    let mut progress = Progress::new("games", plan.games());
    for (index, part) in parts {
        plan.shard = Some(Shard { index, of });
        copy(&part, &plan, &mut tally, &mut folder, &mut progress)?;
        machine.add(read_machine(&part)?);
    }
    plan.shard = None;
    progress.finish();
    let summary = Summary::new(&plan, &tally);
    let path = folder.finish(&run::tables(&summary), &summary, &machine)?;
    Ok(MergedRun {
        plan,
        summary,
        machine,
        faults: tally.fault_count(),
        path,
    })
}

/// Appends the games of a part.
fn copy(
    part: &Path,
    plan: &Plan,
    tally: &mut Tally,
    folder: &mut RunFolder,
    progress: &mut Progress,
) -> anyhow::Result<()> {
    let mut written = Written::open(part, plan)?;
    while let Some(block) = written.next_block()? {
        tally.add_block(plan, &block.games);
        folder.append(&block.rows);
        folder.end_block();
        folder.flush_in_time()?;
        progress.add(block.games.len() as u64);
    }
    folder.add_logs(part)
}

fn read_machine(part: &Path) -> anyhow::Result<Machine> {
    let path = part.join(MACHINE_FILE);
    serde_json::from_str(&read_input(&path)?)
        .map_err(|e| bad_input(format!("{}: {}", path.display(), plain(&e.to_string()))))
}
