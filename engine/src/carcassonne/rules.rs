//! Printed numbers, and the options of a game.
//!
//! ```
//! use goldrush_engine::carcassonne::{FeatureKind, Rules};
//!
//! let rules = Rules { farmers: false, ..Rules::default() };
//! assert!(!rules.gold_mines && !rules.admits(FeatureKind::Field) && rules.admits(FeatureKind::Monastery));
//! ```

use super::catalogue::FeatureKind;
use crate::options::{self, Values};

/// Followers of each player (C1).
pub const FOLLOWERS: usize = 7;
/// Ingots in the supply (M1).
pub const INGOTS: u8 = 16;

options::rules! {
    /// The options of a game. The default is the printed base game.
    #[derive(Copy)]
    {
        /// Whether followers may be farmers (C3, C5).
        farmers: bool = true; "C5", Values::Switch, Anybody, "No farmers";
        /// Whether the gold tiles are played with (M1–M7).
        gold_mines: bool = false; "M1", Values::Switch, Name, "With The Gold Mines";
        /// M5: whether players choose which ingot they take; else each takes from the tile that most claimants share.
        choose_ingots: bool = true;
            "M5", Values::Switch, Anybody, "Take ingots from the most shared tile";
    }
}

impl Rules {
    /// Whether a follower may stand on such a feature at all (C3).
    #[inline]
    pub fn admits(&self, kind: FeatureKind) -> bool {
        kind != FeatureKind::Field || self.farmers
    }
}
