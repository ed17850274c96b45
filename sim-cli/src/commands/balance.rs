//! `goldrush balance`.

use std::io::Write;

use super::playing;
use crate::cli::balance::BalanceArgs;

pub(super) fn run(args: &BalanceArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    playing::announce(args.plan()?, &args.run, args.dry_run, out)
}
