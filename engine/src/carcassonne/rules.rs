//! Rule options (C1–C5, M1, M5, V16, V17, V20–V27).
//!
//! ```
//! use goldrush_engine::carcassonne::{FeatureKind, Rules};
//!
//! let rules = Rules { farmers: false, ..Rules::default() };
//! assert!(!rules.gold_mines && !rules.admits(FeatureKind::Field) && rules.admits(FeatureKind::Monastery));
//! ```

use super::catalogue::FeatureKind;
use crate::komi::{KOMI, Komi};
use crate::landscape::options::{INCOMPLETE, TILES_LEFT_OUT};
use crate::landscape::ties::{TIES, Ties};
use crate::options::{self, Values, row};

/// Followers per player (C1), and the most possible (V27).
pub const FOLLOWERS: usize = 7;
/// Ingots in the supply (M1).
pub const INGOTS: u8 = 16;

options::rules! {
    /// Rule options of Carcassonne. The default is the printed base game.
    #[derive(Copy)]
    {
        /// True if followers may be farmers (C3, C5).
        farmers: bool = true; User, row("C5", Values::Switch, "No farmers",
            &[("false", "Without farmers"), ("true", "With farmers")]);
        /// True if the gold tiles are in play (M1–M7).
        gold_mines: bool = false; Name, row("M1", Values::Switch, "With The Gold Mines",
            &[("true", "With The Gold Mines"), ("false", "Without The Gold Mines")]);
        /// M5: true if players choose which ingot they take; otherwise each takes from the tile that most claimants
        /// share.
        choose_ingots: bool = true; User, row("M5", Values::Switch, "Take ingots from the most shared tile",
            &[("false", "Without a choice of ingots"), ("true", "With a choice of ingots")]);
        /// V22: points for each tile of a road.
        road_points: u8 = 1; Number, row("V22", Values::Number(0, 20), "Points for each tile of a road",
            &[("*", "With {level} point{s} for a tile of a road instead of {base}")]);
        /// V23: points for each tile of a completed city; half of it, rounded down, if it is incomplete.
        city_points: u8 = 2; Number, row("V23", Values::Number(0, 20), "Points for each tile of a completed city",
            &[("*", "With {level} point{s} for a tile of a city instead of {base}")]);
        /// V24: points for each pennant of a completed city; half of it, rounded down, if it is incomplete.
        pennant_points: u8 = 2; Number, row("V24", Values::Number(0, 20), "Points for each pennant of a completed city",
            &[("*", "With {level} point{s} for a pennant instead of {base}")]);
        /// V25: points for each tile of a monastery: its own, and those around it.
        monastery_points: u8 = 1; Number, row("V25", Values::Number(0, 20), "Points for each tile of a monastery",
            &[("*", "With {level} point{s} for a tile of a monastery instead of {base}")]);
        /// V26: points of a field for each completed city.
        field_points: u8 = 3; Number, row("V26", Values::Number(0, 20), "Points of a field for each completed city",
            &[("*", "With {level} point{s} of a field for each city instead of {base}")]);
        /// V27: followers per player, 1 to 7.
        followers: u8 = FOLLOWERS as u8; Number, row("V27", Values::Number(1, FOLLOWERS as u8), "Followers per player",
            &[("*", "With {level} follower{s} instead of {base}")]);
        /// V16: true if incomplete roads, cities and monasteries score at the end.
        incomplete: bool = true; Number, INCOMPLETE;
        /// V17: points of tied seats.
        ties: Ties = Ties::All; Number, TIES;
        /// V20: tiles left out at random.
        tiles_left_out: u8 = 0; Number, TILES_LEFT_OUT;
        /// V21: points of the seats at the start.
        komi: Komi = Komi::default(); Number, KOMI;
    }
}

impl Rules {
    /// C3: returns true if followers may stand on this kind of feature.
    #[inline]
    pub fn admits(&self, kind: FeatureKind) -> bool {
        kind != FeatureKind::Field || self.farmers
    }
}
