//! Joins by later tiles: beside the tile an empty cell may be left between one of its features and another one. A tile that
//! fits there and joins the two adds them up and compares their pieces: one seat gains a share, another loses it.
//!
//! Such a pair of features counts with the change in margin by joining them, times the share of the tiles left that do so,
//! times a weight. Not handled: which seat fills the cell, pairs of features of which none is the tile's, features that
//! the tile joins itself, and tents.

use arrayvec::ArrayVec;
use goldrush_engine::landscape::components::FeatureId;
use goldrush_engine::landscape::frontier::{Slot, bits};
use goldrush_engine::landscape::grid::{Rotation, Side};
use goldrush_engine::landscape::pieces::PieceCounts;
use goldrush_engine::landscape::preview::Preview;
use goldrush_engine::landscape::table::{Table, TileGame};
use goldrush_engine::landscape::tile::{MAX_TILE_SEGMENTS, TileSet};

use super::{FeatureValues, OpenCells, Perspective};

/// In each of at most three empty cells beside a tile, a line may meet a line on each of three other sides, and each of the two
/// segments beside it two segments on each of these.
const MOST_PAIRS: usize = 3 * 3 * (1 + 2 * 2);

/// Joins that the tile makes possible. Reused between placements so that nothing is allocated.
#[derive(Clone, Default)]
pub(crate) struct Joins {
    pairs: ArrayVec<Pair, MOST_PAIRS>,
    /// Groups in pairs with features that have pieces, as bits.
    contested: u32,
    /// By such a group: value to a seat that is alone in it.
    values: [i32; MAX_TILE_SEGMENTS],
    /// Change in margin by all pairs.
    margin: i32,
    /// By group: further change in margin if the mover claims it.
    claimed: [i32; MAX_TILE_SEGMENTS],
}

/// Group of the tile and feature beyond an empty cell.
#[derive(Clone, Copy)]
struct Pair {
    group: u8,
    feature: FeatureId,
    pieces: PieceCounts,
    /// Kinds that join the two at the cell, as bits.
    kinds: u64,
}

impl Joins {
    /// Finds the pairs of a tile in a rotation, laid or to be laid with these open cells around it.
    #[inline]
    pub(crate) fn find<G: TileGame>(
        &mut self,
        perspective: &Perspective<Table<'_, G>, impl FeatureValues>,
        preview: &Preview,
        around: &[(Side, Slot)],
        rotation: Rotation,
    ) {
        self.clear();
        let table = perspective.table;
        let landscape = table.landscape();
        let tiles = table.tiles();
        let shape = tiles.shape(TileSet::shape_index(table.hand(), rotation));
        for &(side, between) in around {
            let constraint =
                landscape.frontier().constraint(between) | shape.edge[side as usize].constraint;
            let here = (side.opposite(), shape.links[side as usize]);
            let first = self.pairs.len();
            for (other, tile) in landscape
                .neighbors(between)
                .filter(|&(other, _)| other != side.opposite())
            {
                let there = (other, landscape.links(tiles, *tile, other.opposite()));
                tiles.for_each_join(constraint, here, there, |at, segment, kinds| {
                    let (feature, word) =
                        landscape.features().find_with_word(tile.segment(segment));
                    let group = preview.group(at) as u8;
                    let pieces = word.pieces();
                    self.add(
                        first,
                        preview,
                        Pair {
                            group,
                            feature,
                            pieces,
                            kinds,
                        },
                    );
                });
            }
        }
    }

    /// Forgets all pairs, so that joins count nothing.
    pub(crate) fn clear(&mut self) {
        self.contested = 0;
        self.margin = 0;
        for pair in &self.pairs {
            self.claimed[usize::from(pair.group) & (MAX_TILE_SEGMENTS - 1)] = 0;
        }
        self.pairs.clear();
    }

