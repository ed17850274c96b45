//! `goldrush perft`.

use std::io::Write;

use goldrush_engine::game::Text;
use goldrush_engine::landscape::MAX_TILES;
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::{carcassonne, gold_rush};

use crate::cli::args::PerftArgs;
use crate::error::bad_input;
use crate::games::Setup;
use crate::progress::Progress;

pub(super) fn run(args: &PerftArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let parts = match args.rules.setup(args.players)? {
        Setup::GoldRush(setup) => of_gold_rush(&setup, args)?,
        Setup::Carcassonne(setup) => of_carcassonne(&setup, args)?,
        other @ Setup::KniziaGold(_) => {
            let why = "which cards lie where does not decide what can be flipped, so that there is nothing to compare";
            return Err(bad_input(format!("--game {}: {why}", other.game())));
        }
    };
    if args.divide {
        for (part, count) in &parts {
            writeln!(out, "{part}: {count}")?;
        }
    }
    // No depth, or nothing that fits: one way, to do nothing.
    Ok(writeln!(out, "{}", parts.iter().map(|(_, count)| count).sum::<u64>().max(1))?)
}

/// Every first turn, with the ways to go on.
fn of_gold_rush(setup: &gold_rush::Setup, args: &PerftArgs) -> anyhow::Result<Vec<(String, u64)>> {
    let catalogue = setup.catalogue();
    let kinds =
        kinds(args, |name| catalogue.find(name), || catalogue.kinds().iter().map(|kind| kind.name.as_str()).collect())?;
    let tokens: Vec<u8> = setup.tokens().values().collect();
    let deal = gold_rush::Deal::new(setup, &kinds, &tokens).map_err(|e| bad_input(format!("--deal: {e}")))?;
    // The first turns tell how far the counting has come.
    let first_turns = if args.depth == 0 { 0 } else { gold_rush::perft(setup, &deal, 1) };
    let mut progress = Progress::new("first turns", first_turns);
    let state = gold_rush::State::with_deal(setup, &deal, &mut ());
    let mut parts = Vec::new();
    gold_rush::divide(setup, &deal, args.depth, |(placement, action), count| {
        progress.add(1);
        let mut placed = state.clone();
        placed.play_observed(placement, &mut ());
        let action = placed.move_text(gold_rush::Move::Act(action));
        parts.push((format!("{} {action}", state.move_text(placement)), count));
    });
    progress.finish();
    Ok(parts)
}

/// Every first placement, with the ways to go on.
fn of_carcassonne(setup: &carcassonne::Setup, args: &PerftArgs) -> anyhow::Result<Vec<(String, u64)>> {
    let catalogue = setup.catalogue();
    let played = |name: &&str| setup.find(name).is_some();
    let kinds = kinds(
        args,
        |name| setup.find(name),
        || catalogue.kinds().map(|(_, kind)| &kind.id[..]).filter(played).collect(),
    )?;
    // The start tile lies already.
    if kinds.len() >= MAX_TILES {
        return Err(bad_input(format!("--deal: {} tiles; at most {} are possible", kinds.len(), MAX_TILES - 1)));
    }
    let state = carcassonne::State::with_deal(setup, &kinds);
    let mut progress = Progress::new("first placements", u64::from(state.table().count_placements()));
    let mut parts = Vec::new();
    carcassonne::divide(setup, &kinds, args.depth, |placement, count| {
        progress.add(1);
        parts.push((state.move_text(placement), count));
    });
    progress.finish();
    Ok(parts)
}

/// The kinds of tiles of `--deal`.
fn kinds<'a>(
    args: &PerftArgs,
    find: impl Fn(&str) -> Option<KindId>,
    known: impl Fn() -> Vec<&'a str>,
) -> anyhow::Result<Vec<KindId>> {
    let unknown =
        |name| bad_input(format!("--deal: no kind of tile is called \"{name}\"; there are {}", known().join(" ")));
    args.deal.split_whitespace().map(|name| find(name).ok_or_else(|| unknown(name))).collect()
}
