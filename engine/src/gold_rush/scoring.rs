//! Numbers of the rules that decide the points of features (G12–G21, V3, V10–V17).
//!
//! ```
//! use goldrush_engine::gold_rush::scoring::Scoring;
//! use goldrush_engine::gold_rush::{FeatureKind, Rules};
//! use goldrush_engine::landscape::components::FeatureWord;
//!
//! // A railroad of one tile with one locomotive and no open end.
//! let railroad = FeatureWord::new(0, 1, 0).counting_tiles(false);
//! let scoring = Scoring::default();
//! assert_eq!(scoring.completed(FeatureKind::Railroad, railroad), (2, 1));
//! assert_eq!(scoring.incomplete(FeatureKind::Railroad, railroad), 1);
//!
//! let threefold = Scoring::new(&Rules { locomotive_factor: 3, railroad_points: 2, ..Rules::default() });
//! assert_eq!(threefold.completed(FeatureKind::Railroad, railroad), (6, 4));
//! ```

use super::catalogue::FeatureKind;
use super::rules::{Locomotives, Rules};
use super::{city, mountain, prairie, railroad};
use crate::game::Points;
use crate::landscape::components::FeatureWord;
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

    /// Returns the points of a completed feature, and how many of them are due to a locomotive.
    #[inline]
    pub fn completed(&self, kind: FeatureKind, word: FeatureWord) -> (Points, Points) {
        match kind {
            FeatureKind::Railroad => railroad::completed_points(word, self),
            FeatureKind::Mountain => (mountain::points(word, self), 0),
            FeatureKind::City => (city::points(word, self), 0),
            FeatureKind::Prairie => (prairie::points(word, self), 0),
        }
    }

    /// G20, G21, V16: returns the points of a feature that is incomplete at the end of the game.
    #[inline]
    pub fn incomplete(&self, kind: FeatureKind, word: FeatureWord) -> Points {
        match kind {
            FeatureKind::Prairie => prairie::points(word, self),
            _ if !self.incomplete => 0,
            FeatureKind::Railroad => railroad::incomplete_points(word, self),
            FeatureKind::Mountain => mountain::points(word, self),
            FeatureKind::City => city::points(word, self),
        }
    }
}

impl Default for Scoring {
    /// The printed game.
    fn default() -> Scoring {
        Scoring::new(&Rules::default())
    }
}
