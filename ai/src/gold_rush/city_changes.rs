//! Cities affected by railroads that a tile completes (G16).

use arrayvec::ArrayVec;
use goldrush_engine::gold_rush::{FeatureKind, Table};
use goldrush_engine::landscape::components::{FeatureWord, SegmentId};
use goldrush_engine::landscape::preview::Preview;

/// Changes by city: at most four railroads are completed, each with two ends.
#[derive(Clone, Default)]
pub(super) struct CityChanges {
    changes: ArrayVec<CityChange, 8>,
}

#[derive(Clone, Copy)]
struct CityChange {
    /// Segment of the city.
    city: usize,
    /// Number of closed ends at the city.
    closed: u8,
    /// Number of distinct railroads among them.
    distinct: u8,
}

impl CityChanges {
    pub(super) fn clear(&mut self) {
        self.changes.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Records a completed railroad, given as a group of the tile whose first segment is `first`, at the cities at its
    /// ends.
    pub(super) fn add_railroad(
        &mut self,
        table: &Table,
        preview: &Preview,
        group: usize,
        first: usize,
    ) {
        let landscape = table.landscape();
        let mut ends = ArrayVec::<usize, 2>::new();
        for feature in preview.features_in(group) {
            for segment in landscape
                .features()
                .ring(feature)
                .filter(|s| s.index() < first)
            {
                let tile = landscape.tile_of(segment);
                if let Some(city) = table.setup().catalogue().city(tile.kind()) {
                    ends.push(tile.segment(city).index());
                }
            }
        }
        let kind = table.setup().catalogue().kind(table.hand());
        if let Some(city) = table.setup().catalogue().city(table.hand()) {
            let rails = kind
                .segments
                .iter()
                .enumerate()
                .filter(|(_, s)| s.kind == FeatureKind::Railroad);
            ends.extend(
                rails
                    .filter(|&(at, _)| preview.group(at) == group)
                    .map(|_| first + city),
            );
        }
        for (i, &city) in ends.iter().enumerate() {
            let again = ends[..i].contains(&city);
            match self.changes.iter_mut().find(|change| change.city == city) {
                Some(change) => {
                    change.closed += 1;
                    change.distinct += u8::from(!again);
                }
                None => self.changes.push(CityChange {
                    city,
                    closed: 1,
                    distinct: 1,
                }),
            }
        }
    }

    /// Returns the totals of a city after its changes.
    pub(super) fn apply(&self, city: usize, word: FeatureWord) -> FeatureWord {
        match self.changes.iter().find(|change| change.city == city) {
            Some(change) => word
                .with_ends_closed(change.closed)
                .with_more_railroads(change.distinct),
            None => word,
        }
    }

    /// Iterates over the changed cities on tiles before the one whose first segment is `first`.
    pub(super) fn others(&self, first: usize) -> impl Iterator<Item = SegmentId> + '_ {
        self.changes
            .iter()
            .map(|change| change.city)
            .filter(move |&city| city < first)
            .map(|city| SegmentId(city as u16))
    }
}
