//! Variants of Knizia's card game.

use std::path::Path;

use goldrush_engine::knizia_gold::{KniziaGold, Rules, Setup};

use crate::variants::{OptionValues, Variants};

impl Variants for KniziaGold {
    type Components = ();

    const PROVENANCE: &'static str = "The cards are the printed ones (K1).";

    fn components(_: &OptionValues) -> anyhow::Result<((), Option<String>)> {
        Ok(((), None))
    }

    fn stored_components(_: &str, _: &Path, _: Option<&str>) -> anyhow::Result<()> {
        Ok(())
    }

    fn setup((): (), rules: Rules, players: usize) -> Result<Setup, String> {
        Setup::with_rules(players, rules)
    }
}
