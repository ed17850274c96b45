//! Rule options (C1–C5, M1, M5, V16, V17, V20–V27).
//!
//! ```
//! use goldrush_engine::carcassonne::{FeatureKind, Rules};
//!
//! let rules = Rules { farmers: false, ..Rules::default() };
//! assert!(!rules.gold_mines && !rules.admits(FeatureKind::Field) && rules.admits(FeatureKind::Monastery));
//! ```

use super::catalogue::FeatureKind;
use crate::komi::Komi;
use crate::landscape::ties::Ties;
use crate::options::{self, Values};

/// Followers per player (C1), and the most possible (V27).
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
        /// V22: points for each tile of a road.
        road_points: u8 = 1; "V22", Values::Number(0, 20), Number, "Points for each tile of a road",
            [("*", "With {level} points for a tile of a road instead of {base}")];
        /// V23: points for each tile of a completed city; half of it, rounded down, if it is incomplete.
        city_points: u8 = 2; "V23", Values::Number(0, 20), Number, "Points for each tile of a completed city",
            [("*", "With {level} points for a tile of a city instead of {base}")];
        /// V24: points for each pennant of a completed city; half of it, rounded down, if it is incomplete.
        pennant_points: u8 = 2; "V24", Values::Number(0, 20), Number, "Points for each pennant of a completed city",
            [("*", "With {level} points for a pennant instead of {base}")];
        /// V25: points for each tile of a monastery: its own, and those around it.
        monastery_points: u8 = 1; "V25", Values::Number(0, 20), Number, "Points for each tile of a monastery",
            [("*", "With {level} points for a tile of a monastery instead of {base}")];
        /// V26: points of a field for each completed city.
        field_points: u8 = 3; "V26", Values::Number(0, 20), Number, "Points of a field for each completed city",
            [("*", "With {level} points of a field for each city instead of {base}")];
        /// V27: followers per player, 1 to 7.
        followers: u8 = FOLLOWERS as u8; "V27", Values::Number(1, FOLLOWERS as u8), Number, "Followers per player",
            [("1", "With 1 follower instead of {base}"), ("*", "With {level} followers instead of {base}")];
        /// V16: true if incomplete roads, cities and monasteries score at the end.
        incomplete: bool = true; "V16", Values::Switch, Number, "Incomplete features score at the end",
            [
                ("false", "If incomplete features score nothing"),
                ("true", "If incomplete features score at the end"),
            ];
        /// V17: points of tied seats.
        ties: Ties = Ties::All; "V17", Values::Words(Ties::NAMES), Number, "Points of players tied for a majority",
            [
                ("all", "If all tied players score in full"),
                ("nobody", "If tied players score nothing"),
                ("half", "If tied players score half"),
            ];
        /// V20: tiles left out at random.
        tiles_left_out: u8 = 0; "V20", Values::Number(0, 60), Number, "Tiles left out at random",
            [("0", "With all tiles"), ("*", "With {level} tiles left out at random instead of {base}")];
        /// V21: points of the seats at the start.
        komi: Komi = Komi::default(); "V21", Values::Text("points for all seats but the first, or by seat", "0/4"), Number,
            "Points of the seats at the start",
            [("0", "Without points at the start"), ("*", "With {level} points at the start (komi) instead of {base}")];
    }
}

impl Rules {
    /// C3: returns true if followers may stand on this kind of feature.
    #[inline]
    pub fn admits(&self, kind: FeatureKind) -> bool {
        kind != FeatureKind::Field || self.farmers
    }
}
