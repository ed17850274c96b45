//! `goldrush tournament`.

use std::io::Write;

use super::playing;
use crate::cli::args::TournamentArgs;

pub(super) fn run(args: &TournamentArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    playing::announce(args.plan()?, &args.run, args.dry_run, out)
}
