//! The open cells of a table: how hard each is to fill, and the features that need it.

use arrayvec::ArrayVec;
use goldrush_engine::landscape::components::{FeatureId, FeatureWord, MAX_SEGMENTS, SegmentId};
use goldrush_engine::landscape::frontier::{SLOTS, Slot, SlotSet, bits};
use goldrush_engine::landscape::grid::{self, Side};
use goldrush_engine::landscape::tile::{KindId, MAX_KINDS, MAX_TILE_SEGMENTS};
use goldrush_engine::landscape::{Landscape, TileId};

use super::{Board, Worth};

/// The open cells as they are before a turn. Kept from turn to turn so that nothing is allocated.
#[derive(Clone)]
pub struct Cells {
    /// By root segment: how hard the cells at the feature's open ends are to fill.
    hardness: [i32; MAX_SEGMENTS],
    /// By slot.
    pub(super) cells: [Cell; SLOTS],
    /// Slots that were read, as a number: all below it.
    read: usize,
    /// True if the table is one on which tiles were laid since these cells were read, and nothing else was changed.
    follows: bool,
    /// Cells that are as they were when they were first read.
    unchanged: SlotSet,
    left: Left,
    /// By constraint: how hard a cell is to fill that must show this, as far as somebody asked.
    by_constraint: [i16; 256],
    /// When the tile lies, by group, named by a segment of the tile as in the preview: how hard the cells at its open ends
    /// are to fill.
    pub(super) groups: [i32; MAX_TILE_SEGMENTS],
    /// Features the tile does not join that become harder to complete, and by how much: three at most at each cell around
    /// it.
    pub(super) others: ArrayVec<(FeatureId, i32), 12>,
}

/// Nobody has asked yet.
const NOT_ASKED: i16 = -1;

/// An open cell.
#[derive(Clone, Copy, Default)]
pub(super) struct Cell {
    place: grid::Cell,
    /// The tiles around it, as the frontier tells them.
    around: [u8; 4],
    /// True if it was not so at the table that is followed.
    is_new: bool,
    ends: u8,
    hardness: i16,
    /// The segments that end there, one for each end: so many.
    segments: [SegmentId; 4],
    /// Their features.
    features: [FeatureId; 4],
    /// The totals of these when the cell was read.
    words: [FeatureWord; 4],
    /// The segments beside it that are never completed, and how many they are.
    beside: [SegmentId; 8],
    besides: u8,
    /// What was at stake in their features when that was read.
    stakes: u64,
}

impl Cell {
    /// How hard it is to fill, and the features that end there, one for each end.
    #[inline]
    pub(super) fn get(&self) -> (i32, &[FeatureId]) {
        (i32::from(self.hardness), &self.features[..usize::from(self.ends).min(4)])
    }
}

/// Number of tiles are left of each kind, transposed: bit k of plane i is bit i of the number of kind k.
#[derive(Clone, Copy, Default)]
struct Left {
    planes: [u64; 8],
    used: u8,
}

impl Left {
    fn new(board: &impl Board) -> Left {
        let mut left = Left::default();
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

    /// Returns the number of tiles are left of these kinds.
    #[inline]
    fn of(&self, kinds: u64) -> u32 {
        let planes = self.planes[..usize::from(self.used & 15).min(8)].iter().enumerate();
        planes.map(|(plane, word)| (word & kinds).count_ones() << plane).sum()
    }
}

impl Default for Cells {
    fn default() -> Cells {
        Cells {
            hardness: [0; MAX_SEGMENTS],
            cells: [Cell::default(); SLOTS],
            read: 0,
            follows: false,
            unchanged: SlotSet::EMPTY,
            left: Left::default(),
            by_constraint: [NOT_ASKED; 256],
            groups: [0; MAX_TILE_SEGMENTS],
            others: ArrayVec::new(),
        }
    }
}

impl Cells {
    /// From now on looks at tables on which tiles were laid since `before` was read: what is still as it was is not read
    /// again.
    #[inline]
    pub(crate) fn follow(&mut self, before: &Cells) {
        // All else is found anew on every table.
        self.cells[..before.read].copy_from_slice(&before.cells[..before.read]);
        self.read = before.read;
        self.follows = true;
    }

