//! Open cells (empty cells next to the landscape) and the tiles that fit them.
//!
//! Each open cell takes the lowest free slot when it first touches the landscape, and has an 8-bit constraint (two bits
//! per side) and its neighboring tiles. The constraints are also kept transposed, as bitboards over the slots: for each
//! side and terrain, the slots where that terrain clashes. So the cells that a tile fits in one rotation are the
//! complement of four boards or-ed together, 64 cells at a time.
//!
//! ```
//! use goldrush_engine::game::Game;
//! use goldrush_engine::gold_rush::{GoldRush, Setup};
//! use goldrush_engine::rng::deal_stream;
//!
//! let setup = Setup::printed(2);
//! let state = GoldRush::deal(&setup, &mut deal_stream(7, 0));
//! let (table, tiles) = (state.table(), setup.catalogue().tiles());
//! let frontier = table.landscape().frontier();
//! // Four cells are open around the start tile.
//! assert_eq!(frontier.slots().count(), 4);
//! for (slot, rotation) in frontier.placements(tiles, table.hand()) {
//!     assert!(frontier.allows(tiles, table.hand(), slot, rotation));
//! }
//! ```

use super::grid::{Cell, Rotation, Side};
use rand::Rng;

use super::tile::{BOARDS, EdgeConstraint, KindId, Shape, TileSet};
use crate::rng::below;

/// Number of slots.
pub const SLOTS: usize = 256;
const WORDS: usize = SLOTS / 64;
const BUCKETS: usize = 512;

/// Index of an open cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Slot(u8);

impl Slot {
    /// Returns the index, below [`SLOTS`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Set of slots, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlotSet([u64; WORDS]);

impl SlotSet {
    /// The empty set.
    pub const EMPTY: SlotSet = SlotSet([0; WORDS]);
    /// The set of all slots.
    pub const ALL: SlotSet = SlotSet([u64::MAX; WORDS]);

    /// Adds a slot.
    #[inline]
    pub fn insert(&mut self, slot: Slot) {
        self.0[slot.index() / 64] |= 1 << (slot.0 & 63);
    }

    /// Returns true if the slot is in the set.
    #[inline]
    pub fn contains(&self, slot: Slot) -> bool {
        self.0[slot.index() / 64] >> (slot.0 & 63) & 1 == 1
    }

    /// Returns the slots of this set that are not in another one.
    #[inline]
    pub fn without(self, other: SlotSet) -> SlotSet {
        SlotSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Calls `each` with every slot in order.
    #[inline]
    pub fn for_each(self, mut each: impl FnMut(Slot)) {
        for (word, mut set) in self.0.into_iter().enumerate() {
            while set != 0 {
                each(Slot((word as u8) << 6 | set.trailing_zeros() as u8));
                set &= set - 1;
            }
        }
    }
}

/// All open cells. A landscape of n tiles has at most 2n + 2, fewer than [`SLOTS`].
pub struct Frontier {
    cells: [Cell; SLOTS],
    /// Neighboring tiles by side: 1 + index in the order laid, 0 for none.
    neighbors: [[u8; 4]; SLOTS],
    constraints: [u8; SLOTS],
    /// Slots in use, 64 per word.
    open: [u64; WORDS],
    /// Slots that clash, by word and then board; see [`Shape::boards`].
    clash: [[u64; BOARDS]; WORDS],
    /// Number of words that have ever been in use.
    words: u8,
    /// Cell to slot + 1, by linear probing; entries are never removed since a cell never opens twice.
    buckets: [u8; BUCKETS],
}

impl Clone for Frontier {
    #[inline]
    fn clone(&self) -> Frontier {
        Frontier { ..*self }
    }

