//! Cities (C4, C5).

use crate::game::Points;
use crate::landscape::components::FeatureWord;

/// C4: returns the points of a completed city: two for each tile and each pennant.
///
/// # Examples
///
/// ```
/// use goldrush_engine::carcassonne::city;
/// use goldrush_engine::landscape::components::FeatureWord;
///
/// let with_pennant = FeatureWord::new(0, 1, 0).counting_tiles(false);
/// assert_eq!(city::completed_points(with_pennant), 4);
/// assert_eq!(city::incomplete_points(with_pennant), 2);
/// ```
#[inline]
pub fn completed_points(word: FeatureWord) -> Points {
    2 * incomplete_points(word)
}

/// C5: returns the points of an incomplete city: one for each tile and each pennant.
#[inline]
pub fn incomplete_points(word: FeatureWord) -> Points {
    Points::from(word.tiles()) + Points::from(word.pennants())
}
