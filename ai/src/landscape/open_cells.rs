//! Open cells of a table: hardness of filling each, and the features that need it.

use arrayvec::ArrayVec;
use goldrush_engine::landscape::components::{FeatureId, FeatureWord, MAX_SEGMENTS, SegmentId};
use goldrush_engine::landscape::frontier::{SLOTS, Slot, SlotSet, bits};
use goldrush_engine::landscape::grid::Side;
use goldrush_engine::landscape::table::{Table, TileGame};
use goldrush_engine::landscape::tile::{KindId, MAX_KINDS, MAX_TILE_SEGMENTS};
use goldrush_engine::landscape::{Landscape, TileId};

use super::FeatureValues;

/// Open cells before a turn. Reused between turns so that nothing is allocated.
#[derive(Clone)]
pub struct OpenCells {
    /// By root segment: total hardness of the cells at the feature's open ends.
    hardness: [i32; MAX_SEGMENTS],
    /// By slot.
    pub(super) cells: [Cell; SLOTS],
    /// All slots below this number were read.
    read: usize,
    /// True if the cells are a reference for the table: since they were read, tiles were laid and nothing else changed.
    is_reference: bool,
    left: TilesLeft,
    /// Hardness by constraint, computed on demand.
    by_constraint: [i16; 256],
    /// By group of the laid tile, named by a segment as in the preview: total hardness of the cells at its open ends.
    pub(super) groups: [i32; MAX_TILE_SEGMENTS],
    /// Open cells around the tile, by side.
    pub(super) around: ArrayVec<(Side, Slot), 4>,
    /// Features not joined by the tile that become harder to complete, with the change; at most three at each cell
    /// around it.
    pub(super) others: ArrayVec<(FeatureId, i32), 12>,
}

/// Not computed yet.
const NOT_COMPUTED: i16 = -1;

/// Open cell.
#[derive(Clone, Copy, Default)]
pub(super) struct Cell {
    /// Neighboring tiles, as in the frontier.
    neighbors: [u8; 4],
    /// True if it differs from the reference table.
    is_new: bool,
    ends: u8,
    hardness: i16,
    /// Segments that end there, one per end; the first `ends` are valid.
    segments: [SegmentId; 4],
    /// Features of these segments.
    features: [FeatureId; 4],
    /// Totals of these features when the cell was read.
    words: [FeatureWord; 4],
    /// Neighboring segments that are never completed; the first `beside_count` are valid.
    beside: [SegmentId; 8],
    beside_count: u8,
    /// Combined claim key of their features when it was read.
    claims_key: u64,
}

impl Cell {
    /// Returns its hardness and the features that end there, one per end.
    #[inline]
    pub(super) fn get(&self) -> (i32, &[FeatureId]) {
        (
            i32::from(self.hardness),
            &self.features[..usize::from(self.ends).min(4)],
        )
    }
}

/// Numbers of tiles left by kind, transposed: bit k of plane i is bit i of the number of kind k.
#[derive(Clone, Copy, Default)]
struct TilesLeft {
    planes: [u64; 8],
    used: u8,
}

impl TilesLeft {
    fn new(board: &Table<impl TileGame>) -> TilesLeft {
        let mut left = TilesLeft::default();
        for kind in 0..board.tiles().kinds().min(MAX_KINDS) {
            let mut count = board.left(KindId(kind as u8));
            while count != 0 {
                let plane = count.trailing_zeros() as u8;
                left.planes[usize::from(plane & 7)] |= 1 << kind;
                left.used = left.used.max(plane + 1);
                count &= count - 1;
            }
        }
        left
    }

    /// Returns the number of tiles left of these kinds.
    #[inline]
    fn of(&self, kinds: u64) -> u32 {
        let planes = self.planes[..usize::from(self.used & 15).min(8)]
            .iter()
            .enumerate();
        planes
            .map(|(plane, word)| (word & kinds).count_ones() << plane)
            .sum()
    }
}

impl Default for OpenCells {
    fn default() -> OpenCells {
        OpenCells {
            hardness: [0; MAX_SEGMENTS],
            cells: [Cell::default(); SLOTS],
            read: 0,
            is_reference: false,
            left: TilesLeft::default(),
            by_constraint: [NOT_COMPUTED; 256],
            groups: [0; MAX_TILE_SEGMENTS],
            around: ArrayVec::new(),
            others: ArrayVec::new(),
        }
    }
}

impl OpenCells {
    /// Uses `before` as the reference for later tables on which tiles were laid since: unchanged cells are not read
    /// again.
    #[inline]
    pub(crate) fn use_as_reference(&mut self, before: &OpenCells) {
        // Everything else is recomputed for every table.
        self.cells[..before.read].copy_from_slice(&before.cells[..before.read]);
        self.read = before.read;
        self.is_reference = true;
    }

