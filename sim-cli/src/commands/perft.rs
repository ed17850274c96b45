//! `goldrush perft`.

use std::io::Write;

use goldrush_engine::game::Text;
use goldrush_engine::gold_rush::{Deal, Move, State, divide, perft};

use crate::cli::args::PerftArgs;
use crate::cli::bad_input;

pub(super) fn run(args: &PerftArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let setup = args.rules.setup(args.players)?;
    let kinds: Result<Vec<_>, _> = args
        .deal
        .split_whitespace()
        .map(|name| {
            let known = || setup.catalogue().kinds().iter().map(|k| k.name.as_str()).collect::<Vec<_>>().join(" ");
            let problem = || bad_input(format!("--deal: no kind of tile is called \"{name}\"; there are {}", known()));
            setup.catalogue().find(name).ok_or_else(problem)
        })
        .collect();
    let tokens: Vec<u8> = setup.tokens().values().collect();
    let deal = Deal::new(&setup, &kinds?, &tokens).map_err(|e| bad_input(format!("--deal: {e}")))?;
    if !args.divide {
        return Ok(writeln!(out, "{}", perft(&setup, &deal, args.depth))?);
    }
    let mut total = 0;
    for ((placement, action), count) in divide(&setup, &deal, args.depth) {
        let mut state = State::with_deal(&setup, &deal, &mut ());
        let place = state.move_text(placement);
        state.play_observed(placement, &mut ());
        writeln!(out, "{place} {}: {count}", state.move_text(Move::Act(action)))?;
        total += count;
    }
    writeln!(out, "{}", total.max(u64::from(total == 0)))?;
    Ok(())
}
