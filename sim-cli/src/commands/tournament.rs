//! `goldrush tournament`.

use std::io::Write;

use super::playing;
use crate::cli::args::TournamentArgs;
use crate::study::Plan;

pub(super) fn run(args: &TournamentArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    playing::announce(&Plan::of_tournament(args)?, &args.run, args.dry_run, out)
}
