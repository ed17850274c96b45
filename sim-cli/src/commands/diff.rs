//! `goldrush diff`: in what two runs differ. Exit codes are those of diff(1): 0 in nothing, 1 in something, 2 it cannot be told.

use std::fmt;
use std::io::Write;
use std::path::Path;

use crate::cli::args::DiffArgs;
use crate::error::{bad_input, read_input};
use crate::findings::difference::Differences;
use crate::findings::tally::Tally;
use crate::report::difference::{write_plans, write_results};
use crate::store::folder::is_complete;
use crate::store::written::{Written, WrittenBlock};
use crate::study::{Difference, PLAN_FILE, Plan, differences};

/// Two runs differ; what in has been said.
#[derive(Debug)]
pub(super) struct Differ;

impl fmt::Display for Differ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the runs differ")
    }
}

impl std::error::Error for Differ {}

pub(super) fn run(args: &DiffArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let folders = [&*args.first, &*args.second];
    let names = folders.map(|folder| folder.display().to_string());
    let names = names.each_ref().map(String::as_str);
    // Whatever is wrong is wrong with what was given.
    let trouble = |e: anyhow::Error| bad_input(format!("{e:#}"));
    let [left, right] = folders.map(read_plan);
    let plans = [left.map_err(trouble)?, right.map_err(trouble)?];
    let plans = plans.each_ref();
    let is_paired = share_deals(plans, names)?;
    let in_plans = plan_differences(folders).map_err(trouble)?;
    let results = read(plans, folders, is_paired).map_err(trouble)?;
    let differing = results.found(is_paired);
    if !in_plans.is_empty() {
        write_plans(&in_plans, names, out)?;
    }
    let [left, right] = results.blocks();
    if is_paired {
        writeln!(out, "{left} deals are in both; they are compared deal by deal")?;
    } else {
        writeln!(out, "{left} deals and {right} others are compared")?;
    }
    if differing.is_empty() {
        writeln!(out, "the results are the same")?;
    } else {
        write_results(&differing, names, out)?;
    }
    let is_told = |difference: &Difference| !["version", "commit"].contains(&&difference.field[..]);
    if differing.is_empty() && !in_plans.iter().any(is_told) {
        return Ok(());
    }
    Err(Differ.into())
}

fn read_plan(folder: &Path) -> anyhow::Result<Plan> {
    let plan = Plan::read(folder)?;
    if !is_complete(folder) {
        let shown = folder.display();
        anyhow::bail!("{shown}: is not finished; first: goldrush resume {shown}");
    }
    Ok(plan)
}

fn plan_differences(folders: [&Path; 2]) -> anyhow::Result<Vec<Difference>> {
    let text = |folder: &Path| read_input(&folder.join(PLAN_FILE));
    Ok(differences(&text(folders[0])?, &text(folders[1])?))
}

/// Whether the blocks of the runs are the same deals, as far as both go.
fn share_deals([left, right]: [&Plan; 2], names: [&str; 2]) -> anyhow::Result<bool> {
    if left.seed != right.seed {
        return Ok(false);
    }
    if left.range().start != right.range().start {
        let problem = "are different parts of the deals of one seed; put the parts together first: goldrush merge";
        return Err(bad_input(format!("{} and {}: {problem}", names[0], names[1])));
    }
    Ok(true)
}

/// Reads both runs; of the same deals only those that are in both.
fn read(plans: [&Plan; 2], folders: [&Path; 2], is_paired: bool) -> anyhow::Result<Differences> {
    let mut results = Differences::new(plans);
    let mut left = Written::open(folders[0], plans[0])?;
    let mut right = Written::open(folders[1], plans[1])?;
    let tally = |plan, block: WrittenBlock| {
        let mut tally = Tally::new(plan);
        tally.add_block(plan, &block.games);
        tally
    };
    if is_paired {
        while let (Some(l), Some(r)) = (left.next_block()?, right.next_block()?) {
            results.add_both([&tally(plans[0], l), &tally(plans[1], r)]);
        }
        return Ok(results);
    }
    for (run, written) in [&mut left, &mut right].into_iter().enumerate() {
        while let Some(block) = written.next_block()? {
            results.add(run, &tally(plans[run], block));
        }
    }
    Ok(results)
}
