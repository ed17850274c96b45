//! Prairies (G21). Never complete.

use super::scoring::Scoring;
use crate::game::Points;
use crate::landscape::components::FeatureWord;

/// G21, V14, V15: returns the points of the farmers' majority at the end.
///
/// # Examples
///
/// ```
/// use goldrush_engine::gold_rush::prairie;
/// use goldrush_engine::gold_rush::scoring::Scoring;
/// use goldrush_engine::landscape::components::FeatureWord;
///
/// // Three tipi camps and one herd.
/// assert_eq!(prairie::points(FeatureWord::new(5, 3, 1), &Scoring::default()), 10);
/// ```
#[inline]
pub fn points(word: FeatureWord, scoring: &Scoring) -> Points {
    scoring.camp * Points::from(word.camps()) + scoring.herd * Points::from(word.herds())
}
