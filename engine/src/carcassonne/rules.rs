//! Printed numbers and rule options.
//!
//! ```
//! use goldrush_engine::carcassonne::{FeatureKind, Rules};
//!
//! let rules = Rules { farmers: false, ..Rules::default() };
//! assert!(!rules.gold_mines && !rules.admits(FeatureKind::Field) && rules.admits(FeatureKind::Monastery));
//! ```

use super::catalogue::FeatureKind;
use crate::options::{self, Values};

/// Followers per player (C1).
pub const FOLLOWERS: usize = 7;
/// Ingots in the supply (M1).
pub const INGOTS: u8 = 16;

options::rules! {
    /// Rule options of Carcassonne. The default is the printed base game.
    #[derive(Copy)]
    {
        /// True if followers may be farmers (C3, C5).
        farmers: bool = true; "C5", Values::Switch, User, "No farmers",
            [("false", "Without farmers"), ("true", "With farmers")];
        /// True if the gold tiles are in play (M1–M7).
        gold_mines: bool = false; "M1", Values::Switch, Name, "With The Gold Mines",
            [("true", "With The Gold Mines"), ("false", "Without The Gold Mines")];
        /// M5: true if players choose which ingot they take; otherwise each takes from the tile that most claimants
        /// share.
        choose_ingots: bool = true;
            "M5", Values::Switch, User, "Take ingots from the most shared tile",
            [("false", "Without a choice of ingots"), ("true", "With a choice of ingots")];
    }
}

impl Rules {
    /// C3: returns true if followers may stand on this kind of feature.
    #[inline]
    pub fn admits(&self, kind: FeatureKind) -> bool {
        kind != FeatureKind::Field || self.farmers
    }
}
