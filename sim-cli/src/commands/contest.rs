//! `goldrush match`.

use std::io::Write;

use super::playing;
use crate::cli::args::MatchArgs;
use crate::study::Plan;

pub(super) fn run(args: &MatchArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    playing::begin(&Plan::of_match(args)?, &args.run, args.append.as_deref(), out)
}