    /// Copies only the part in use.
    #[inline]
    fn clone_from(&mut self, source: &Frontier) {
        let Frontier {
            cells,
            neighbors,
            constraints,
            open,
            clash,
            words,
            buckets,
        } = source;
        let slots = 64 * usize::from(*words).min(WORDS);
        self.cells[..slots].copy_from_slice(&cells[..slots]);
        self.neighbors[..slots].copy_from_slice(&neighbors[..slots]);
        self.constraints[..slots].copy_from_slice(&constraints[..slots]);
        self.open = *open;
        let clashing = usize::from((*words).max(self.words)).min(WORDS);
        self.clash[..clashing].copy_from_slice(&clash[..clashing]);
        self.words = *words;
        self.buckets = *buckets;
    }
}

impl Frontier {
    pub(super) fn new() -> Frontier {
        Frontier {
            cells: [Cell::START; SLOTS],
            neighbors: [[0; 4]; SLOTS],
            constraints: [0; SLOTS],
            open: [0; WORDS],
            clash: [[0; BOARDS]; WORDS],
            words: 0,
            buckets: [0; BUCKETS],
        }
    }

    /// Neighboring cells have different buckets while the landscape is less than 22 cells wide.
    #[inline]
    fn bucket(cell: Cell) -> usize {
        (cell.x as u8 as usize).wrapping_add((cell.y as u8 as usize).wrapping_mul(23))
            & (BUCKETS - 1)
    }

    /// Returns the slot of a cell, or the free bucket for it.
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
        self.open[slot.index() / 64] >> (slot.0 & 63) & 1 == 1
    }

    /// Returns the slot of an open cell; `None` if the cell is not open.
    #[inline]
    pub fn slot(&self, cell: Cell) -> Option<Slot> {
        self.look_up(cell).ok().filter(|&slot| self.is_open(slot))
    }

    /// Returns the cell of a slot.
    #[inline]
    pub fn cell(&self, slot: Slot) -> Cell {
        self.cells[slot.index()]
    }

    /// Returns the required terrain of an open cell's sides: two bits per side, north lowest; 0 for any terrain.
    #[inline]
    pub fn constraint(&self, slot: Slot) -> u8 {
        self.constraints[slot.index()]
    }

    /// Returns the tiles around an open cell by side: 1 + index in the order laid, 0 for none.
    #[inline]
    pub fn neighbors(&self, slot: Slot) -> [u8; 4] {
        self.neighbors[slot.index()]
    }

    /// Iterates over the open cells by slot.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + '_ {
        (0..usize::from(self.words))
            .flat_map(|w| bits(self.open[w & (WORDS - 1)]).map(move |b| Slot((w * 64) as u8 | b)))
    }

    /// Like [`Frontier::slots`], as internal iteration.
    #[inline]
    pub fn for_each_slot(&self, each: impl FnMut(Slot)) {
        SlotSet(self.open).for_each(each);
    }

    /// Opens the first cell.
    pub(super) fn open_start(&mut self) -> Slot {
        self.open(Cell::START, Frontier::bucket(Cell::START))
    }

    /// Opens an unknown cell; `bucket` is its empty bucket.
    #[inline]
    fn open(&mut self, cell: Cell, bucket: usize) -> Slot {
        let word = self
            .open
            .iter()
            .position(|&open| open != u64::MAX)
            .expect("the frontier has more slots than open cells");
        let bit = self.open[word].trailing_ones();
        self.open[word] |= 1 << bit;
        self.words = self.words.max(word as u8 + 1);
        let slot = Slot((word as u8) << 6 | bit as u8);
        self.cells[slot.index()] = cell;
        self.neighbors[slot.index()] = [0; 4];
        self.constraints[slot.index()] = 0;
        self.buckets[bucket & (BUCKETS - 1)] = slot.0 + 1;
        slot
    }

    /// Closes an open cell where a tile is being laid. Returns the tiles around it by side: 1 + index in the order
    /// laid, 0 for none.
    #[inline]
    pub(super) fn close<const BOARDS_KEPT: bool>(&mut self, slot: Slot) -> [u8; 4] {
        let word = slot.index() / 64;
        let keep = !(1u64 << (slot.0 & 63));
        self.open[word] &= keep;
        if BOARDS_KEPT {
            self.clash[word].iter_mut().for_each(|board| *board &= keep);
        }
        self.neighbors[slot.index()]
    }

