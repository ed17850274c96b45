//! Roads (C4, C5).

use crate::game::Points;
use crate::landscape::components::Word;

/// C4, C5: a point for each tile, complete or not.
///
/// # Examples
///
/// ```
/// use goldrush_engine::carcassonne::road;
/// use goldrush_engine::landscape::components::Word;
///
/// assert_eq!(road::points(Word::new(2, 0, 0).counting_tiles(false)), 1);
/// ```
#[inline]
pub fn points(word: Word) -> Points {
    Points::from(word.tiles())
}
