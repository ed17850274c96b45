//! `goldrush match`.

use std::io::Write;

use super::playing;
use crate::cli::args::MatchArgs;
use crate::cli::plan::Plan;
use crate::report::{contest, table};

pub(super) fn run(args: &MatchArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let plan = Plan::of_match(args)?;
    let run = playing::play(&plan, &args.run)?;
    table::write(&run.summary, out)?;
    contest::write_efforts(&run.efforts, out)?;
    if let Some(contest) = &run.summary.contest {
        contest::write(contest, &run.summary, out)?;
    }
    playing::say_end(&run, &plan, &args.run, out)
}
