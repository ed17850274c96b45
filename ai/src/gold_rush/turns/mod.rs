//! Evaluation of a player's turns by the changes they make: nothing is laid, copied or rescored.
//!
//! A [`PlacementContext`] describes the table after a placement and before the action; it is derived from a preview of
//! the features that the tile joins (`placement_context.rs`). Each action then changes one or two features
//! (`actions.rs`).

mod actions;
mod perspective;
mod placement_context;

use arrayvec::ArrayVec;
use goldrush_engine::gold_rush::rules::{MAX_TENTS, TentPlaces};
use goldrush_engine::gold_rush::{
    Action, AllowedActions, FeatureKind, GoldRush, Phase, Table, mining,
};
use goldrush_engine::landscape::components::{FeatureId, FeatureWord, SegmentId};
use goldrush_engine::landscape::preview::Preview;
use goldrush_engine::landscape::segments::SegmentSet;
use goldrush_engine::landscape::tile::MAX_TILE_SEGMENTS;

use super::city_changes::CityChanges;
use super::feature_values::{ContestedFeature, FeatureValues, SeatCounts};
use super::table_features::TableFeatures;
use crate::landscape::{
    BaseEvaluation, Joins, OpenCells, Perspective, Placement, PlacementIndependent, Totals,
    TurnEvaluator,
};

/// Action, or a group of actions of equal value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnAction {
    /// A single action.
    Act(Action),
    /// Any way to pitch or move a tent, for values that ignore tents.
    AnyTent,
}

/// Evaluator of turns. Reused between turns so that nothing is allocated.
#[derive(Clone, Default)]
pub struct Turns {
    table_features: TableFeatures,
    /// Value of the table to each seat before the turn.
    base: Totals,
    /// Number of mountain segments open to a tent before the turn, if tents are only counted.
    vacant: u32,
    /// Open mountains where another tent would be worth most, best first.
    camps: ArrayVec<Camp, MAX_CAMPS>,
    /// Tents of the seat.
    tents: ArrayVec<Tent, MAX_TENTS>,
    /// Tent to pitch or move, if allowed.
    pitch: Option<Pitch>,
    allowed: AllowedActions,
    /// Segments of the tile that may be claimed if nobody is there, as bits.
    claimable: u16,
    /// By claimable segment: upper bound on the value of a cowboy there if its feature joins no other; for values that look
    /// ahead.
    claims: [i32; MAX_TILE_SEGMENTS],
    /// Gain in margin by the best action with a tent if the tile has no mountain; at least 0.
    elsewhere: i32,
    tile: Tile,
    preview: Preview,
    context: PlacementContext,
    joins: Joins,
}

/// A tile touches at most four mountains and the tent leaves one, so of six one is always available.
const MAX_CAMPS: usize = 6;

/// Open mountain where a tent may be pitched.
#[derive(Clone, Copy)]
struct Camp {
    /// Gain in margin by another tent there.
    gain: i32,
    feature: FeatureId,
    vacant: SegmentId,
}

/// Options of a tent before the placement.
#[derive(Clone, Copy)]
struct Tent {
    mountain: FeatureId,
    /// Gain in margin by mining, if there is a token.
    mined: Option<i32>,
    /// Gain in margin by leaving.
    left: i32,
}

/// Tent to pitch or move: one in supply, otherwise the one of least value.
#[derive(Clone, Copy)]
struct Pitch {
    tent: u8,
    /// Mountain that it leaves.
    from: Option<FeatureId>,
    /// Gain in margin by leaving, if the tile does not touch that mountain.
    left: i32,
}

/// Relevant properties of the tile in hand.
#[derive(Clone, Default)]
struct Tile {
    /// By segment.
    kinds: [FeatureKind; MAX_TILE_SEGMENTS],
    /// By segment: contribution to its feature, including the tokens laid on it.
    words: [FeatureWord; MAX_TILE_SEGMENTS],
    segments: usize,
    /// Mountain segments, as bits.
    mountains: u32,
    city: Option<usize>,
}

impl Tile {
    fn set_table(&mut self, table: &Table) {
        let kind = table.setup().catalogue().kind(table.hand());
        self.segments = kind.segments.len();
        self.city = table.setup().catalogue().city(table.hand());
        self.mountains = 0;
        self.words = *table.setup().catalogue().tiles().all_words(table.hand());
        let each = table.rules().tokens_per_nugget;
        let mut supply = table.token_supply();
        for (at, segment) in kind.segments.iter().enumerate() {
            self.kinds[at] = segment.kind;
            if segment.kind == FeatureKind::Mountain {
                self.mountains |= 1 << at;
                let laid = mining::tokens_for_nuggets(segment.nuggets, each, &mut supply);
                self.words[at] = self.words[at].with_tokens(laid);
            }
        }
    }

