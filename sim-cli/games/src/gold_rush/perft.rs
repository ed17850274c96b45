//! Perft for Gold Rush: counts the first turns of a deal.

use goldrush_engine::game::Text as _;
use goldrush_engine::gold_rush::{Deal, GoldRush, Move, Setup, State, divide, perft};
use goldrush_support::error::bad_input;

use crate::perft::{Perft, collect, kinds};

impl Perft for GoldRush {
    fn count(setup: &Setup, deal: &str, depth: u32) -> anyhow::Result<Vec<(String, u64)>> {
        let catalogue = setup.catalogue();
        let kinds = kinds(
            deal,
            |name| catalogue.find(name),
            || {
                catalogue
                    .kinds()
                    .iter()
                    .map(|kind| kind.name.as_str())
                    .collect()
            },
        )?;
        let tokens: Vec<u8> = setup.tokens().values().collect();
        let deal =
            Deal::new(setup, &kinds, &tokens).map_err(|e| bad_input(format!("--deal: {e}")))?;
        // The first turns serve as steps of the progress display.
        let first_turns = if depth == 0 {
            0
        } else {
            perft(setup, &deal, 1)
        };
        let state = State::with_deal(setup, &deal, &mut ());
        Ok(collect("first turns", first_turns, |report| {
            divide(setup, &deal, depth, |(placement, action), count| {
                let mut placed = state.clone();
                placed.play_observed(placement, &mut ());
                let action = placed.move_text(Move::Act(action));
                report(format!("{} {action}", state.move_text(placement)), count);
            });
        }))
    }
}
