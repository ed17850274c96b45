//! `goldrush resume`.

use std::io::Write;

use super::playing;
use crate::cli::args::ResumeArgs;
use crate::error::bad_input;
use crate::findings::read_back::ReadBack;
use crate::findings::stop::is_decided;
use crate::sim::batch;
use crate::store::folder::{LockedFolder, is_complete, tidy};
use crate::store::written::Wrong;
use crate::study::Plan;

pub(super) fn run(args: &ResumeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    batch::pool(args.threads)?;
    let shown = args.folder.display();
    // Read under the lock, so that no other process is still writing.
    let locked = LockedFolder::take(&args.folder)?;
    let written = Plan::read_to_go_on(&args.folder)?;
    let mut plan = Plan::read_to_go_on(&args.folder)?;
    let was_complete = is_complete(&args.folder);
    if was_complete {
        tidy(&args.folder)?;
    }
    match (was_complete, args.more) {
        (_, Some(_)) if plan.shard.is_some() => {
            return Err(bad_input(format!(
                "--more: {shown} is a part of a run; add games to the run when it is merged"
            )));
        }
        (true, _) if args.repair => {
            let problem =
                "is complete: there is nothing to cut off; goldrush verify says whether it is as it was written";
            return Err(bad_input(format!("--repair: {shown} {problem}")));
        }
        (true, None) => return Err(bad_input(format!("{shown}: is complete; --more N adds games to it"))),
        (false, Some(_)) => {
            let problem = format!("--more: {shown} is not finished; first: goldrush resume {shown}");
            return Err(bad_input(problem));
        }
        (true, Some(_)) if plan.stop.is_some() => {
            let problem = "had a goal to end by; play it again with more --games";
            return Err(bad_input(format!("--more: {shown} {problem}")));
        }
        (true, Some(more)) => plan.extend("--more", more)?,
        (false, None) => {}
    }
    let mut before = ReadBack::nothing(&plan);
    let wrong = if args.repair { Wrong::CutOff } else { Wrong::Refused };
    let kept = locked.read_back(&written, wrong, &mut before)?;
    let tally = before.tally;
    if was_complete && is_decided(&plan, &tally) {
        return Err(bad_input(format!("--more: the test of {shown} has decided; more games would not change that")));
    }
    // In this order: a plan of more games beside a summary of fewer would seem complete.
    if was_complete {
        locked.remove_summary()?;
    }
    let folder = locked.reopen(&plan, kept)?;
    if was_complete {
        folder.write_plan(&plan)?;
    }
    writeln!(out, "Going on after {} of {} deals.", tally.blocks, plan.blocks_here())?;
    let faults = playing::go_on(&plan, Some(folder), tally, args.threads, None, out)?;
    playing::accept_faults(faults, args.allow_faults)
}