    /// Adds a pair, unless the tile joins it itself. Pairs from `first` on belong to the same cell.
    #[inline]
    fn add(&mut self, first: usize, preview: &Preview, pair: Pair) {
        if preview.group_of(pair.feature).is_some() {
            return;
        }
        let known = self.pairs[first..]
            .iter_mut()
            .find(|known| known.group == pair.group && known.feature == pair.feature);
        match known {
            Some(known) => known.kinds |= pair.kinds,
            None => {
                self.contested |= u32::from(!pair.pieces.is_empty()) << pair.group;
                // One that does not find room only counts less.
                let _ = self.pairs.try_push(pair);
            }
        }
    }

    /// Iterates over the groups whose values matter: those in pairs with features that have pieces.
    #[inline]
    pub(crate) fn contested(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.contested.into()).map(usize::from)
    }

    /// Sets the value of such a group to a seat that is alone in it.
    #[inline]
    pub(crate) fn set_value(&mut self, group: usize, value: i32) {
        self.values[group & (MAX_TILE_SEGMENTS - 1)] = value;
    }

    /// Values all pairs, for a mover who may claim these groups, given as bits, if they have no pieces. `lone_value` returns the value of a feature of the
    /// same kind as a group to a seat that is alone in it.
    #[inline]
    pub(crate) fn value<G: TileGame>(
        &mut self,
        perspective: &Perspective<Table<'_, G>, impl FeatureValues>,
        preview: &Preview,
        cells: &OpenCells,
        claimable: u32,
        lone_value: impl Fn(FeatureId, usize) -> i32,
    ) {
        let Some(common) = perspective.values.common() else {
            return;
        };
        for &Pair {
            group,
            feature,
            pieces: there,
            kinds,
        } in &self.pairs
        {
            let at = usize::from(group) & (MAX_TILE_SEGMENTS - 1);
            let here = preview.word(at).pieces();
            let may_claim = here.is_empty() && claimable >> at & 1 == 1;
            if here.is_empty() && there.is_empty() && !may_claim {
                continue;
            }
            let copies = cells.left(kinds);
            if copies == 0 {
                continue;
            }
            let values = (self.values[at], lone_value(feature, at));
            if here.is_empty() && there.is_empty() {
                // The mover is alone in both features.
                self.claimed[at] += common.joins.value(values.1, copies);
                continue;
            }
            let change = margin_by_joining(perspective, (here, there), values);
            let unclaimed = common.joins.value(change, copies);
            self.margin += unclaimed;
            if may_claim {
                let here = PieceCounts::one(perspective.seat);
                let change = margin_by_joining(perspective, (here, there), values);
                self.claimed[at] += common.joins.value(change, copies) - unclaimed;
            }
        }
    }

    /// Returns the change in margin by all pairs.
    #[inline]
    pub(crate) fn margin(&self) -> i32 {
        self.margin
    }

    /// Returns the further change in margin if the mover claims a group.
    #[inline]
    pub(crate) fn claimed(&self, group: usize) -> i32 {
        self.claimed[group & (MAX_TILE_SEGMENTS - 1)]
    }
}

/// Returns the change in margin, against the mean of the rivals, by joining two features of these values to a seat that is
/// alone in them.
#[inline]
fn margin_by_joining<T, W>(
    perspective: &Perspective<T, W>,
    (here, there): (PieceCounts, PieceCounts),
    values: (i32, i32),
) -> i32 {
    let change = if there.is_empty() {
        summed_margin(perspective, here, values.1)
    } else {
        summed_margin(perspective, here.together(there), values.0 + values.1)
            - summed_margin(perspective, here, values.0)
            - summed_margin(perspective, there, values.1)
    };
    let rivals = perspective.players as i32 - 1;
    if rivals == 1 { change } else { change / rivals }
}

