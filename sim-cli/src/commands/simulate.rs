//! `goldrush simulate`.

use std::io::Write;

use super::playing;
use crate::cli::args::SimulateArgs;

pub(super) fn run(args: &SimulateArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    playing::begin(args.plan()?, &args.run, None, out)
}
