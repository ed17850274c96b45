//! Cities affected by railroads that a tile completes (G16).

use arrayvec::ArrayVec;
use goldrush_engine::gold_rush::{FeatureKind, Table};
use goldrush_engine::landscape::components::{FeatureWord, SegmentId};
use goldrush_engine::landscape::preview::Preview;

/// Changes by city: at most four railroads are completed, each with two ends.
#[derive(Clone, Default)]
pub(super) struct Cities {
    told: ArrayVec<News, 8>,
}

#[derive(Clone, Copy)]
struct News {
    /// Segment of the city.
    city: usize,
    /// Number of closed ends at the city.
    closed: u8,
    /// Number of distinct railroads among them.
    distinct: u8,
}

impl Cities {
    pub(super) fn clear(&mut self) {
        self.told.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.told.is_empty()
    }

    /// Records a completed railroad, given as a group of the tile whose first segment is `first`, at the cities at its
    /// ends.
    pub(super) fn tell(&mut self, table: &Table, preview: &Preview, group: usize, first: usize) {
        let landscape = table.landscape();
        let mut ends = ArrayVec::<usize, 2>::new();
        for feature in preview.features_in(group) {
            for segment in landscape.features().ring(feature).filter(|s| s.index() < first) {
                let tile = landscape.tile_of(segment);
                if let Some(city) = table.setup().catalogue().city(tile.kind()) {
                    ends.push(tile.segment(city).index());
                }
            }
        }
        let kind = table.setup().catalogue().kind(table.hand());
        if let Some(city) = table.setup().catalogue().city(table.hand()) {
            let rails = kind.segments.iter().enumerate().filter(|(_, s)| s.kind == FeatureKind::Railroad);
            ends.extend(rails.filter(|&(at, _)| preview.group(at) == group).map(|_| first + city));
        }
        for (i, &city) in ends.iter().enumerate() {
            let again = ends[..i].contains(&city);
            match self.told.iter_mut().find(|news| news.city == city) {
                Some(news) => {
                    news.closed += 1;
                    news.distinct += u8::from(!again);
                }
                None => self.told.push(News { city, closed: 1, distinct: 1 }),
            }
        }
    }

    /// Returns the totals of a city after its changes.
    pub(super) fn told(&self, city: usize, word: FeatureWord) -> FeatureWord {
        match self.told.iter().find(|news| news.city == city) {
            Some(news) => word.with_ends_closed(news.closed).with_more_railroads(news.distinct),
            None => word,
        }
    }

    /// Iterates over the changed cities on tiles before the one whose first segment is `first`.
    pub(super) fn others(&self, first: usize) -> impl Iterator<Item = SegmentId> + '_ {
        self.told.iter().map(|news| news.city).filter(move |&city| city < first).map(|city| SegmentId(city as u16))
    }
}