/// Returns the sum of the leads over each rival by a feature with these pieces.
#[inline]
fn summed_margin<T, W>(perspective: &Perspective<T, W>, pieces: PieceCounts, value: i32) -> i32 {
    let leaders = pieces.majority();
    let own = i32::from(leaders.contains(perspective.seat));
    (perspective.players as i32 * own - leaders.len() as i32) * value
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use goldrush_engine::carcassonne::{self, Carcassonne};
    use goldrush_engine::game::State as _;
    use goldrush_engine::gold_rush::{self, GoldRush};
    use goldrush_engine::landscape::tile::KindId;
    use goldrush_engine::player::Player;
    use goldrush_engine::rng::tool_stream;

    use super::super::{BaseEvaluation as _, Evaluator as _, LandscapeGame, TurnEvaluator as _};
    use super::*;
    use crate::weights::WeightSet as _;

    /// Value to a seat alone in a feature, which differs between features.
    fn value(feature: FeatureId) -> i32 {
        1000 + 37 * feature.index() as i32
    }

    /// By feature of the newest tile and feature beyond an empty cell beside it: numbers of tiles that join the two there,
    /// found by laying every kind in every rotation.
    fn joined_by_laying<G: TileGame>(
        laid: &Table<'_, G>,
    ) -> BTreeMap<(FeatureId, FeatureId), Vec<u32>> {
        let landscape = laid.landscape();
        let tiles = laid.tiles();
        let newest = landscape.tile(laid.newest());
        let own = |feature| {
            (0..tiles.words(newest.kind()).len())
                .any(|at| laid.feature(newest.segment(at)) == feature)
        };
        let mut joined = BTreeMap::<_, Vec<u32>>::new();
        for side in Side::ALL {
            let cell = newest.cell().neighbor(side);
            let Some(slot) = landscape.frontier().slot(cell) else {
                continue;
            };
            let mut kinds = BTreeMap::<_, BTreeSet<KindId>>::new();
            let may_come = (0..tiles.kinds())
                .map(|kind| KindId(kind as u8))
                .filter(|&kind| laid.left(kind) > 0);
            for (kind, rotation) in
                may_come.flat_map(|kind| Rotation::ALL.map(|rotation| (kind, rotation)))
            {
                if !landscape.frontier().allows(tiles, kind, slot, rotation) {
                    continue;
                }
                let mut later = laid.clone();
                later.set_hypothetical_draw(laid.seat(), kind);
                later.place(slot, rotation);
                let third = later.landscape().tile(later.newest());
                // Segment of the third tile, and feature that it touches.
                let touched: Vec<_> = (Side::ALL.into_iter())
                    .filter_map(|side| {
                        Some((
                            side,
                            landscape.tile(landscape.tile_at(cell.neighbor(side))?),
                        ))
                    })
                    .flat_map(|(side, tile)| {
                        let there = landscape.links(tiles, tile, side.opposite());
                        let pairs = later.landscape().links(tiles, third, side).touching(there);
                        pairs
                            .map(move |(at, segment)| (at, tile, segment))
                            .collect::<Vec<_>>()
                    })
                    .collect();
                for &(at, tile, segment) in touched
                    .iter()
                    .filter(|(_, tile, _)| tile.cell() == newest.cell())
                {
                    let here = laid.feature(tile.segment(segment));
                    let others = touched
                        .iter()
                        .filter(|other| other.0 == at && other.1.cell() != tile.cell());
                    let beyond =
                        others.map(|&(_, tile, segment)| laid.feature(tile.segment(segment)));
                    beyond.filter(|&there| !own(there)).for_each(|there| {
                        kinds.entry((here, there)).or_default().insert(kind);
                    });
                }
            }
            for (pair, kinds) in kinds {
                joined
                    .entry(pair)
                    .or_default()
                    .push(kinds.iter().map(|&kind| u32::from(laid.left(kind))).sum());
            }
        }
        joined
    }

    /// Returns what joining two features changes for a seat, against the mean of its rivals, times their number.
    fn change(
        laid: &Table<'_, impl TileGame>,
        seat: Player,
        pieces: [PieceCounts; 2],
        values: [i32; 2],
    ) -> i32 {
        let gain = |of: Player| {
            let leads = |counts: &[PieceCounts]| {
                let count = |seat| counts.iter().map(|pieces| pieces.count(seat)).sum::<u8>();
                i32::from(
                    count(of) > 0
                        && Player::all(laid.players()).all(|rival| count(rival) <= count(of)),
                )
            };
            let apart = leads(&pieces[..1]) * values[0] + leads(&pieces[1..]) * values[1];
            leads(&pieces) * (values[0] + values[1]) - apart
        };
        let rivals = Player::all(laid.players()).filter(|&rival| rival != seat);
        (laid.players() as i32 - 1) * gain(seat) - rivals.map(gain).sum::<i32>()
    }

    /// Compares all placements of a game of random moves. Returns the number of pairs.
    fn compare<G: LandscapeGame>(setup: &G::Setup, seed: u64) -> usize {
        let mut rng = tool_stream(seed);
        let mut pairs = 0;
        let mut state = G::deal(setup, &mut rng);
        let mut evaluator = G::Evaluator::new(&G::Weights::tuned(2));
        let mut turns = G::Turns::default();
        let mut joins = Joins::default();
        let mut preview = Preview::default();
        while state.to_move().is_some() {
            let table = G::table(&state);
            if table.is_placing() {
                evaluator.set(table, G::Expectation::default());
                let perspective = &Perspective::new(table, &evaluator);
                let values = evaluator.common().unwrap().joins;
                turns.set_table(perspective);
                table.for_each_placement(|slot, rotation| {
                    let landscape = table.landscape();
                    let hand = table.hand();
                    let words = table.tiles().all_words(hand);
                    landscape.preview(table.tiles(), hand, words, slot, rotation, &mut preview);
                    let mut laid = table.clone();
                    laid.place(slot, rotation);
                    let newest = laid.landscape().tile(laid.newest());
                    let of_group = |group: usize| laid.feature(newest.segment(group));
                    turns
                        .cells()
                        .find_open_cells_around(landscape, newest.cell());
                    joins.find(perspective, &preview, turns.cells().around(), rotation);
                    (0..table.tiles().words(hand).len())
                        .for_each(|at| joins.set_value(at, value(of_group(at))));
                    joins.value(
                        perspective,
                        &preview,
                        turns.cells(),
                        u32::MAX,
                        |feature, _| value(feature),
                    );
                    let mut margin = 0;
                    let mut claimed = BTreeMap::<FeatureId, i32>::new();
                    for ((here, there), tiles) in joined_by_laying(&laid) {
                        let worth = |pieces| {
                            let pieces = [pieces, laid.word(there).pieces()];
                            let change =
                                change(&laid, table.seat(), pieces, [value(here), value(there)]);
                            let change = change / (table.players() as i32 - 1);
                            tiles
                                .iter()
                                .map(|&tiles| values.value(change, tiles))
                                .sum::<i32>()
                        };
                        let pieces = laid.word(here).pieces();
                        margin += worth(pieces);
                        if pieces.is_empty() {
                            *claimed.entry(here).or_default() +=
                                worth(PieceCounts::one(table.seat())) - worth(pieces);
                        }
                        pairs += 1;
                    }
                    assert_eq!(joins.margin(), margin, "{state:?} {slot:?} {rotation:?}");
                    for at in
                        (0..table.tiles().words(hand).len()).filter(|&at| preview.is_group(at))
                    {
                        let expected = claimed.get(&of_group(at)).copied().unwrap_or(0);
                        assert_eq!(
                            joins.claimed(at),
                            expected,
                            "{state:?} {slot:?} {rotation:?} {at}"
                        );
                    }
                });
            }
            let mv = state.random_move(&mut rng).unwrap();
            state.play_unchecked(mv);
        }
        pairs
    }

    /// Compares the fast path, by tables of kinds, with laying every tile that may come.
    #[test]
    fn joins_equal_those_found_by_laying_every_tile() {
        let pairs = |players| {
            let catalogue = carcassonne::Catalogue::printed().into();
            let setup =
                carcassonne::Setup::new(catalogue, carcassonne::Rules::default(), players).unwrap();
            compare::<GoldRush>(&gold_rush::Setup::printed(players), 7)
                + compare::<Carcassonne>(&setup, 8)
        };
        let found = [2, 3].map(pairs);
        assert!(found.iter().all(|&pairs| pairs > 1000), "{found:?} pairs");
    }
}
