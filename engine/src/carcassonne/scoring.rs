//! Completion and points of features of any kind (C4, C5). Fields are scored by their cities; see
//! [`field`](super::field).
//!
//! ```
//! use goldrush_engine::carcassonne::FeatureKind::{City, Monastery};
//! use goldrush_engine::carcassonne::{Rules, field};
//! use goldrush_engine::carcassonne::scoring::{completed_points, incomplete_points, is_complete};
//! use goldrush_engine::landscape::components::FeatureWord;
//!
//! // A city of one tile with a pennant: four points when it is complete, two if it never is.
//! let city = FeatureWord::new(0, 1, 0).counting_tiles(false);
//! assert!(is_complete(City, city, 0));
//! let rules = Rules::default();
//! assert_eq!((completed_points(City, city, 0, &rules), incomplete_points(City, city, 0, &rules)), (4, 2));
//!
//! // A monastery with five neighbors when the game ends.
//! assert_eq!(incomplete_points(Monastery, FeatureWord::new(1, 0, 0), 5, &rules), 6);
//! // A field that touches two completed cities.
//! assert_eq!(field::points(2, &rules), 6);
//! ```

use super::catalogue::FeatureKind;
use super::rules::Rules;
use super::{city, monastery, road};
use crate::game::Points;
use crate::landscape::components::FeatureWord;

/// C4: returns true if a feature is complete; a field never is. `neighbors` only matters for monasteries.
#[inline]
pub fn is_complete(kind: FeatureKind, word: FeatureWord, neighbors: u8) -> bool {
    match kind {
        FeatureKind::Road | FeatureKind::City => word.is_complete(),
        FeatureKind::Monastery => neighbors >= monastery::NEIGHBORS,
        FeatureKind::Field => false,
    }
}

/// C4: returns the points of a completed feature.
#[inline]
pub fn completed_points(
    kind: FeatureKind,
    word: FeatureWord,
    neighbors: u8,
    rules: &Rules,
) -> Points {
    match kind {
        FeatureKind::Road => road::points(word, rules),
        FeatureKind::City => city::completed_points(word, rules),
        FeatureKind::Monastery => monastery::points(neighbors, rules),
        FeatureKind::Field => 0,
    }
}

/// C5, V16: returns the points of a feature that is incomplete at the end; 0 for a field.
#[inline]
pub fn incomplete_points(
    kind: FeatureKind,
    word: FeatureWord,
    neighbors: u8,
    rules: &Rules,
) -> Points {
    match kind {
        _ if !rules.incomplete => 0,
        FeatureKind::Road => road::points(word, rules),
        FeatureKind::City => city::incomplete_points(word, rules),
        FeatureKind::Monastery => monastery::points(neighbors, rules),
        FeatureKind::Field => 0,
    }
}
