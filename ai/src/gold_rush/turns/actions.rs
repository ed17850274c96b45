//! Evaluation of the actions after a placement, each by the changes it makes.

use goldrush_engine::gold_rush::{Action, FeatureKind, Table};
use goldrush_engine::landscape::components::{FeatureId, SegmentId};
use goldrush_engine::landscape::frontier::bits;
use goldrush_engine::landscape::tile::MAX_TILE_SEGMENTS;
use goldrush_engine::player::PlayerSet;

use super::super::feature_values::{ContestedFeature, FeatureValues};
use super::{Pitch, TurnAction, Turns};
use crate::landscape::Perspective;

impl Turns {
    /// Evaluates all actions, except some whose value is below `at_least`.
    #[inline]
    pub(super) fn act<W: FeatureValues>(
        &mut self,
        perspective: &Perspective<Table, W>,
        first: usize,
        at_least: i32,
        mut each: impl FnMut(TurnAction, i32, u32),
    ) {
        let joins = if W::LOOKS_AHEAD {
            self.joins.margin()
        } else {
            0
        };
        let none = perspective.margin(&self.context.totals) + joins;
        each(TurnAction::Act(Action::None), none, 1);
        if self.allowed.cowboys > 0 {
            self.claims(perspective, none, at_least, &mut each);
        }
        // A tile without mountains leaves the tents as they are.
        if self.tile.mountains != 0 || none + self.elsewhere >= at_least {
            if W::LOOKS_AHEAD {
                if self.pitch.is_some() {
                    self.pitches(perspective, none, first, &mut each);
                }
            } else {
                let ways = u32::from(self.allowed.tents) * self.context.vacant;
                if ways > 0 {
                    each(TurnAction::AnyTent, none, ways);
                }
            }
            if self.allowed.mining {
                self.mines(perspective, none, &mut each);
            }
        }
        if self.allowed.take_backs > 0 {
            self.take_backs(perspective, joins, &mut each);
        }
    }

    /// G7: evaluates cowboys on the tile.
    #[inline]
    fn claims<W: FeatureValues>(
        &self,
        perspective: &Perspective<Table, W>,
        none: i32,
        at_least: i32,
        each: &mut impl FnMut(TurnAction, i32, u32),
    ) {
        let supply = perspective.table.cowboy_supply(perspective.seat)
            + self.context.home.of(perspective.seat);
        let price = perspective.values.supply(supply) - perspective.values.supply(supply - 1);
        for at in bits(self.claimable.into()).map(|at| usize::from(at) & (MAX_TILE_SEGMENTS - 1)) {
            let group = self.preview.group(at);
            // G16: a city may also change by completed railroads.
            let is_alone =
                self.preview.touched() >> group & 1 == 0 && self.context.cities.is_empty();
            let joins = if W::LOOKS_AHEAD {
                self.joins.claimed(group)
            } else {
                0
            };
            if W::LOOKS_AHEAD && is_alone && none + self.claims[at] + joins - price < at_least {
                continue;
            }
            let kind = self.tile.kind(at);
            let word = self.preview.word(group);
            if !word.pieces().is_empty() || W::LOOKS_AHEAD && at != group {
                continue;
            }
            let gain = if word.is_complete() && kind != FeatureKind::Prairie {
                let tokens = if kind == FeatureKind::Mountain {
                    word.tokens()
                } else {
                    0
                };
                perspective.values.scored(
                    kind,
                    word,
                    perspective.table.setup().scoring(),
                    PlayerSet::EMPTY,
                ) + i32::from(tokens) * perspective.values.token_value()
            } else {
                perspective.values.alone(&self.group(group)) - price
            };
            each(
                TurnAction::Act(Action::Cowboy { segment: at as u8 }),
                none + gain + joins,
                1,
            );
        }
    }

    /// G9: evaluates taking a token from the mountain of a tent.
    #[inline]
    fn mines<W: FeatureValues>(
        &self,
        perspective: &Perspective<Table, W>,
        none: i32,
        each: &mut impl FnMut(TurnAction, i32, u32),
    ) {
        for (tent, here) in self.tents.iter().enumerate() {
            let gain = match self.joined_mountain(here.mountain) {
                Some(group) => perspective.mined(&self.group(group), &self.context.totals),
                None => here.mined,
            };
            if let Some(gain) = gain {
                each(
                    TurnAction::Act(Action::Mine { tent: tent as u8 }),
                    none + gain,
                    1,
                );
            }
        }
    }

