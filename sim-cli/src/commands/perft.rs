//! `goldrush lab perft`.

use std::io::Write;

use goldrush_games::perft::Perft as _;
use goldrush_games::registry::with_setup;

use crate::cli::args::PerftArgs;

pub(super) fn run(args: &PerftArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let setup = args.rules.setup(args.players)?;
    let parts = with_setup!(&setup, G, setup => G::count(setup, &args.deal, args.depth))?;
    if args.divide {
        for (part, count) in &parts {
            writeln!(out, "{part}: {count}")?;
        }
    }
    // At depth 0, or if no tile fits, there is one way: doing nothing.
    Ok(writeln!(
        out,
        "{}",
        parts.iter().map(|(_, count)| count).sum::<u64>().max(1)
    )?)
}