    /// Looks at the open cells of a table.
    pub(crate) fn look(&mut self, board: &impl Board, worth: &impl Worth) {
        self.left = Left::new(board);
        self.by_constraint.fill(NOT_ASKED);
        if !self.follows {
            self.read = 0;
        }
        let landscape = board.landscape();
        self.hardness[..landscape.features().len()].fill(0);
        self.unchanged = SlotSet::EMPTY;
        landscape.frontier().for_each_slot(|slot| {
            let at = slot.index();
            let (place, around) = (landscape.frontier().cell(slot), landscape.frontier().neighbors(slot));
            if at >= self.read || self.cells[at].around != around || self.cells[at].place != place {
                self.read(board, slot);
            }
            let hardness = self.hardness_of(board, worth, landscape.frontier().constraint(slot));
            let cell = &mut self.cells[at];
            cell.hardness = hardness as i16;
            let mut changed = cell.is_new || self.follows && cell.stakes != stakes(landscape, cell);
            for end in 0..usize::from(cell.ends & 7).min(4) {
                let (feature, word) = landscape.features().find_with_word(cell.segments[end]);
                self.hardness[feature.index()] += hardness;
                cell.features[end] = feature;
                changed |= cell.words[end] != word.totals();
            }
            if !changed {
                self.unchanged.insert(slot);
            }
        });
    }

    /// Parses an open cell, but for the features that end there and how hard it is to fill.
    fn read(&mut self, board: &impl Board, slot: Slot) {
        let landscape = board.landscape();
        let constraint = landscape.frontier().constraint(slot);
        let (place, around) = (landscape.frontier().cell(slot), landscape.frontier().neighbors(slot));
        let mut cell = Cell { place, around, is_new: self.follows, ..Cell::default() };
        for side in ends(constraint) {
            let tile = landscape.tile(TileId(around[side as usize] - 1));
            let segment = tile.segment(landscape.links(board.tiles(), tile, side.opposite()).middle());
            cell.segments[usize::from(cell.ends) & 3] = segment;
            cell.words[usize::from(cell.ends) & 3] = landscape.features().find_with_word(segment).1.totals();
            cell.ends += 1;
        }
        let at = slot.index();
        if at >= self.read {
            // What slots in between hold is of another table.
            self.cells[self.read..at].fill(Cell::default());
            self.read = at + 1;
        }
        self.cells[at] = cell;
    }

    /// Parses what is at stake beside the open cells, for those that are to follow these.
    pub(super) fn read_stakes(&mut self, board: &impl Board) {
        let landscape = board.landscape();
        landscape.frontier().for_each_slot(|slot| {
            let (constraint, around) = (landscape.frontier().constraint(slot), landscape.frontier().neighbors(slot));
            let cell = &mut self.cells[slot.index()];
            cell.besides = 0;
            for side in Side::ALL {
                let Some(tile) = around[side as usize].checked_sub(1) else { continue };
                let tile = landscape.tile(TileId(tile));
                let links = landscape.links(board.tiles(), tile, side.opposite());
                let end = ends(constraint).any(|end| end == side).then(|| links.middle());
                for segment in links.segments().filter(|&segment| Some(segment) != end) {
                    cell.beside[usize::from(cell.besides) & 7] = tile.segment(segment);
                    cell.besides += 1;
                }
            }
            cell.stakes = stakes(landscape, cell);
        });
    }

    /// Returns the open cells that are as they were in the cells that these follow: the same tiles around them, the same features
    /// end there, and the same is at stake beside them.
    #[inline]
    pub(super) fn unchanged(&self) -> &SlotSet {
        &self.unchanged
    }

    /// How hard the cells at a feature's open ends are to fill.
    #[inline]
    pub(crate) fn hardness(&self, feature: FeatureId) -> i32 {
        self.hardness[feature.index()]
    }

    /// How hard a cell would be to fill that must show this.
    #[inline]
    pub(crate) fn hardness_of(&mut self, board: &impl Board, worth: &impl Worth, constraint: u8) -> i32 {
        let hardness = &mut self.by_constraint[usize::from(constraint)];
        if *hardness == NOT_ASKED {
            let fitting = board.tiles().fitting_kinds(constraint);
            *hardness = worth.hardness(self.left.of(fitting)) as i16;
        }
        i32::from(*hardness)
    }
}

/// Returns the sides of a cell with this constraint at which a feature ends that can be completed there: the terrain of a prairie
/// or field, which never is, is the only one of two bits without the higher.
#[inline]
fn ends(constraint: u8) -> impl Iterator<Item = Side> {
    bits(u64::from(constraint & 0b1010_1010)).map(|bit| Side::ALL[usize::from(bit / 2) & 3])
}

/// What is at stake in the features beside a cell that are never completed, as a number that is hardly the same when
/// something has changed.
#[inline]
fn stakes(landscape: &Landscape, cell: &Cell) -> u64 {
    cell.beside[..usize::from(cell.besides).min(8)].iter().fold(0_u64, |stakes, &segment| {
        stakes.rotate_left(5) ^ landscape.features().find_with_word(segment).1.claim_key()
    })
}