    #[inline]
    fn kind(&self, segment: usize) -> FeatureKind {
        self.kinds[segment & (MAX_TILE_SEGMENTS - 1)]
    }
}

/// Table after the placement and before the action. Groups are named by a segment of the tile, as in the preview.
#[derive(Clone, Default)]
struct PlacementContext {
    totals: Totals,
    tents: [SeatCounts; MAX_TILE_SEGMENTS],
    /// Groups with tents, as bits; entries of other groups are stale.
    tented: u32,
    /// Complete groups, as bits.
    complete: u32,
    /// Cowboys that will return.
    home: SeatCounts,
    cities: CityChanges,
    /// Number of mountain segments open to a tent, if tents are only counted.
    vacant: u32,
}

impl BaseEvaluation for Turns {
    #[inline]
    fn totals_and_cells(&mut self) -> (&Totals, &mut OpenCells) {
        (&self.base, &mut self.table_features.cells)
    }
}

impl<W: FeatureValues> TurnEvaluator<GoldRush, W> for Turns {
    fn set_table(&mut self, perspective: &Perspective<Table, W>) {
        self.joins.clear();
        if totals_matter(perspective) {
            self.base = perspective.values.seats(perspective.table);
            self.table_features
                .set_table(perspective.table, perspective.values, &mut self.base);
        } else {
            self.base = Totals::default();
            self.table_features.clear();
        }
        self.update_tents(perspective);
        self.allowed = perspective.table.allowed();
        self.update_hand(perspective);
        if W::LOOKS_AHEAD {
            self.pitch = if self.allowed.tents > 0 {
                self.tent_to_pitch(perspective)
            } else {
                None
            };
            self.find_camps(perspective);
        } else {
            self.vacant = perspective
                .table
                .tent_targets()
                .len(perspective.table.landscape().features().len());
        }
        self.elsewhere = self.best_elsewhere();
    }

    fn set_tile_in_hand(&mut self, perspective: &Perspective<Table, W>) {
        self.update_hand(perspective);
    }

    fn placement_independent(&self, perspective: &Perspective<Table, W>) -> PlacementIndependent {
        let supply = perspective.table.cowboy_supply(perspective.seat);
        PlacementIndependent::new(self.elsewhere, supply, perspective.values)
    }

    fn table_value(&mut self, perspective: &Perspective<Table, W>) -> Totals {
        let mut totals = perspective.values.seats(perspective.table);
        if perspective.table.phase() != Phase::Over {
            self.table_features
                .set_table(perspective.table, perspective.values, &mut totals);
        }
        totals
    }

    /// Actions of equal value regardless of the segment may be reported once.
    #[inline]
    fn evaluate_placement(
        &mut self,
        perspective: &Perspective<Table, W>,
        placement: Placement,
        at_least: i32,
        each: impl FnMut(TurnAction, i32, u32),
    ) {
        let table = perspective.table;
        let tiles = table.setup().catalogue().tiles();
        let landscape = table.landscape();
        let words = &self.tile.words;
        landscape.preview(
            tiles,
            table.hand(),
            words,
            placement.0,
            placement.1,
            &mut self.preview,
        );
        self.context.totals = self.base;
        if W::LOOKS_AHEAD {
            self.sum_group_properties();
            self.apply_harder_cells(perspective, placement);
        }
        let first = landscape.features().len();
        self.settle_groups(perspective, first);
        if W::LOOKS_AHEAD {
            if perspective.counts_joins() {
                self.find_joins(perspective, placement.1);
            }
        } else {
            self.context.vacant = self.vacant + self.tile.mountains.count_ones();
            if table.rules().tent_places != TentPlaces::Any {
                self.context.vacant = self.count_permitted(perspective);
            } else if self.context.complete & self.tile.mountains != 0 {
                self.leave_completed_mountains(perspective);
            }
        }
        self.act(perspective, first, at_least, each);
    }

    fn evaluate_actions(
        &mut self,
        perspective: &Perspective<Table, W>,
        each: impl FnMut(TurnAction, i32, u32),
    ) {
        let table = perspective.table;
        let tile = table.landscape().tile(table.newest());
        table
            .landscape()
            .groups_of(table.setup().catalogue().tiles(), tile, &mut self.preview);
        self.context.totals = self.base;
        if W::LOOKS_AHEAD {
            self.sum_group_properties();
        }
        self.context.vacant = self.vacant;
        let first = tile.segment(0).index();
        self.settle_groups(perspective, first);
        if perspective.counts_joins() {
            self.table_features
                .cells
                .find_open_cells_around(table.landscape(), tile.cell());
            self.find_joins(perspective, tile.rotation());
        }
        self.act(perspective, first, i32::MIN, each);
    }
}

