//! Table after the placement and before the follower: features joined, made harder or completed by the tile.

use goldrush_engine::carcassonne::tiles::TileMask;
use goldrush_engine::carcassonne::{FeatureKind, Table, monastery};
use goldrush_engine::landscape::components::FeatureId;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::landscape::tile::MAX_TILE_SEGMENTS;
use goldrush_engine::player::Player;

use super::super::feature_values::{ContestedFeature, FeatureValues};
use super::super::ingots::ingots_on;
use super::super::table_features::TableFeatures;
use super::{Change, Turns, return_pieces};
use crate::landscape::{Perspective, Placement, add};

impl Turns {
    /// Sums the properties of groups that their totals lack: hardness and ingots.
    #[inline]
    pub(super) fn sum_group_properties<W: FeatureValues>(
        &mut self,
        perspective: &Perspective<Table, W>,
    ) {
        let Turns {
            table_features,
            preview,
            context,
            tile,
            ..
        } = self;
        table_features
            .cells
            .sum_hardness(preview, tile.segments, |_, _| {});
        context.golden = [context.ingots; MAX_TILE_SEGMENTS];
        if table_features.ingots.tiles() == 0 {
            return;
        }
        let table = perspective.table;
        for at in (0..tile.segments).filter(|&at| preview.is_group(at)) {
            let tiles = match tile.kind(at) {
                FeatureKind::Field => continue,
                FeatureKind::Monastery => table_features.ingots.tiles_around(table, context.cell),
                _ => preview.features_in(at).fold(0, |set, part| {
                    set | table_features.ingots.tiles_of(table, part)
                }),
            };
            context.golden[at] = context.ingots + ingots_on(table, tiles);
        }
    }

