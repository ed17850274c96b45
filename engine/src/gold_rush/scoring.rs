//! Numbers of the rules that decide the points of features (G12–G21, V3, V10–V17).
//!
//! ```
//! use goldrush_engine::gold_rush::Rules;
//! use goldrush_engine::gold_rush::scoring::Scoring;
//!
//! let threefold = Scoring::new(&Rules { locomotive_factor: 3, ..Rules::default() });
//! assert_eq!(threefold, Scoring { locomotive_factor: 3, ..Scoring::default() });
//! ```

use super::rules::{Locomotives, Rules};
use crate::game::Points;
use crate::landscape::ties::Ties;

/// Points of features, in a form that is quick to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scoring {
    /// V3: when a locomotive counts.
    pub locomotives: Locomotives,
    /// V11: factor of a locomotive.
    pub locomotive_factor: Points,
    /// V10: points for a tile of a railroad.
    pub railroad_tile: Points,
    /// V12: points for a nugget.
    pub nugget: Points,
    /// V13: points for a completed railroad of a city.
    pub city_railroad: Points,
    /// V14: points for a tipi camp.
    pub camp: Points,
    /// V15: points for a herd of wild horses.
    pub herd: Points,
    /// V16: true if incomplete railroads, mountains and cities score at the end.
    pub incomplete: bool,
    /// V17: points of tied seats.
    pub ties: Ties,
}

impl Scoring {
    /// Reads the rules.
    pub fn new(rules: &Rules) -> Scoring {
        Scoring {
            locomotives: rules.locomotives,
            locomotive_factor: rules.locomotive_factor.into(),
            railroad_tile: rules.railroad_points.into(),
            nugget: rules.nugget_points.into(),
            city_railroad: rules.city_points.into(),
            camp: rules.camp_points.into(),
            herd: rules.herd_points.into(),
            incomplete: rules.incomplete,
            ties: rules.ties,
        }
    }
}

impl Default for Scoring {
    /// The printed game.
    fn default() -> Scoring {
        Scoring::new(&Rules::default())
    }
}
