//! Roads (C4, C5).

use crate::game::Points;
use crate::landscape::components::Word;

/// C4, C5: a point for each tile, complete or not.
#[inline]
pub fn points(word: Word) -> Points {
    Points::from(word.tiles())
}
