//! Table after the placement and before the action: features joined, made harder or completed by the tile.

use goldrush_engine::gold_rush::{FeatureKind, Table};
use goldrush_engine::landscape::components::FeatureWord;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::player::Player;

use super::super::feature_values::{ContestedFeature, FeatureValues, SeatCounts};
use super::super::table_features::TableFeatures;
use super::{PlacementContext, Turns};
use crate::landscape::{Perspective, Placement, add};

impl Turns {
    /// Sums the properties of groups that their totals lack: tents and hardness.
    #[inline]
    pub(super) fn sum_group_properties(&mut self) {
        let Turns {
            table_features,
            preview,
            context,
            tile,
            ..
        } = self;
        let TableFeatures {
            contested_features,
            cells,
            ..
        } = table_features;
        let PlacementContext { tents, tented, .. } = context;
        *tented = 0;
        cells.sum_hardness(preview, tile.segments, |feature, at| {
            if let Some(contested) = contested_features
                .get(feature)
                .map(|valued| &valued.contested)
                .filter(|contested| !contested.tents.is_empty())
            {
                if *tented >> at & 1 == 0 {
                    tents[at] = SeatCounts::EMPTY;
                }
                tents[at].merge(contested.tents);
                *tented |= 1 << at;
            }
        });
    }

    /// Finds and values what later tiles may join to the tile's features, once these are known.
    #[inline]
    pub(super) fn find_joins<W: FeatureValues>(
        &mut self,
        perspective: &Perspective<Table, W>,
        rotation: Rotation,
    ) {
        self.joins.find(
            perspective,
            &self.preview,
            self.table_features.cells.around(),
            rotation,
        );
        for group in self.joins.contested() {
            self.joins
                .set_value(group, perspective.values.alone(&self.group(group)));
        }
        let claimable = if self.allowed.cowboys > 0 {
            self.claimable.into()
        } else {
            0
        };
        let Turns {
            joins,
            preview,
            table_features,
            tile,
            ..
        } = self;
        joins.value(
            perspective,
            preview,
            &table_features.cells,
            claimable,
            |feature, group| {
                perspective.values.alone(&table_features.at(
                    perspective.table,
                    feature,
                    tile.kind(group),
                ))
            },
        );
    }

    /// G8: closes the mountains that the tile completes to tents.
    pub(super) fn leave_completed_mountains<W: FeatureValues>(
        &mut self,
        perspective: &Perspective<Table, W>,
    ) {
        let Turns {
            preview,
            context,
            tile,
            ..
        } = self;
        let closed = context.complete & tile.mountains;
        context.vacant -= (0..tile.segments)
            .filter(|&at| closed >> preview.group(at) & 1 == 1)
            .count() as u32;
        for &(feature, _) in preview
            .joined()
            .iter()
            .filter(|&&(_, group)| closed >> group & 1 == 1)
        {
            let ring = perspective.table.landscape().features().ring(feature);
            context.vacant -= ring
                .filter(|&segment| perspective.table.vacant().contains(segment))
                .count() as u32;
        }
    }

    /// V18: returns the number of segments where the seat may pitch a tent after the placement.
    #[cold]
    pub(super) fn count_permitted<W: FeatureValues>(
        &self,
        perspective: &Perspective<Table, W>,
    ) -> u32 {
        let table = perspective.table;
        let laid = table
            .vacant()
            .iter()
            .map(|segment| table.feature(segment))
            .filter(|&feature| {
                let word = self
                    .preview
                    .group_of(feature)
                    .map_or(table.word(feature), |group| self.preview.word(group));
                admits_tent(perspective, word)
            });
        let new = (0..self.tile.segments).filter(|&at| {
            let word = self.preview.word(self.preview.group(at));
            self.tile.mountains >> at & 1 == 1 && admits_tent(perspective, word)
        });
        (laid.count() + new.count()) as u32
    }

    /// Applies the harder cells around the tile to its own features and to others that need them.
    #[inline]
    pub(super) fn apply_harder_cells<W: FeatureValues>(
        &mut self,
        perspective: &Perspective<Table, W>,
        placement: Placement,
    ) {
        let Turns {
            table_features:
                TableFeatures {
                    contested_features,
                    cells,
                    ..
                },
            preview,
            context,
            tile,
            ..
        } = self;
        cells.apply_harder_cells(
            preview,
            perspective,
            placement,
            |group| tile.kind(group) != FeatureKind::Prairie,
            |feature| contested_features.position(feature).is_some(),
        );
        for &(feature, change) in cells.others() {
            if let Some(valued) = contested_features.get(feature) {
                add(&mut context.totals, &valued.value, -1);
                let harder = ContestedFeature {
                    hardness: valued.contested.hardness + change,
                    ..valued.contested
                };
                perspective
                    .values
                    .unfinished(&harder, &mut context.totals, 1);
            }
        }
    }

