//! `goldrush simulate`.

use std::io::Write;

use super::playing;
use crate::cli::args::SimulateArgs;
use crate::cli::plan::Plan;
use crate::report::table;

pub(super) fn run(args: &SimulateArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let plan = Plan::of_simulation(args)?;
    let run = playing::play(&plan, &args.run)?;
    table::write(&run.summary, out)?;
    playing::say_end(&run, &plan, &args.run, out)
}
