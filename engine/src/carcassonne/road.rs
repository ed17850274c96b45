//! Roads (C4, C5).

use crate::game::Points;
use crate::landscape::components::FeatureWord;

/// C4, C5: returns the points of a road, complete or not: one for each tile.
///
/// # Examples
///
/// ```
/// use goldrush_engine::carcassonne::road;
/// use goldrush_engine::landscape::components::FeatureWord;
///
/// assert_eq!(road::points(FeatureWord::new(2, 0, 0).counting_tiles(false)), 1);
/// ```
#[inline]
pub fn points(word: FeatureWord) -> Points {
    Points::from(word.tiles())
}
