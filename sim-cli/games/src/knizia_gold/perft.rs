//! Perft for the card game: not supported, because the count would not depend on the deal.

use goldrush_engine::knizia_gold::{GAME, KniziaGold, Setup};
use goldrush_support::error::bad_input;

use crate::perft::Perft;

impl Perft for KniziaGold {
    fn count(_: &Setup, _: &str, _: u32) -> anyhow::Result<Vec<(String, u64)>> {
        let why = "the hidden cards do not affect which cards can be flipped, so there is nothing to compare";
        Err(bad_input(format!("--game {GAME}: {why}")))
    }
}
