//! `goldrush diff`: how two runs differ. Exit codes as in diff(1): 0 no difference, 1 differences, 2 cannot tell.

use std::fmt;
use std::io::Write;
use std::path::Path;

use crate::cli::args::DiffArgs;
use crate::error::bad_input;
use crate::findings::difference::Differences;
use crate::findings::tally::Tally;
use crate::input::read_input;
use crate::report::difference::{field, write_fields, write_results};
use crate::report::wrap;
use crate::store::folder::is_complete;
use crate::store::written::{Written, WrittenBlock};
use crate::study::arm::Arm;
use crate::study::pairing::{Pairing, agents, arm_differences, is_of_lineup, plan_differences};
use crate::study::{Difference, PLAN_FILE, Plan};

/// Most fields listed if two runs share nothing.
const MOST_SHOWN: usize = 3;

/// The runs differ; the differences have been printed.
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
    // Any error is due to the input.
    let as_bad_input = |e: anyhow::Error| bad_input(format!("{e:#}"));
    let [left, right] = folders.map(read_plan);
    let plans = [left.map_err(as_bad_input)?, right.map_err(as_bad_input)?];
    let plans = plans.each_ref();
    let pairing = Pairing::new(plans);
    if pairing.both.is_empty() {
        return Err(nothing_shared(plans, folders));
    }
    let is_paired = share_deals(plans, folders)?;
    let [left, right] = folders.map(|folder| read_input(&folder.join(PLAN_FILE)));
    let in_plans = plan_differences([&left?, &right?]);
    let results = read(plans, folders, &pairing, is_paired).map_err(as_bad_input)?;
    if !in_plans.is_empty() {
        write_fields("The plans differ:", &in_plans, out)?;
        writeln!(out)?;
    }
    write_alone(plans, &pairing, out)?;
    let [left, right] = results.blocks();
    if is_paired {
        writeln!(
            out,
            "The runs share {left} deals, which are compared deal by deal."
        )?;
    } else {
        writeln!(
            out,
            "{left} deals of the first run are compared with {right} other deals of the second."
        )?;
    }
    let differing = results.found(is_paired);
    if differing.is_empty() {
        writeln!(out, "The results are the same.")?;
    } else {
        write_results(&differing, out)?;
    }
    let is_relevant =
        |difference: &Difference| !["version", "commit"].contains(&&difference.field[..]);
    let is_alone = pairing.only.iter().any(|only| !only.is_empty());
    if differing.is_empty() && !is_alone && !in_plans.iter().any(is_relevant) {
        return Ok(());
    }
    Err(Differ.into())
}

/// Returns the error that two runs share nothing: how they differ, and which command shows the effect of that.
fn nothing_shared(plans: [&Plan; 2], folders: [&Path; 2]) -> anyhow::Error {
    let first = &plans[0].arms[0];
    let second = plans[1]
        .arms
        .iter()
        .find(|arm| arm.name == first.name)
        .unwrap_or(&plans[1].arms[0]);
    let differing = arm_differences([first, second]);
    let shown: Vec<String> = differing.iter().take(MOST_SHOWN).map(field).collect();
    let more = match differing.len() - shown.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let instead = if !std::ptr::eq(first.setup.schema(), second.setup.schema()) {
        "the results of games as different as these cannot be compared"
    } else if differing.iter().all(is_of_lineup) {
        "to see which agent is stronger: goldrush match --help, goldrush tournament --help"
    } else {
        "to see what a rule does: goldrush balance --help"
    };
    let [left, right] = folders.map(Path::display);
    bad_input(format!(
        "{left} and {right} share no rules and line-up ({}{more}); {instead}",
        shown.join("; ")
    ))
}

/// Lists the rules and line-ups that only one run has and, for those with the same name, how they differ.
fn write_alone(plans: [&Plan; 2], pairing: &Pairing, out: &mut dyn Write) -> anyhow::Result<()> {
    let arms = [0, 1].map(|run| {
        pairing.only[run]
            .iter()
            .map(|&arm| &plans[run].arms[arm])
            .collect::<Vec<&Arm>>()
    });
    let [left, right] = &arms;
    for first in left {
        if let Some(second) = right.iter().find(|second| second.name == first.name) {
            write_fields(
                &format!("Different in the two runs: {}", called(first)),
                &arm_differences([first, second]),
                out,
            )?;
        }
    }
    for (run, (own, others)) in [("first", (left, right)), ("second", (right, left))] {
        for arm in own
            .iter()
            .filter(|arm| others.iter().all(|other| other.name != arm.name))
        {
            wrap::write(
                &format!("Only in the {run} run: {}", called(arm)),
                "",
                "  ",
                out,
            )?;
        }
    }
    if !left.is_empty() || !right.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}

/// Returns the name of an arm or, if it is the only one, its players.
fn called(arm: &Arm) -> String {
    if arm.name.is_empty() {
        agents(arm)
    } else {
        arm.name.clone()
    }
}

fn read_plan(folder: &Path) -> anyhow::Result<Plan> {
    let plan = Plan::read(folder)?;
    if !is_complete(folder) {
        let shown = folder.display();
        anyhow::bail!("{shown}: is not finished; first: goldrush resume {shown}");
    }
    Ok(plan)
}

/// True if the runs' blocks are the same deals, as far as both runs go.
fn share_deals([left, right]: [&Plan; 2], folders: [&Path; 2]) -> anyhow::Result<bool> {
    if !left.shares_deals(right) {
        return Ok(false);
    }
    if left.range().start != right.range().start {
        let [left, right] = folders.map(Path::display);
        let problem =
            "are different parts of the same deals; put the parts together first: goldrush merge";
        return Err(bad_input(format!("{left} and {right} {problem}")));
    }
    Ok(true)
}

/// Reads both runs; if they share deals, only the deals in both.
fn read(
    plans: [&Plan; 2],
    folders: [&Path; 2],
    pairing: &Pairing,
    is_paired: bool,
) -> anyhow::Result<Differences> {
    let mut results = Differences::new(plans, &pairing.both);
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
