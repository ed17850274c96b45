//! The open cells: empty cells next to the landscape, and which tiles fit them.
//!
//! Each open cell has a slot, the lowest that is free when it first touches the landscape, with an 8-bit
//! constraint (two bits a side) and the tiles around it. The constraints are kept a second time, transposed,
//! as bitboards over the slots: for each side and terrain the slots where that terrain would clash. So the
//! cells a tile fits in one rotation are the complement of four boards or-ed together, 64 cells at a time.

use super::grid::{Cell, Rotation, Side};
use super::tile::{KindId, Shape, Terrain, TileSet};

const SLOTS: usize = 256;
const WORDS: usize = SLOTS / 64;
const BUCKETS: usize = 512;
/// No tile lies there.
const NOTHING: u8 = u8::MAX;

/// The place of an open cell in the lists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Slot(u8);

impl Slot {
    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// All open cells. A landscape of n tiles has at most 2n + 2 of them, fewer than there are slots.
#[derive(Clone)]
pub struct Frontier {
    cells: [Cell; SLOTS],
    /// Which tiles lie around, by side.
    around: [[u8; 4]; SLOTS],
    constraints: [u8; SLOTS],
    /// Per 64 slots: which are in use, then for each side and terrain (less 1) the slots where it clashes.
    boards: [Boards; WORDS],
    /// Boards that have ever been in use.
    words: u8,
    /// Cell to slot + 1, by linear probing; entries are never removed, since a cell never opens twice.
    buckets: [u8; BUCKETS],
}

#[derive(Clone, Copy)]
struct Boards {
    open: u64,
    clash: [u64; 12],
}

impl Frontier {
    pub(super) fn new() -> Frontier {
        Frontier {
            cells: [Cell::START; SLOTS],
            around: [[NOTHING; 4]; SLOTS],
            constraints: [0; SLOTS],
            boards: [Boards { open: 0, clash: [0; 12] }; WORDS],
            words: 0,
            buckets: [0; BUCKETS],
        }
    }

    /// Neighbouring cells go to different buckets as long as the landscape is less than 22 cells wide.
    #[inline]
    fn bucket(cell: Cell) -> usize {
        (cell.x as u8 as usize).wrapping_add((cell.y as u8 as usize).wrapping_mul(23)) & (BUCKETS - 1)
    }

    /// The slot of a cell, or the bucket where it would go.
    #[inline]
    fn look_up(&self, cell: Cell) -> Result<Slot, usize> {
        let mut bucket = Frontier::bucket(cell);
        loop {
            match self.buckets[bucket].checked_sub(1) {
                None => return Err(bucket),
                Some(slot) if self.cells[usize::from(slot)] == cell => return Ok(Slot(slot)),
                Some(_) => bucket = (bucket + 1) & (BUCKETS - 1),
            }
        }
    }

    #[inline]
    fn is_open(&self, slot: Slot) -> bool {
        self.boards[slot.index() / 64].open >> (slot.0 & 63) & 1 == 1
    }

    /// The slot of an open cell; none if the cell is not open.
    #[inline]
    pub fn slot(&self, cell: Cell) -> Option<Slot> {
        self.look_up(cell).ok().filter(|&slot| self.is_open(slot))
    }

    /// The cell of a slot.
    #[inline]
    pub fn cell(&self, slot: Slot) -> Cell {
        self.cells[slot.index()]
    }

    /// What the sides of an open cell must show: two bits a side, north lowest; 0 where anything may.
    #[inline]
    pub fn constraint(&self, slot: Slot) -> u8 {
        self.constraints[slot.index()]
    }

    /// The tile across a side of an open cell, in the order laid.
    #[inline]
    pub fn tile_beyond(&self, slot: Slot, side: Side) -> Option<usize> {
        let tile = self.around[slot.index()][side as usize];
        (tile != NOTHING).then_some(usize::from(tile))
    }

    /// The open cells, by slot.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + '_ {
        (0..usize::from(self.words))
            .flat_map(|w| bits(self.boards[w & (WORDS - 1)].open).map(move |b| Slot((w * 64) as u8 | b)))
    }

    /// Opens the very first cell.
    pub(super) fn open_start(&mut self) -> Slot {
        self.open(Cell::START, Frontier::bucket(Cell::START))
    }

    fn open(&mut self, cell: Cell, mut bucket: usize) -> Slot {
        let mut word = 0;
        while self.boards[word & (WORDS - 1)].open == u64::MAX {
            word += 1;
        }
        let boards = &mut self.boards[word & (WORDS - 1)];
        let bit = boards.open.trailing_ones();
        boards.open |= 1 << bit;
        self.words = self.words.max(word as u8 + 1);
        let slot = Slot((word as u8) << 6 | bit as u8);
        self.cells[slot.index()] = cell;
        self.around[slot.index()] = [NOTHING; 4];
        self.constraints[slot.index()] = 0;
        while self.buckets[bucket] != 0 {
            bucket = (bucket + 1) & (BUCKETS - 1);
        }
        self.buckets[bucket] = slot.0 + 1;
        slot
    }

