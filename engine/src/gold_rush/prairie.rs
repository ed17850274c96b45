//! Prairies (G21). Counter a: tipi camps; counter b: herds of wild horses. They are never complete.

use super::rules::{CAMP_POINTS, HERD_POINTS};
use crate::game::Points;
use crate::landscape::components::Word;

/// G21: what the farmers' majority scores at the end.
#[inline]
pub fn points(word: Word) -> Points {
    CAMP_POINTS * Points::from(word.a()) + HERD_POINTS * Points::from(word.b())
}
