//! Cities (G16, G20). Open ends are the city's incomplete railroads.

use super::catalogue::FeatureKind;
use super::completion;
use super::observers::TableObserver;
use super::scoring::Scoring;
use super::table::Table;
use crate::game::Points;
use crate::landscape::components::{FeatureId, FeatureWord};

/// G16, G20, V13: returns the points of a city, complete or not: those of its completed railroads.
///
/// # Examples
///
/// ```
/// use goldrush_engine::gold_rush::city;
/// use goldrush_engine::gold_rush::scoring::Scoring;
/// use goldrush_engine::landscape::components::FeatureWord;
///
/// // One railroad is still open, two are complete.
/// assert_eq!(city::points(FeatureWord::new(1, 2, 0), &Scoring::default()), 6);
/// ```
#[inline]
pub fn points(word: FeatureWord, scoring: &Scoring) -> Points {
    scoring.city_railroad * Points::from(word.railroads())
}

/// G16: scores a city whose railroads are all complete, and returns its merchants.
pub(super) fn complete<C: TableObserver>(table: &mut Table, city: FeatureId, to: &mut C) {
    completion::evaluate(
        table,
        FeatureKind::City,
        city,
        points(table.word(city), table.setup.scoring()),
        0,
        to,
    );
}