    /// Scores the features that the tile completes, before the action. `first` is the tile's first segment.
    #[inline]
    pub(super) fn settle_groups<W: FeatureValues>(
        &mut self,
        perspective: &Perspective<Table, W>,
        first: usize,
    ) {
        self.context.home = SeatCounts::EMPTY;
        self.context.cities.clear();
        self.context.complete = 0;
        // A group that joins nothing is unclaimed and open.
        for at in self.preview.touched_groups() {
            let word = self.preview.word(at);
            if word.is_complete() {
                self.context.complete |= 1 << at;
            }
            if !word.pieces().is_empty() || W::LOOKS_AHEAD && self.context.tented >> at & 1 == 1 {
                self.settle_group(perspective, at);
            }
        }
        if self.context.complete != 0
            && (self.table_features.in_cities() || self.tile.city.is_some())
        {
            self.settle_cities(perspective, first);
        }
        let PlacementContext { totals, home, .. } = &mut self.context;
        if W::LOOKS_AHEAD && !home.is_empty() {
            for seat in Player::all(perspective.players).filter(|&seat| home.of(seat) > 0) {
                let supply = perspective.table.cowboy_supply(seat);
                totals[seat.index()] += perspective.values.supply(supply + home.of(seat))
                    - perspective.values.supply(supply);
            }
        }
    }

    /// Replaces the values of a contested group's parts by the value of the group.
    #[inline]
    fn settle_group<W: FeatureValues>(
        &mut self,
        perspective: &Perspective<Table, W>,
        group: usize,
    ) {
        let contested = self.group(group);
        let Turns {
            table_features,
            preview,
            context,
            ..
        } = self;
        table_features
            .contested_features
            .subtract_joined(preview, group, &mut context.totals);
        perspective.settle(&contested, &mut context.totals, 1);
        if W::LOOKS_AHEAD && contested.word.is_complete() && contested.kind != FeatureKind::Prairie
        {
            return_pieces(contested.word, &mut context.home, perspective.players);
        }
    }

    /// G16: scores the cities at the ends of railroads that the tile completes.
    #[cold]
    fn settle_cities<W: FeatureValues>(
        &mut self,
        perspective: &Perspective<Table, W>,
        first: usize,
    ) {
        let Turns {
            table_features,
            preview,
            context,
            tile,
            ..
        } = self;
        let PlacementContext {
            totals,
            home,
            cities,
            complete,
            ..
        } = context;
        for at in (0..tile.segments).filter(|&at| *complete >> at & 1 == 1) {
            if tile.kind(at) == FeatureKind::Railroad && preview.word(at).city_ends() > 0 {
                cities.add_railroad(perspective.table, preview, at, first);
            }
        }
        if cities.is_empty() {
            return;
        }
        if let Some(at) = tile.city {
            preview.set_word(at, cities.apply(first + at, preview.word(at)));
        }
        for city in cities.others(first) {
            if let Some(contested) = table_features.get(perspective.table.feature(city)) {
                let changed = ContestedFeature {
                    word: cities.apply(city.index(), contested.word),
                    ..*contested
                };
                perspective.values.unfinished(contested, totals, -1);
                perspective.settle(&changed, totals, 1);
                if changed.word.is_complete() {
                    return_pieces(changed.word, home, perspective.players);
                }
            }
        }
    }
}

/// G17: returns the cowboys of a completed feature.
fn return_pieces(word: FeatureWord, home: &mut SeatCounts, players: usize) {
    for seat in Player::all(players) {
        home.add(seat, word.pieces().count(seat));
    }
}

/// V18: returns true if the seat may pitch a tent on a mountain, wherever it has a vacant segment.
fn admits_tent<W>(perspective: &Perspective<Table, W>, mountain: FeatureWord) -> bool {
    let places = perspective.table.rules().tent_places;
    !mountain.is_complete() && places.allow(perspective.seat, mountain.pieces())
}