impl Turns {
    fn update_hand<W: FeatureValues>(&mut self, perspective: &Perspective<Table, W>) {
        self.tile.set_table(perspective.table);
        self.claimable = 0;
        for at in 0..self.tile.segments {
            let kind = self.tile.kind(at);
            let word = self.tile.words[at];
            if self.allowed.cowboys >> kind as u8 & 1 == 1 {
                self.claimable |= 1 << at;
                if W::LOOKS_AHEAD {
                    self.claims[at] = perspective.values.most(kind, word);
                }
            }
        }
    }

    /// Returns the gain in margin by the best action with a tent, for tiles without a mountain; at least 0.
    fn best_elsewhere(&self) -> i32 {
        let pitched = self.pitch.and_then(|Pitch { from, left, .. }| {
            let camp = self.camps.iter().find(|camp| Some(camp.feature) != from)?;
            Some(left + camp.gain)
        });
        let mined = if self.allowed.mining {
            self.tents.iter().filter_map(|tent| tent.mined).max()
        } else {
            None
        };
        pitched.max(mined).unwrap_or(0).max(0)
    }

    /// Evaluates the options of the seat's tents where they stand, if the tile does not touch their mountains.
    fn update_tents<W: FeatureValues>(&mut self, perspective: &Perspective<Table, W>) {
        self.tents.clear();
        for &at in perspective.table.tents(perspective.seat) {
            let mountain = perspective.table.feature(at);
            let contested =
                self.table_features
                    .at(perspective.table, mountain, FeatureKind::Mountain);
            let left = if W::LOOKS_AHEAD {
                perspective.pitched(&contested, -1, &self.base)
            } else {
                0
            };
            self.tents.push(Tent {
                mountain,
                mined: perspective.mined(&contested, &self.base),
                left,
            });
        }
    }

    fn tent_to_pitch<W: FeatureValues>(
        &self,
        perspective: &Perspective<Table, W>,
    ) -> Option<Pitch> {
        if perspective.table.tent_supply(perspective.seat) > 0 {
            return Some(Pitch {
                tent: self.tents.len() as u8,
                from: None,
                left: 0,
            });
        }
        let (tent, from) = self
            .tents
            .iter()
            .enumerate()
            .max_by_key(|(_, tent)| tent.left)?;
        Some(Pitch {
            tent: tent as u8,
            from: Some(from.mountain),
            left: from.left,
        })
    }

    /// Finds the open mountains where another tent of the seat would be worth most.
    fn find_camps<W: FeatureValues>(&mut self, perspective: &Perspective<Table, W>) {
        let Turns {
            table_features,
            camps,
            base,
            ..
        } = self;
        camps.clear();
        if perspective.table.rules().tents == 0 {
            return;
        }
        let mut known = SegmentSet::EMPTY;
        for vacant in perspective.table.vacant().iter() {
            let feature = perspective.table.feature(vacant);
            if known.contains(feature.segment()) {
                continue;
            }
            known.insert(feature.segment());
            let cowboys = perspective.table.word(feature).pieces();
            if !perspective
                .table
                .rules()
                .tent_places
                .allow(perspective.seat, cowboys)
            {
                continue;
            }
            let contested = table_features.at(perspective.table, feature, FeatureKind::Mountain);
            let gain = perspective.pitched(&contested, 1, base);
            let rank = camps
                .iter()
                .rposition(|camp| camp.gain >= gain)
                .map_or(0, |better| better + 1);
            if rank < MAX_CAMPS {
                camps.truncate(MAX_CAMPS - 1);
                camps.insert(
                    rank,
                    Camp {
                        gain,
                        feature,
                        vacant,
                    },
                );
            }
        }
    }

    /// Returns a group after the placement.
    #[inline]
    fn group(&self, group: usize) -> ContestedFeature {
        let at = group & (MAX_TILE_SEGMENTS - 1);
        ContestedFeature {
            kind: self.tile.kinds[at],
            word: self.preview.word(at),
            tents: if self.context.tented >> at & 1 == 1 {
                self.context.tents[at]
            } else {
                SeatCounts::EMPTY
            },
            hardness: self.table_features.cells.group(at),
        }
    }
}

/// Returns true if the seats' totals elsewhere affect the choice. They do not for the action, without looking ahead,
/// with a single rival and without take-backs: then actions only change features of the tile and tokens, by amounts
/// independent of both totals.
fn totals_matter<W: FeatureValues>(perspective: &Perspective<Table, W>) -> bool {
    let table = perspective.table;
    W::LOOKS_AHEAD
        || table.phase() == Phase::Place
        || perspective.players > 2
        || table.rules().take_back
}
