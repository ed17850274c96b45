//! The open cells of a table: how hard each is to fill, and the features that need it.

use arrayvec::ArrayVec;
use goldrush_engine::landscape::components::{FeatureId, MAX_SEGMENTS};
use goldrush_engine::landscape::frontier::{SLOTS, bits};
use goldrush_engine::landscape::grid::Side;
use goldrush_engine::landscape::tile::{KindId, MAX_KINDS, MAX_TILE_SEGMENTS};

use super::{Board, Worth};

/// The open cells as they are before a turn. Kept from turn to turn so that nothing is allocated.
#[derive(Clone)]
pub(crate) struct Cells {
    /// By root segment: how hard the cells at the feature's open ends are to fill.
    hardness: [i32; MAX_SEGMENTS],
    /// By slot.
    pub(super) cells: [Cell; SLOTS],
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
    hardness: i16,
    /// The features that end there, one for each end: so many.
    features: [FeatureId; 4],
    ends: u8,
}

impl Cell {
    /// How hard it is to fill, and the features that end there, one for each end.
    #[inline]
    pub(super) fn get(&self) -> (i32, &[FeatureId]) {
        (i32::from(self.hardness), &self.features[..usize::from(self.ends).min(4)])
    }
}

/// How many tiles are left of each kind, transposed: bit k of plane i is bit i of the number of kind k.
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

    /// How many tiles are left of these kinds.
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
            left: Left::default(),
            by_constraint: [NOT_ASKED; 256],
            groups: [0; MAX_TILE_SEGMENTS],
            others: ArrayVec::new(),
        }
    }
}

impl Cells {
    /// Looks at the open cells of a table.
    pub(crate) fn look(&mut self, board: &impl Board, worth: &impl Worth) {
        self.left = Left::new(board);
        self.by_constraint.fill(NOT_ASKED);
        let (landscape, tiles) = (board.landscape(), board.tiles());
        self.hardness[..landscape.features().len()].fill(0);
        for slot in landscape.frontier().slots() {
            let constraint = landscape.frontier().constraint(slot);
            let hardness = self.hardness_of(board, worth, constraint) as i16;
            let mut cell = Cell { hardness, ..Cell::default() };
            let around = landscape.frontier().around(slot);
            for side in ends(constraint) {
                let tile = landscape.tiles()[usize::from(around[side as usize]) - 1];
                let feature = landscape.features().find(landscape.middle(tiles, tile, side.opposite()));
                self.hardness[feature.index()] += i32::from(hardness);
                cell.features[usize::from(cell.ends) & 3] = feature;
                cell.ends += 1;
            }
            self.cells[slot.index()] = cell;
        }
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

/// The sides of a cell with this constraint at which a feature ends that can be completed there: the terrain of a prairie
/// or field, which never is, is the only one of two bits without the higher.
#[inline]
fn ends(constraint: u8) -> impl Iterator<Item = Side> {
    bits(u64::from(constraint & 0b1010_1010)).map(|bit| Side::ALL[usize::from(bit / 2) & 3])
}