    /// Returns the tiles whose ingots belong to a group (M4), including the new one.
    pub(super) fn tiles_of_group(&self, table: &Table, group: usize) -> TileMask {
        let new = 1 << self.context.tile;
        if self.tile.kind(group) == FeatureKind::Monastery {
            return table.tiles_around(self.context.cell) | new;
        }
        let features = table.landscape().features();
        self.preview
            .features_in(group)
            .fold(new, |set, feature| set | features.tile_set(feature))
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
                    fields,
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
            |group| tile.kind(group) != FeatureKind::Field,
            |_| true,
        );
        for &(feature, change) in cells.others() {
            let hardness = cells.hardness(feature) + change;
            if let Some(valued) = contested_features.get(feature) {
                add(&mut context.totals, &valued.value, -1);
                perspective.values.unfinished(
                    &ContestedFeature {
                        hardness,
                        ..valued.contested
                    },
                    &mut context.totals,
                    1,
                );
            }
            if fields.has_farmers()
                && perspective.table.segment(feature.segment()).kind == FeatureKind::City
            {
                let contested = ContestedFeature {
                    hardness,
                    ..ContestedFeature::new(FeatureKind::City, perspective.table.word(feature))
                };
                let cities = fields.city(feature);
                let value = perspective.values.city(&contested);
                context.changes.push(Change {
                    cities,
                    group: None,
                    value,
                });
            }
        }
    }

    /// Records the changed values of the tile's cities to fields.
    #[inline]
    pub(super) fn change_cities<W: FeatureValues>(&mut self, perspective: &Perspective<Table, W>) {
        if !self.table_features.fields.has_farmers() {
            return;
        }
        for at in 0..self.tile.segments {
            if self.tile.kind(at) != FeatureKind::City || !self.preview.is_group(at) {
                continue;
            }
            if !W::LOOKS_AHEAD && !self.preview.word(at).is_complete() {
                continue;
            }
            let fields = &self.table_features.fields;
            let cities = self
                .preview
                .features_in(at)
                .fold(0, |set, feature| set | fields.city(feature));
            let value = perspective.values.city(&self.group(at));
            self.context.changes.push(Change {
                cities,
                group: Some(at),
                value,
            });
        }
    }

    /// Returns the value of the cities that a field of the tile touches, after the placement.
    pub(super) fn cities_of_group(&mut self, table: &Table, group: usize) -> i32 {
        let Turns {
            table_features,
            preview,
            context,
            tile,
            ..
        } = self;
        if !table_features.fields.has_farmers() {
            return 0;
        }
        let mut touched = 0;
        for field in preview.features_in(group) {
            touched |= table_features.fields.cities(table, field);
        }
        if context.changes.is_empty() {
            return table_features.fields.value_of(touched);
        }
        let mut beside = 0;
        for at in 0..tile.segments {
            beside |= if preview.group(at) == group {
                tile.cities[at & (MAX_TILE_SEGMENTS - 1)]
            } else {
                0
            };
        }
        let mut own = 0_u32;
        while beside != 0 {
            own |= 1 << preview.group(beside.trailing_zeros() as usize);
            beside &= beside - 1;
        }
        let mut values = 0;
        let mut rest = touched;
        for change in &context.changes {
            if touched & change.cities != 0
                || change.group.is_some_and(|group| own >> group & 1 == 1)
            {
                values += change.value;
            }
            rest &= !change.cities;
        }
        values + table_features.fields.value_of(rest)
    }

    /// Scores the features that the tile completes, and re-evaluates those it changes.
    #[inline]
    pub(super) fn settle<W: FeatureValues>(&mut self, perspective: &Perspective<Table, W>) {
        // A group that joins nothing is unclaimed and open.
        for at in self.preview.touched_groups() {
            if !self.preview.word(at).pieces().is_empty() {
                self.settle_group(perspective, at);
            }
        }
        self.settle_other_fields(perspective);
        self.settle_monks(perspective);
        if W::LOOKS_AHEAD {
            for seat in
                Player::all(perspective.players).filter(|&seat| self.context.home[seat.index()] > 0)
            {
                let supply = perspective.table.follower_supply(seat);
                let more = supply + usize::from(self.context.home[seat.index()]);
                self.context.totals[seat.index()] +=
                    perspective.values.supply(more) - perspective.values.supply(supply);
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
        let mut contested = self.group(group);
        if contested.kind == FeatureKind::Field {
            contested.cities = self.cities_of_group(perspective.table, group);
        }
        let Turns {
            table_features,
            preview,
            context,
            ..
        } = self;
        table_features
            .contested_features
            .subtract_joined(preview, group, &mut context.totals);
        perspective
            .values
            .settle(&contested, &mut context.totals, 1);
        if contested.is_complete() {
            return_pieces(contested.word, &mut context.home);
            self.claim(perspective.table, &contested, |turns| {
                turns.tiles_of_group(perspective.table, group)
            });
        }
    }

    /// Finds and values what later tiles may join to the tile's features, once these are known. Fields that nobody has
    /// claimed count without the cities they touch.
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
            let mut contested = self.group(group);
            if contested.kind == FeatureKind::Field {
                contested.cities = self.cities_of_group(perspective.table, group);
            }
            self.joins.set_value(
                group,
                perspective.values.alone(&contested, perspective.seat),
            );
        }
        let claimable = if perspective.table.follower_supply(perspective.seat) > 0 {
            u32::MAX
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
                let contested = match table_features.contested_features.get(feature) {
                    Some(valued) => valued.contested,
                    None => ContestedFeature {
                        hardness: table_features.cells.hardness(feature),
                        ..ContestedFeature::new(tile.kind(group), perspective.table.word(feature))
                    },
                };
                perspective.values.alone(&contested, perspective.seat)
            },
        );
    }

    /// M4: lets the majority take the ingots on the tiles of a completed feature.
    fn claim(
        &mut self,
        table: &Table,
        contested: &ContestedFeature,
        tiles: impl Fn(&Turns) -> TileMask,
    ) {
        if table.rules().gold_mines {
            let tiles = tiles(self);
            for seat in table.rules().ties.scorers(contested.word.pieces()).iter() {
                self.context.claims[seat.index()] |= tiles;
            }
            self.context.claimed = true;
        }
    }

    /// Re-evaluates fields that touch changed cities but not the tile.
    fn settle_other_fields<W: FeatureValues>(&mut self, perspective: &Perspective<Table, W>) {
        let Turns {
            table_features,
            preview,
            context,
            ..
        } = self;
        if context.changes.is_empty() {
            return;
        }
        for valued in table_features
            .contested_features
            .all()
            .iter()
            .filter(|valued| valued.contested.beside != 0)
        {
            let mut change = 0;
            for city in &context.changes {
                let parts = valued.contested.beside & city.cities;
                if parts != 0 {
                    change += city.value - table_features.fields.value_of(parts);
                }
            }
            if change != 0 && preview.group_of(valued.feature).is_none() {
                add(&mut context.totals, &valued.value, -1);
                let cities = valued.contested.cities + change;
                perspective.values.unfinished(
                    &ContestedFeature {
                        cities,
                        ..valued.contested
                    },
                    &mut context.totals,
                    1,
                );
            }
        }
    }

    /// Re-evaluates the monasteries with monks around the tile.
    fn settle_monks<W: FeatureValues>(&mut self, perspective: &Perspective<Table, W>) {
        for &(monk, _) in perspective.table.monks() {
            // A laid tile is already counted as a neighbor.
            let cell = perspective.table.landscape().tile_of(monk).cell();
            if !self.context.laid && !monastery::touch(cell, self.context.cell) {
                continue;
            }
            let feature = perspective.table.feature(monk);
            let Some(valued) = self.table_features.contested_features.get(feature) else {
                continue;
            };
            let contested = self.monastery(perspective.table, &valued.contested, feature);
            if contested.neighbors == valued.contested.neighbors && !contested.is_complete() {
                continue;
            }
            add(&mut self.context.totals, &valued.value, -1);
            perspective
                .values
                .settle(&contested, &mut self.context.totals, 1);
            if contested.is_complete() {
                return_pieces(contested.word, &mut self.context.home);
                self.claim(perspective.table, &contested, |turns| {
                    perspective.table.tiles_around(cell) | 1 << turns.context.tile
                });
            }
        }
    }

    /// Returns a monastery with a monk after the placement.
    pub(super) fn monastery(
        &self,
        table: &Table,
        before: &ContestedFeature,
        feature: FeatureId,
    ) -> ContestedFeature {
        let cell = table.landscape().tile_of(feature.segment()).cell();
        if self.context.laid || !monastery::touch(cell, self.context.cell) {
            return *before;
        }
        ContestedFeature {
            neighbors: before.neighbors + 1,
            ingots: before.ingots + self.context.ingots,
            ..*before
        }
    }
}