    /// A tile comes to lie on an open cell: the cell is no longer open, and the empty cells around it are
    /// constrained by it. Returns the tiles it touches, by side.
    #[inline]
    pub(super) fn occupy(&mut self, slot: Slot, tile: u8, shape: &Shape) -> [Option<usize>; 4] {
        let cell = self.cells[slot.index()];
        let around = self.around[slot.index()];
        let boards = &mut self.boards[slot.index() / 64];
        let keep = !(1u64 << (slot.0 & 63));
        boards.open &= keep;
        boards.clash.iter_mut().for_each(|board| *board &= keep);
        Side::ALL.map(|side| {
            let beyond = around[side as usize];
            if beyond != NOTHING {
                return Some(usize::from(beyond));
            }
            let neighbour = cell.beyond(side);
            let open = self.look_up(neighbour).unwrap_or_else(|bucket| self.open(neighbour, bucket));
            self.constrain(open, side.opposite(), shape.terrain[side as usize], tile);
            None
        })
    }

    #[inline]
    fn constrain(&mut self, slot: Slot, side: Side, terrain: Terrain, tile: u8) {
        let side = side as usize;
        self.around[slot.index()][side] = tile;
        self.constraints[slot.index()] |= terrain << (2 * side);
        let clash = &mut self.boards[slot.index() / 64].clash[3 * side..3 * side + 3];
        let bit = 1u64 << (slot.0 & 63);
        // The two other terrains clash.
        let own = clash[usize::from(terrain) - 1];
        clash.iter_mut().for_each(|board| *board |= bit);
        clash[usize::from(terrain) - 1] = own;
    }

    /// The open cells among slots 64w..64w+64 where a shape fits, as bits.
    #[inline]
    fn fitting(&self, shape: &Shape, word: usize) -> u64 {
        let boards = &self.boards[word & (WORDS - 1)];
        let clash = |side: usize| boards.clash[(3 * side + usize::from(shape.terrain[side]) - 1).min(11)];
        boards.open & !(clash(0) | clash(1) | clash(2) | clash(3))
    }

    /// Every set of fitting cells that is not empty: rotations from the smallest, then 64 slots at a time.
    #[inline]
    fn fitting_sets<'a>(
        &'a self,
        tiles: &'a TileSet,
        kind: KindId,
    ) -> impl Iterator<Item = (Rotation, usize, u64)> + 'a {
        let rotations = tiles.rotations(kind);
        Rotation::ALL.into_iter().filter(move |&r| rotations >> r as u8 & 1 == 1).flat_map(move |rotation| {
            let shape = tiles.shape(TileSet::shape_index(kind, rotation));
            (0..usize::from(self.words)).map(move |word| (rotation, word, self.fitting(shape, word)))
        })
    }

    /// Whether a tile fits anywhere.
    #[inline]
    pub fn fits_somewhere(&self, tiles: &TileSet, kind: KindId) -> bool {
        self.fitting_sets(tiles, kind).any(|(_, _, set)| set != 0)
    }

    /// In how many ways a tile can be laid.
    #[inline]
    pub fn count_placements(&self, tiles: &TileSet, kind: KindId) -> u32 {
        self.fitting_sets(tiles, kind).map(|(_, _, set)| set.count_ones()).sum()
    }

    /// The n-th of [`Frontier::placements`], counted from 0.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    pub fn nth_placement(&self, tiles: &TileSet, kind: KindId, mut n: u32) -> (Slot, Rotation) {
        for (rotation, word, mut set) in self.fitting_sets(tiles, kind) {
            let count = set.count_ones();
            if n < count {
                for _ in 0..n {
                    set &= set - 1;
                }
                return (Slot((word as u8) << 6 | set.trailing_zeros() as u8), rotation);
            }
            n -= count;
        }
        panic!("there are not so many placements")
    }

    /// All ways to lay a tile: by rotation, smallest first, then by slot.
    pub fn placements<'a>(&'a self, tiles: &'a TileSet, kind: KindId) -> impl Iterator<Item = (Slot, Rotation)> + 'a {
        self.fitting_sets(tiles, kind)
            .flat_map(|(rotation, word, set)| bits(set).map(move |b| (Slot((word as u8) << 6 | b), rotation)))
    }

    /// Whether a tile may be laid on an open cell in a rotation.
    pub fn allows(&self, tiles: &TileSet, kind: KindId, slot: Slot, rotation: Rotation) -> bool {
        self.is_open(slot) && tiles.fitting_rotations(kind, self.constraint(slot)) >> rotation as u8 & 1 == 1
    }
}

/// The positions of the bits set, lowest first.
fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as u8;
            set &= set - 1;
            bit
        })
    })
}
