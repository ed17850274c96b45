//! Cities (C4, C5).

use crate::game::Points;
use crate::landscape::components::Word;

/// C4: a completed city is worth two points for each tile and each pennant.
///
/// # Examples
///
/// ```
/// use goldrush_engine::carcassonne::city;
/// use goldrush_engine::landscape::components::Word;
///
/// let with_pennant = Word::new(0, 1, 0).counting_tiles(false);
/// assert_eq!(city::completed_points(with_pennant), 4);
/// assert_eq!(city::incomplete_points(with_pennant), 2);
/// ```
#[inline]
pub fn completed_points(word: Word) -> Points {
    2 * incomplete_points(word)
}

/// C5: an incomplete one, one point for each.
#[inline]
pub fn incomplete_points(word: Word) -> Points {
    Points::from(word.tiles()) + Points::from(word.pennants())
}
