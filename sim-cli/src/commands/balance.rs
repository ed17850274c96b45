//! `goldrush balance`.

use std::io::Write;

use super::playing;
use crate::cli::balance::BalanceArgs;
use crate::study::Plan;

pub(super) fn run(args: &BalanceArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    playing::announce(&Plan::of_balance(args)?, &args.run, args.dry_run, out)
}
