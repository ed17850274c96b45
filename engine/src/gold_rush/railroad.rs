//! Railroads (G12, G16, G20). Complete when no end is open.

use arrayvec::ArrayVec;

use super::catalogue::FeatureKind;
use super::completion;
use super::observers::TableObserver;
use super::rules::Locomotives;
use super::scoring::Scoring;
use super::table::Table;
use crate::game::Points;
use crate::landscape::components::{FeatureId, FeatureWord, SegmentId};

/// Cities at the ends of the railroads that one tile completes: at most four railroads with two ends each.
pub(super) type Cities = ArrayVec<SegmentId, 8>;

/// G12, V3, V10, V11: returns the points of a completed railroad, and how many of them are due to a locomotive.
///
/// # Examples
///
/// ```
/// use goldrush_engine::gold_rush::scoring::Scoring;
/// use goldrush_engine::gold_rush::{Locomotives, railroad};
/// use goldrush_engine::landscape::components::FeatureWord;
///
/// // One tile, one locomotive, no open end: 2 points, of which 1 is due to the locomotive.
/// let railroad = FeatureWord::new(0, 1, 0).counting_tiles(false);
/// assert_eq!(railroad::completed_points(railroad, &Scoring::default()), (2, 1));
/// let never = Scoring { locomotives: Locomotives::Never, ..Scoring::default() };
/// assert_eq!(railroad::completed_points(railroad, &never), (1, 0));
/// ```
#[inline]
pub fn completed_points(word: FeatureWord, scoring: &Scoring) -> (Points, Points) {
    let points = incomplete_points(word, scoring);
    let multiplied = match scoring.locomotives {
        Locomotives::ExactlyOne => word.locomotives() == 1,
        Locomotives::Never => false,
        Locomotives::AtLeastOne => word.locomotives() >= 1,
    };
    if multiplied {
        (
            scoring.locomotive_factor * points,
            (scoring.locomotive_factor - 1) * points,
        )
    } else {
        (points, 0)
    }
}

/// G20, V10: returns the points of a railroad that is incomplete at the end.
#[inline]
pub fn incomplete_points(word: FeatureWord, scoring: &Scoring) -> Points {
    scoring.railroad_tile * Points::from(word.tiles())
}

/// G12: scores a completed railroad, returns its railwaymen and updates the cities at its ends.
#[inline]
pub(super) fn complete<C: TableObserver>(
    table: &mut Table,
    railroad: FeatureId,
    cities: &mut Cities,
    to: &mut C,
) {
    let word = table.word(railroad);
    let (points, doubled) = completed_points(word, table.setup.scoring());
    completion::evaluate(table, FeatureKind::Railroad, railroad, points, doubled, to);
    if word.city_ends() > 0 {
        update_cities(table, railroad, cities);
    }
}

/// G16: updates the cities at the ends: one fewer open end each, and one more completed railroad (counted once if both ends are
/// in the same city).
fn update_cities(table: &mut Table, railroad: FeatureId, updated: &mut Cities) {
    let mut end_cities = ArrayVec::<SegmentId, 2>::new();
    let features = table.landscape.features();
    for segment in features.ring(railroad) {
        let tile = table.landscape.tile_of(segment);
        if let Some(city) = table.setup.catalogue().city(tile.kind()) {
            end_cities.push(tile.segment(city));
        }
    }
    for (index, &city) in end_cities.iter().enumerate() {
        let id = table.feature(city);
        let more = u8::from(!end_cities[..index].contains(&city));
        table.landscape.features_mut().update(id, |totals| {
            totals.with_ends_closed(1).with_more_railroads(more)
        });
        if !updated.contains(&city) {
            updated.push(city);
        }
    }
}
