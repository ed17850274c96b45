//! `goldrush match`.

use std::io::Write;

use super::playing;
use crate::cli::args::MatchArgs;

pub(super) fn run(args: &MatchArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    playing::begin(args.plan()?, &args.run, args.append.as_deref(), out)
}