    /// Constrains an empty cell by a tile laid beyond one of its sides; opens the cell if needed.
    ///
    /// If the boards are not kept, only [`Frontier::random_placement`] is valid from then on.
    #[inline]
    pub(super) fn constrain<const BOARDS_KEPT: bool>(
        &mut self,
        cell: Cell,
        side: Side,
        edge: EdgeConstraint,
        tile: u8,
    ) {
        let slot = match self.look_up(cell) {
            Ok(slot) => slot,
            Err(bucket) => self.open(cell, bucket),
        };
        self.neighbors[slot.index()][side as usize] = tile + 1;
        self.constraints[slot.index()] |= edge.constraint;
        if BOARDS_KEPT {
            let clash = &mut self.clash[slot.index() / 64];
            let bit = 1 << (slot.0 & 63);
            for board in edge.boards {
                clash[usize::from(board) & (BOARDS - 1)] |= bit;
            }
        }
    }

    /// Returns the open cells among slots 64w..64w+64 where a shape fits, as bits.
    #[inline]
    fn fitting(&self, shape: &Shape, word: usize) -> u64 {
        let word = word & (WORDS - 1);
        let boards = &self.clash[word];
        let [north, east, south, west] = shape.boards;
        let clash = boards[usize::from(north) & (BOARDS - 1)]
            | boards[usize::from(east) & (BOARDS - 1)]
            | boards[usize::from(south) & (BOARDS - 1)]
            | boards[usize::from(west) & (BOARDS - 1)];
        self.open[word] & !clash
    }

    /// Returns the open cells that a tile fits in some rotation.
    #[inline]
    pub fn fitting_slots(&self, tiles: &TileSet, kind: KindId) -> SlotSet {
        let mut slots = SlotSet::EMPTY;
        let mut rotations = tiles.rotations(kind);
        while rotations != 0 {
            let shape = tiles.shape(kind.0 << 2 | rotations.trailing_zeros() as u8);
            for word in 0..usize::from(self.words) {
                slots.0[word & (WORDS - 1)] |= self.fitting(shape, word);
            }
            rotations &= rotations - 1;
        }
        slots
    }

    /// Returns the number of placements of a tile.
    #[inline]
    pub fn count_placements(&self, tiles: &TileSet, kind: KindId) -> u32 {
        let mut count = 0;
        let mut rotations = tiles.rotations(kind);
        while rotations != 0 {
            let shape = tiles.shape(kind.0 << 2 | rotations.trailing_zeros() as u8);
            for word in 0..usize::from(self.words) {
                count += self.fitting(shape, word).count_ones();
            }
            rotations &= rotations - 1;
        }
        count
    }

    /// Returns true if a tile has any placement.
    #[inline]
    pub fn has_placement(&self, tiles: &TileSet, kind: KindId) -> bool {
        let mut rotations = tiles.rotations(kind);
        while rotations != 0 {
            let shape = tiles.shape(kind.0 << 2 | rotations.trailing_zeros() as u8);
            if (0..usize::from(self.words)).any(|word| self.fitting(shape, word) != 0) {
                return true;
            }
            rotations &= rotations - 1;
        }
        false
    }

    /// Draws a placement of a tile uniformly; `None` if there is none. Uses no board, so playouts need not keep them.
    ///
    /// Draws slot and rotation until they fit; after a few failures, counts the placements instead.
    #[inline]
    pub fn random_placement<R: Rng>(
        &self,
        tiles: &TileSet,
        kind: KindId,
        rng: &mut R,
    ) -> Option<(Slot, Rotation)> {
        /// Draws of 64 bits, each enough for at least six tries.
        const DRAWS: usize = 4;
        let fits = tiles.fits(kind);
        let last_word = usize::from(self.words).saturating_sub(1) & (WORDS - 1);
        let slots = 64 * last_word as u32 + (64 - self.open[last_word].leading_zeros());
        let bits = u32::BITS - slots.saturating_sub(1).leading_zeros();
        let tries = u64::BITS / (bits + 2);
        for _ in 0..DRAWS {
            let mut word = rng.next_u64();
            for _ in 0..tries {
                let slot = Slot((word & ((1 << bits) - 1)) as u8);
                let rotation = word >> bits & 3;
                if fits[usize::from(self.constraints[slot.index()])] >> rotation & 1 == 1
                    && self.is_open(slot)
                {
                    return Some((slot, Rotation::ALL[rotation as usize]));
                }
                word >>= bits + 2;
            }
        }
        self.counted_placement(fits, rng)
    }

