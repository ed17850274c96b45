//! Cities (C4, C5).

use super::rules::Rules;
use crate::game::Points;
use crate::landscape::components::FeatureWord;

/// C4, V23, V24: returns the points of a completed city, by its tiles and pennants.
///
/// # Examples
///
/// ```
/// use goldrush_engine::carcassonne::{Rules, city};
/// use goldrush_engine::landscape::components::FeatureWord;
///
/// let with_pennant = FeatureWord::new(0, 1, 0).counting_tiles(false);
/// let rules = Rules::default();
/// assert_eq!(city::completed_points(with_pennant, &rules), 4);
/// assert_eq!(city::incomplete_points(with_pennant, &rules), 2);
/// ```
#[inline]
pub fn completed_points(word: FeatureWord, rules: &Rules) -> Points {
    Points::from(rules.city_points) * Points::from(word.tiles())
        + Points::from(rules.pennant_points) * Points::from(word.pennants())
}

/// C5, V23, V24: returns the points of an incomplete city: half as many for each tile and pennant, rounded down.
#[inline]
pub fn incomplete_points(word: FeatureWord, rules: &Rules) -> Points {
    Points::from(rules.city_points / 2) * Points::from(word.tiles())
        + Points::from(rules.pennant_points / 2) * Points::from(word.pennants())
}