    /// Reads the open cells of a table.
    pub(crate) fn set_table(&mut self, board: &Table<impl TileGame>, values: &impl FeatureValues) {
        self.left = TilesLeft::new(board);
        self.by_constraint.fill(NOT_COMPUTED);
        if !self.is_reference {
            self.read = 0;
        }
        let landscape = board.landscape();
        self.hardness[..landscape.features().len()].fill(0);
        landscape.frontier().for_each_slot(|slot| {
            let at = slot.index();
            let neighbors = landscape.frontier().neighbors(slot);
            if at >= self.read || self.cells[at].neighbors != neighbors {
                self.read(board, slot);
            }
            let hardness = self.hardness_of(board, values, landscape.frontier().constraint(slot));
            let cell = &mut self.cells[at];
            cell.hardness = hardness as i16;
            for end in 0..usize::from(cell.ends & 7).min(4) {
                let feature = landscape.features().find(cell.segments[end]);
                self.hardness[feature.index()] += hardness;
                cell.features[end] = feature;
            }
        });
    }

    /// Reads an open cell, except its features and hardness.
    fn read(&mut self, board: &Table<impl TileGame>, slot: Slot) {
        let landscape = board.landscape();
        let constraint = landscape.frontier().constraint(slot);
        let neighbors = landscape.frontier().neighbors(slot);
        let at = slot.index();
        if at >= self.read {
            // Slots in between hold data of another table.
            self.cells[self.read..at].fill(Cell::default());
            self.read = at + 1;
        }
        let cell = &mut self.cells[at];
        cell.neighbors = neighbors;
        cell.is_new = self.is_reference;
        cell.ends = 0;
        cell.beside_count = 0;
        for side in ends(constraint) {
            let tile = landscape.tile(TileId(neighbors[side as usize] - 1));
            let segment = tile.segment(
                landscape
                    .links(board.tiles(), tile, side.opposite())
                    .middle(),
            );
            cell.segments[usize::from(cell.ends) & 3] = segment;
            cell.words[usize::from(cell.ends) & 3] =
                landscape.features().find_with_word(segment).1.totals();
            cell.ends += 1;
        }
    }

    /// Reads the claims beside the open cells, for use as a reference.
    pub(super) fn read_claims(&mut self, board: &Table<impl TileGame>) {
        let landscape = board.landscape();
        landscape.frontier().for_each_slot(|slot| {
            let constraint = landscape.frontier().constraint(slot);
            let neighbors = landscape.frontier().neighbors(slot);
            let cell = &mut self.cells[slot.index()];
            cell.beside_count = 0;
            for side in Side::ALL {
                let Some(tile) = neighbors[side as usize].checked_sub(1) else {
                    continue;
                };
                let tile = landscape.tile(TileId(tile));
                let links = landscape.links(board.tiles(), tile, side.opposite());
                let end = ends(constraint)
                    .any(|end| end == side)
                    .then(|| links.middle());
                for segment in links.segments().filter(|&segment| Some(segment) != end) {
                    cell.beside[usize::from(cell.beside_count) & 7] = tile.segment(segment);
                    cell.beside_count += 1;
                }
            }
            cell.claims_key = claims_key(landscape, cell);
        });
    }

    /// Returns those of these open cells that equal the reference: same neighboring tiles, same features ending there, same
    /// claims beside them.
    #[inline]
    pub(super) fn unchanged(&self, landscape: &Landscape, among: SlotSet) -> SlotSet {
        let mut unchanged = SlotSet::EMPTY;
        among.for_each(|slot| {
            let cell = &self.cells[slot.index()];
            let mut ends = cell
                .features
                .iter()
                .zip(&cell.words)
                .take(usize::from(cell.ends));
            if !cell.is_new
                && ends.all(|(&feature, &word)| landscape.features().word(feature).totals() == word)
                && cell.claims_key == claims_key(landscape, cell)
            {
                unchanged.insert(slot);
            }
        });
        unchanged
    }

    /// Returns the number of tiles left of these kinds, given as bits.
    #[inline]
    pub(super) fn left(&self, kinds: u64) -> u32 {
        self.left.of(kinds)
    }

    /// Returns the total hardness of the cells at a feature's open ends.
    #[inline]
    pub(crate) fn hardness(&self, feature: FeatureId) -> i32 {
        self.hardness[feature.index()]
    }

    /// Returns the hardness of a cell with this constraint.
    #[inline]
    pub(crate) fn hardness_of(
        &mut self,
        board: &Table<impl TileGame>,
        values: &impl FeatureValues,
        constraint: u8,
    ) -> i32 {
        let hardness = &mut self.by_constraint[usize::from(constraint)];
        if *hardness == NOT_COMPUTED {
            let fitting = board.tiles().fitting_kinds(constraint);
            *hardness = values.hardness(self.left.of(fitting)) as i16;
        }
        i32::from(*hardness)
    }
}

/// Returns the sides of a cell with this constraint at which a completable feature ends. Prairies and fields, which are
/// never completed, have the only terrain without the higher of the two bits.
#[inline]
fn ends(constraint: u8) -> impl Iterator<Item = Side> {
    bits(u64::from(constraint & 0b1010_1010)).map(|bit| Side::ALL[usize::from(bit / 2) & 3])
}

/// Returns a hash of the claims in the features beside a cell that are never completed.
#[inline]
fn claims_key(landscape: &Landscape, cell: &Cell) -> u64 {
    cell.beside[..usize::from(cell.beside_count).min(8)]
        .iter()
        .fold(0_u64, |claims_key, &segment| {
            claims_key.rotate_left(5) ^ landscape.features().find_with_word(segment).1.claim_key()
        })
}