    /// Like [`Frontier::random_placement`], by counting all placements.
    #[cold]
    fn counted_placement<R: Rng>(&self, fits: &[u8; 256], rng: &mut R) -> Option<(Slot, Rotation)> {
        let ways = self
            .slots()
            .map(|slot| self.fitting_rotations(fits, slot).count_ones())
            .sum();
        let mut nth = (ways > 0).then(|| below(rng, ways))?;
        self.slots().find_map(|slot| {
            let here = self.fitting_rotations(fits, slot);
            let Some(left) = nth.checked_sub(here.count_ones()) else {
                return Some((slot, Rotation::ALL[nth_bit(here.into(), nth) as usize & 3]));
            };
            nth = left;
            None
        })
    }

    #[inline]
    fn fitting_rotations(&self, fits: &[u8; 256], slot: Slot) -> u8 {
        fits[usize::from(self.constraints[slot.index()])]
    }

    /// Iterates over all placements of a tile: by rotation, smallest first, then by slot.
    pub fn placements<'a>(
        &'a self,
        tiles: &'a TileSet,
        kind: KindId,
    ) -> impl Iterator<Item = (Slot, Rotation)> + 'a {
        let rotations = tiles.rotations(kind);
        Rotation::ALL
            .into_iter()
            .filter(move |&r| rotations >> r as u8 & 1 == 1)
            .flat_map(move |rotation| {
                let shape = tiles.shape(TileSet::shape_index(kind, rotation));
                (0..usize::from(self.words)).flat_map(move |word| {
                    bits(self.fitting(shape, word))
                        .map(move |bit| (Slot((word as u8) << 6 | bit), rotation))
                })
            })
    }

    /// Like [`Frontier::placements`], as internal iteration: faster where called many times a turn.
    #[inline]
    pub fn for_each_placement(
        &self,
        tiles: &TileSet,
        kind: KindId,
        each: impl FnMut(Slot, Rotation),
    ) {
        self.for_each_placement_in(&SlotSet::ALL, tiles, kind, each);
    }

    /// Like [`Frontier::for_each_placement`], restricted to a set of slots.
    #[inline]
    pub fn for_each_placement_in(
        &self,
        some: &SlotSet,
        tiles: &TileSet,
        kind: KindId,
        mut each: impl FnMut(Slot, Rotation),
    ) {
        let mut rotations = tiles.rotations(kind);
        while rotations != 0 {
            let rotation = Rotation::ALL[rotations.trailing_zeros() as usize & 3];
            rotations &= rotations - 1;
            let shape = tiles.shape(TileSet::shape_index(kind, rotation));
            for word in 0..usize::from(self.words) {
                let mut set = self.fitting(shape, word) & some.0[word & (WORDS - 1)];
                while set != 0 {
                    each(
                        Slot((word as u8) << 6 | set.trailing_zeros() as u8),
                        rotation,
                    );
                    set &= set - 1;
                }
            }
        }
    }

    /// Returns true if a tile may be laid on an open cell in a rotation.
    pub fn allows(&self, tiles: &TileSet, kind: KindId, slot: Slot, rotation: Rotation) -> bool {
        self.is_open(slot)
            && tiles.fitting_rotations(kind, self.constraint(slot)) >> rotation as u8 & 1 == 1
    }
}

/// Returns the position of the n-th set bit, from 0.
#[inline]
pub fn nth_bit(mut set: u64, n: u32) -> u32 {
    for _ in 0..n {
        set &= set.wrapping_sub(1);
    }
    set.trailing_zeros()
}

/// Iterates over the positions of the set bits, lowest first.
#[inline]
pub fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as u8;
            set &= set - 1;
            bit
        })
    })
}
