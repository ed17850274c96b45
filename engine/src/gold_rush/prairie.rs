//! Prairies (G21). Never complete.

use super::rules::{CAMP_POINTS, HERD_POINTS};
use crate::game::Points;
use crate::landscape::components::FeatureWord;

/// G21: returns the points of the farmers' majority at the end.
///
/// # Examples
///
/// ```
/// use goldrush_engine::gold_rush::prairie;
/// use goldrush_engine::landscape::components::FeatureWord;
///
/// // Three tipi camps and one herd.
/// assert_eq!(prairie::points(FeatureWord::new(5, 3, 1)), 10);
/// ```
#[inline]
pub fn points(word: FeatureWord) -> Points {
    CAMP_POINTS * Points::from(word.camps()) + HERD_POINTS * Points::from(word.herds())
}
