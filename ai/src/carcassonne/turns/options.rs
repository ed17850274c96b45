//! Evaluation of second ingot and follower after a placement, each by the changes it makes.

use goldrush_engine::carcassonne::tiles::{bit, tiles_in};
use goldrush_engine::carcassonne::{FeatureKind, Table, monastery};
use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::tile::MAX_TILE_SEGMENTS;
use goldrush_engine::player::PlayerSet;

use super::super::feature_values::{ContestedFeature, FeatureValues};
use super::{TurnAction, Turns};
use crate::landscape::{Perspective, Totals};

impl Turns {
    /// Evaluates all options, except some whose value is below `at_least`.
    #[inline]
    pub(super) fn each_option<W: FeatureValues>(
        &mut self,
        perspective: &Perspective<Table, W>,
        at_least: i32,
        mut each: impl FnMut(TurnAction, i32, u32),
    ) {
        if self.context.second {
            let around = perspective.table.tiles_around(self.context.cell);
            for second in tiles_in(around & !(1 << self.context.tile)) {
                self.followers(perspective, Some(second), at_least, &mut each);
            }
        } else {
            self.followers(perspective, None, at_least, &mut each);
        }
    }

    /// C3: evaluates placing no follower and each possible follower.
    #[inline]
    fn followers<W: FeatureValues>(
        &mut self,
        perspective: &Perspective<Table, W>,
        second: Option<TileId>,
        at_least: i32,
        each: &mut impl FnMut(TurnAction, i32, u32),
    ) {
        let mut totals = self.context.totals;
        let golden = match second {
            Some(second) if W::LOOKS_AHEAD => self.second_ingot(perspective, second, &mut totals),
            _ => 0,
        };
        let before = totals;
        if self.context.claimed {
            self.take_ingots(perspective, &self.context.claims, second, &mut totals);
        }
        let joins = if W::LOOKS_AHEAD {
            self.joins.margin()
        } else {
            0
        };
        let none = perspective.margin(&totals) + joins;
        each(
            TurnAction::Settle {
                second,
                follow: None,
            },
            none,
            1,
        );
        let supply = perspective.table.follower_supply(perspective.seat);
        if supply == 0 {
            return;
        }
        let supply = supply + usize::from(self.context.home[perspective.seat.index()]);
        let price = perspective.values.supply(supply) - perspective.values.supply(supply - 1);
        for i in 0..self.tile.segments {
            let group = self.preview.group(i);
            let is_alone = self.preview.touched() >> group & 1 == 0;
            let claimed = if W::LOOKS_AHEAD {
                self.joins.claimed(group)
            } else {
                0
            };
            let most = self.follows[i & (MAX_TILE_SEGMENTS - 1)] + claimed - price;
            if W::LOOKS_AHEAD && is_alone && none + most < at_least {
                continue;
            }
            let mut contested = self.group(group);
            let barred = !perspective.table.rules().admits(contested.kind);
            if !contested.word.pieces().is_empty() || barred || W::LOOKS_AHEAD && i != group {
                continue;
            }
            contested.ingots += (golden >> group & 1) as u8;
            if contested.kind == FeatureKind::Field {
                contested.cities = self.cities_of_group(perspective.table, group);
            }
            let value = if !contested.is_complete() {
                none + perspective.values.alone(&contested, perspective.seat) - price + claimed
            } else if perspective.table.rules().gold_mines {
                let mut claims = self.context.claims;
                let mut totals = before;
                claims[perspective.seat.index()] |= self.tiles_of_group(perspective.table, group);
                totals[perspective.seat.index()] +=
                    perspective.values.scored(&contested, PlayerSet::EMPTY);
                self.take_ingots(perspective, &claims, second, &mut totals);
                perspective.margin(&totals) + joins
            } else {
                none + perspective.values.scored(&contested, PlayerSet::EMPTY)
            };
            each(
                TurnAction::Settle {
                    second,
                    follow: Some(i as u8),
                },
                value,
                1,
            );
        }
    }

    /// M3: adds a second ingot to everything on its tile, and to monasteries around it. Returns the groups of the new
    /// tile that it belongs to, as bits.
    fn second_ingot<W: FeatureValues>(
        &mut self,
        perspective: &Perspective<Table, W>,
        second: TileId,
        totals: &mut Totals,
    ) -> u32 {
        let table = perspective.table;
        let mut groups = self
            .tile
            .monastery
            .map_or(0, |i| 1 << (i & (MAX_TILE_SEGMENTS - 1)));
        let tile = table.landscape().tile(second);
        for (i, segment) in table.segments(tile).iter().enumerate() {
            if segment.kind > FeatureKind::City {
                break;
            }
            let feature = table.feature(tile.segment(i));
            if (0..i).any(|earlier| table.feature(tile.segment(earlier)) == feature) {
                continue;
            }
            if let Some(group) = self.preview.group_of(feature) {
                if groups >> group & 1 == 0 {
                    groups |= 1 << group;
                    add_ingot(perspective, &self.group(group), totals);
                }
            } else if let Some(valued) = self.table_features.contested_features.get(feature) {
                let hardness =
                    valued.contested.hardness + self.table_features.cells.change(feature);
                let contested = ContestedFeature {
                    hardness,
                    ..valued.contested
                };
                add_ingot(perspective, &contested, totals);
            }
        }
        for &(monk, _) in table.monks() {
            let feature = table.feature(monk);
            let cell = table.landscape().tile_of(monk).cell();
            let near = cell == tile.cell() || monastery::touch(cell, tile.cell());
            if let Some(valued) = self
                .table_features
                .contested_features
                .get(feature)
                .filter(|_| near)
            {
                let contested = self.monastery(table, &valued.contested, feature);
                add_ingot(perspective, &contested, totals);
            }
        }
        debug_assert!(bit(second) != 1 << self.context.tile);
        groups
    }
}

/// Adds the value of one more ingot to a feature, if it is incomplete and has pieces.
#[inline]
fn add_ingot<W: FeatureValues>(
    perspective: &Perspective<Table, W>,
    contested: &ContestedFeature,
    totals: &mut Totals,
) {
    if contested.word.pieces().is_empty() || contested.is_complete() {
        return;
    }
    let more = ContestedFeature {
        ingots: contested.ingots + 1,
        ..*contested
    };
    perspective.values.unfinished(contested, totals, -1);
    perspective.values.unfinished(&more, totals, 1);
}
