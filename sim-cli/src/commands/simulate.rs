//! `goldrush simulate`.

use std::io::Write;

use super::playing;
use crate::cli::args::SimulateArgs;
use crate::study::Plan;

pub(super) fn run(args: &SimulateArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    playing::begin(&Plan::of_simulation(args)?, &args.run, None, out)
}
