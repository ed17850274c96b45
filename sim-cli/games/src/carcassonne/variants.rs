//! Variants of Carcassonne.

use std::path::Path;
use std::sync::Arc;

use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Rules, Setup};

use crate::variants::{OptionValues, Variants};

impl Variants for Carcassonne {
    type Components = Arc<Catalogue>;

    const PROVENANCE: &'static str = "Public programs agree on these tiles; one gold tile follows a picture (engine/data/README.md).";

    fn turns(setup: &Setup) -> Option<usize> {
        let tiles = setup.catalogue().bag(setup.rules().gold_mines).len();
        Some(tiles - usize::from(setup.rules().tiles_left_out))
    }

    fn components(_: &OptionValues) -> anyhow::Result<(Arc<Catalogue>, Option<String>)> {
        Ok((Catalogue::printed().into(), None))
    }

    fn stored_components(_: &str, _: &Path, _: Option<&str>) -> anyhow::Result<Arc<Catalogue>> {
        Ok(Catalogue::printed().into())
    }

    fn setup(catalogue: Arc<Catalogue>, rules: Rules, players: usize) -> Result<Setup, String> {
        Setup::new(catalogue, rules, players)
    }
}
