//! `goldrush perft`.

use std::io::Write;

use goldrush_engine::game::Text;
use goldrush_engine::gold_rush::{Deal, Move, State, divide, perft};

use crate::cli::args::PerftArgs;
use crate::cli::bad_input;
use crate::progress::Progress;

pub(super) fn run(args: &PerftArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let setup = args.rules.gold_rush(args.players)?;
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
    // The first turns tell how far the counting has come.
    let first_turns = if args.depth == 0 { 0 } else { perft(&setup, &deal, 1) };
    let mut progress = Progress::new("first turns", first_turns);
    let (mut parts, mut total) = (Vec::new(), 0);
    divide(&setup, &deal, args.depth, |turn, count| {
        total += count;
        progress.add(1);
        if args.divide {
            parts.push((turn, count));
        }
    });
    progress.finish();
    let state = State::with_deal(&setup, &deal, &mut ());
    for ((placement, action), count) in parts {
        let mut placed = state.clone();
        placed.play_observed(placement, &mut ());
        let turn = format!("{} {}", state.move_text(placement), placed.move_text(Move::Act(action)));
        writeln!(out, "{turn}: {count}")?;
    }
    // No depth, or nothing that fits: one way, to do nothing.
    Ok(writeln!(out, "{}", total.max(1))?)
}
