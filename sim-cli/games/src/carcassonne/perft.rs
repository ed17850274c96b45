//! Perft for Carcassonne: counts the first placements of a deal.

use goldrush_engine::carcassonne::{Carcassonne, Setup, State, divide};
use goldrush_engine::game::Text as _;
use goldrush_engine::landscape::MAX_TILES;
use goldrush_support::error::bad_input;

use crate::perft::{Perft, collect, kinds};

impl Perft for Carcassonne {
    fn count(setup: &Setup, deal: &str, depth: u32) -> anyhow::Result<Vec<(String, u64)>> {
        let catalogue = setup.catalogue();

        let kinds = kinds(
            deal,
            |name| setup.find(name),
            || {
                catalogue
                    .kinds()
                    .map(|(_, kind)| &kind.id[..])
                    .filter(|name| setup.find(name).is_some())
                    .collect()
            },
        )?;
        // The start tile is already on the table.
        if kinds.len() >= MAX_TILES {
            return Err(bad_input(format!(
                "--deal: {} tiles; at most {} are possible",
                kinds.len(),
                MAX_TILES - 1
            )));
        }
        let state = State::with_deal(setup, &kinds, &mut ());
        Ok(collect(
            "first placements",
            state.table().count_placements().into(),
            |report| {
                divide(setup, &kinds, depth, |placement, count| {
                    report(state.move_text(placement), count);
                });
            },
        ))
    }
}
