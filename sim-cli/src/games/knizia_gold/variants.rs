//! Knizia's card game as it is asked for.

use std::path::Path;

use goldrush_engine::fingerprint::fnv1a;
use goldrush_engine::knizia_gold::{Card, GAME, KniziaGold, Rules, Setup};

use crate::games::variants::{OptionValues, Variants};

impl Variants for KniziaGold {
    type Rules = Rules;
    type Components = ();

    const PROVENANCE: &'static str = "The cards are the printed ones (K1).";

    fn components(_: &OptionValues) -> anyhow::Result<((), Option<String>)> {
        Ok(((), None))
    }

    fn kept_components(_: &str, _: &Path, _: Option<&str>) -> anyhow::Result<()> {
        Ok(())
    }

    fn setup((): (), rules: Rules, players: usize) -> Result<Setup, String> {
        Setup::new(players, rules.whole_match)
    }

    fn players(setup: &Setup) -> usize {
        setup.players()
    }

    fn rules(setup: &Setup) -> Rules {
        setup.rules()
    }

    fn identity(_: &Setup) -> (String, u64) {
        (GAME.into(), fnv1a(format!("{:?}", Card::DECK).as_bytes()))
    }
}