    /// V5: evaluates taking a cowboy back from the board.
    fn take_backs<W: FeatureValues>(
        &self,
        perspective: &Perspective<Table, W>,
        joins: i32,
        each: &mut impl FnMut(TurnAction, i32, u32),
    ) {
        let seat = perspective.seat;
        for (cowboy, &at) in perspective.table.cowboys(seat).iter().enumerate() {
            let contested = self.contested_of(perspective, at);
            let left = ContestedFeature {
                word: contested.word.without_piece(seat),
                ..contested
            };
            let mut totals = self.context.totals;
            perspective.settle(&contested, &mut totals, -1);
            perspective.settle(&left, &mut totals, 1);
            let returns_anyway =
                contested.word.is_complete() && contested.kind != FeatureKind::Prairie;
            if W::LOOKS_AHEAD && !returns_anyway {
                let supply = perspective.table.cowboy_supply(seat) + self.context.home.of(seat);
                totals[seat.index()] +=
                    perspective.values.supply(supply + 1) - perspective.values.supply(supply);
            }
            each(
                TurnAction::Act(Action::TakeBack {
                    cowboy: cowboy as u8,
                }),
                perspective.margin(&totals) + joins,
                1,
            );
        }
    }

    /// G8: evaluates tents, for values that include them: on the best mountain that the tile does not touch, and on
    /// those that it does, each by its first vacant segment.
    #[inline]
    fn pitches<W: FeatureValues>(
        &self,
        perspective: &Perspective<Table, W>,
        none: i32,
        first: usize,
        each: &mut impl FnMut(TurnAction, i32, u32),
    ) {
        let Some(Pitch { tent, from, left }) = self.pitch else {
            return;
        };
        let from_group = from.and_then(|feature| self.joined_mountain(feature));
        let left = match from_group {
            Some(group) => perspective.pitched(&self.group(group), -1, &self.context.totals),
            None => left,
        };
        let camp = self.camps.iter().find(|camp| {
            self.joined_mountain(camp.feature).is_none() && from != Some(camp.feature)
        });
        if let Some(camp) = camp {
            each(
                TurnAction::Act(Action::Tent {
                    tent,
                    to: camp.vacant,
                }),
                none + left + camp.gain,
                1,
            );
        }
        let places = perspective.table.rules().tent_places;
        let mut mountains = self.tile.mountains;
        while mountains != 0 {
            let at = mountains.trailing_zeros() as usize;
            mountains &= mountains - 1;
            let word = self.preview.word(at);
            let open = self.preview.is_group(at)
                && !word.is_complete()
                && places.allow(perspective.seat, word.pieces());
            if !open || from_group == Some(at) {
                continue;
            }
            let gain = perspective.pitched(&self.group(at), 1, &self.context.totals);
            let to = SegmentId((first + at) as u16);
            each(
                TurnAction::Act(Action::Tent { tent, to }),
                none + left + gain,
                1,
            );
        }
    }

    /// Returns the group that a mountain joins; most placements touch none.
    #[inline]
    fn joined_mountain(&self, feature: FeatureId) -> Option<usize> {
        if self.preview.touched() & self.tile.mountains == 0 {
            None
        } else {
            self.preview.group_of(feature)
        }
    }

    /// Returns the feature of a piece after the placement.
    #[inline]
    fn contested_of<W: FeatureValues>(
        &self,
        perspective: &Perspective<Table, W>,
        segment: SegmentId,
    ) -> ContestedFeature {
        let feature = perspective.table.feature(segment);
        match self.preview.group_of(feature) {
            Some(group) => self.group(group),
            None => {
                let contested = self
                    .table_features
                    .get(feature)
                    .expect("a feature with a piece on it is contested");
                let word = match contested.kind {
                    FeatureKind::City => self.context.cities.apply(segment.index(), contested.word),
                    _ => contested.word,
                };
                ContestedFeature {
                    word,
                    hardness: contested.hardness + self.table_features.cells.change(feature),
                    ..*contested
                }
            }
        }
    }
}
