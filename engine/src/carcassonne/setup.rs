//! Setup from which a game is dealt (C1, M1).

use std::sync::Arc;

use super::catalogue::Catalogue;
use super::rules::Rules;
use crate::landscape::tile::KindId;
use crate::options;

/// Tiles, rule options and number of players.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use goldrush_engine::carcassonne::{Catalogue, Rules, Setup};
///
/// let catalogue = Arc::new(Catalogue::printed());
/// let setup = Setup::new(catalogue.clone(), Rules::default(), 3)?;
/// // Tiles with the ingot sign belong to The Gold Mines.
/// assert!(setup.find("D").is_some() && setup.find("GM1").is_none());
/// assert!(Setup::new(catalogue, Rules::default(), 1).is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone)]
pub struct Setup {
    pub(super) catalogue: Arc<Catalogue>,
    pub(super) rules: Rules,
    pub(super) players: usize,
}

impl Setup {
    /// Creates a setup.
    ///
    /// # Errors
    /// If the number of players or an option is out of range; lists what is accepted.
    pub fn new(catalogue: Arc<Catalogue>, rules: Rules, players: usize) -> Result<Setup, String> {
        if !(2..=5).contains(&players) {
            return Err(format!("{players} players; 2 to 5 are possible"));
        }
        options::validate(&rules)?;
        rules.komi.check(players)?;
        Ok(Setup {
            catalogue,
            rules,
            players,
        })
    }

    /// Returns the kind of tile with an id, if it is in play.
    pub fn find(&self, id: &str) -> Option<KindId> {
        self.catalogue()
            .find(id)
            .filter(|kind| self.rules().gold_mines || !self.catalogue().kind(*kind).gold)
    }
}
