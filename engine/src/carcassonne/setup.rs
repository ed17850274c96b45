//! What a game is dealt from (C1, M1).

use std::sync::Arc;

use super::catalogue::Catalogue;
use super::rules::Rules;

/// Tiles, options and number of players.
#[derive(Clone)]
pub struct Setup {
    catalogue: Arc<Catalogue>,
    rules: Rules,
    players: usize,
}

impl Setup {
    /// Checks the number of players.
    ///
    /// # Errors
    /// If it is not 2 to 5.
    pub fn new(catalogue: Arc<Catalogue>, rules: Rules, players: usize) -> Result<Setup, String> {
        if !(2..=5).contains(&players) {
            return Err(format!("{players} players; 2 to 5 are possible"));
        }
        Ok(Setup { catalogue, rules, players })
    }

    /// The tiles.
    #[inline]
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The options.
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many seats there are.
    #[inline]
    pub fn players(&self) -> usize {
        self.players
    }
}
