//! Perft for the card game: not available, because there is nothing to count.

use goldrush_engine::knizia_gold::{GAME, KniziaGold, Setup};

use crate::error::bad_input;
use crate::games::perft::Perft;

impl Perft for KniziaGold {
    fn count(_: &Setup, _: &str, _: u32) -> anyhow::Result<Vec<(String, u64)>> {
        let why = "which cards lie where does not decide what can be flipped, so that there is nothing to compare";
        Err(bad_input(format!("--game {GAME}: {why}")))
    }
}
