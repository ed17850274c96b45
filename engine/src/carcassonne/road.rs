//! Roads (C4, C5).

use super::rules::Rules;
use crate::game::Points;
use crate::landscape::components::FeatureWord;

/// C4, C5, V22: returns the points of a road, complete or not, by its tiles.
///
/// # Examples
///
/// ```
/// use goldrush_engine::carcassonne::{Rules, road};
/// use goldrush_engine::landscape::components::FeatureWord;
///
/// assert_eq!(road::points(FeatureWord::new(2, 0, 0).counting_tiles(false), &Rules::default()), 1);
/// ```
#[inline]
pub fn points(word: FeatureWord, rules: &Rules) -> Points {
    Points::from(rules.road_points) * Points::from(word.tiles())
}
