//! The open cells: empty cells next to the landscape, and which tiles fit them.
//!
//! Each open cell has a slot, the lowest that is free when it first touches the landscape, with an 8-bit
//! constraint (two bits a side) and the tiles around it. The constraints are kept a second time, transposed,
//! as bitboards over the slots: for each side and terrain the slots where that terrain would clash. So the
//! cells a tile fits in one rotation are the complement of four boards or-ed together, 64 cells at a time.
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
//! // Around the start tile four cells are open.
//! assert_eq!(frontier.slots().count(), 4);
//! for (slot, rotation) in frontier.placements(tiles, table.hand()) {
//!     assert!(frontier.allows(tiles, table.hand(), slot, rotation));
//! }
//! ```

use super::grid::{Cell, Rotation, Side};
use rand::Rng;

use super::tile::{BOARDS, KindId, Outward, Shape, TileSet};
use crate::rng::below;

/// How many slots there are.
pub const SLOTS: usize = 256;
const WORDS: usize = SLOTS / 64;
const BUCKETS: usize = 512;

/// The place of an open cell in the lists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Slot(u8);

impl Slot {
    /// Position in the lists, below [`SLOTS`].
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Some slots, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlotSet([u64; WORDS]);

impl SlotSet {
    /// Not one.
    pub const NONE: SlotSet = SlotSet([0; WORDS]);
    /// All there are.
    pub const ALL: SlotSet = SlotSet([u64::MAX; WORDS]);

    /// Adds one.
    #[inline]
    pub fn insert(&mut self, slot: Slot) {
        self.0[slot.index() / 64] |= 1 << (slot.0 & 63);
    }

    /// Whether one is among them.
    #[inline]
    pub fn contains(&self, slot: Slot) -> bool {
        self.0[slot.index() / 64] >> (slot.0 & 63) & 1 == 1
    }

    /// All others.
    #[inline]
    pub fn others(self) -> SlotSet {
        SlotSet(self.0.map(|word| !word))
    }
}

/// All open cells. A landscape of n tiles has at most 2n + 2 of them, fewer than there are slots.
pub struct Frontier {
    cells: [Cell; SLOTS],
    /// Which tiles lie around, by side: number in the order laid + 1, 0 for none.
    around: [[u8; 4]; SLOTS],
    constraints: [u8; SLOTS],
    /// Which slots are in use, 64 to a word.
    open: [u64; WORDS],
    /// The slots that clash, by word and then board: see [`Shape::boards`].
    clash: [[u64; BOARDS]; WORDS],
    /// How many of these words have ever been in use.
    words: u8,
    /// Cell to slot + 1, by linear probing; entries are never removed, since a cell never opens twice.
    buckets: [u8; BUCKETS],
}

impl Clone for Frontier {
    #[inline]
    fn clone(&self) -> Frontier {
        Frontier { ..*self }
    }

    /// Copies only what is in use.
    #[inline]
    fn clone_from(&mut self, source: &Frontier) {
        let Frontier { cells, around, constraints, open, clash, words, buckets } = source;
        let slots = 64 * usize::from(*words).min(WORDS);
        self.cells[..slots].copy_from_slice(&cells[..slots]);
        self.around[..slots].copy_from_slice(&around[..slots]);
        self.constraints[..slots].copy_from_slice(&constraints[..slots]);
        self.open = *open;
        let clashing = usize::from((*words).max(self.words)).min(WORDS);
        self.clash[..clashing].copy_from_slice(&clash[..clashing]);
        (self.words, self.buckets) = (*words, *buckets);
    }
}

impl Frontier {
    pub(super) fn new() -> Frontier {
        Frontier {
            cells: [Cell::START; SLOTS],
            around: [[0; 4]; SLOTS],
            constraints: [0; SLOTS],
            open: [0; WORDS],
            clash: [[0; BOARDS]; WORDS],
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
        self.open[slot.index() / 64] >> (slot.0 & 63) & 1 == 1
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

    /// The tiles around an open cell, by side: number in the order laid + 1, 0 for none.
    #[inline]
    pub fn around(&self, slot: Slot) -> [u8; 4] {
        self.around[slot.index()]
    }

    /// The open cells, by slot.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + '_ {
        (0..usize::from(self.words))
            .flat_map(|w| bits(self.open[w & (WORDS - 1)]).map(move |b| Slot((w * 64) as u8 | b)))
    }

    /// As [`Frontier::slots`], told one by one.
    #[inline]
    pub fn each_slot(&self, mut each: impl FnMut(Slot)) {
        for word in 0..usize::from(self.words) {
            let mut open = self.open[word & (WORDS - 1)];
            while open != 0 {
                each(Slot((word as u8) << 6 | open.trailing_zeros() as u8));
                open &= open - 1;
            }
        }
    }

    /// Opens the very first cell.
    pub(super) fn open_start(&mut self) -> Slot {
        self.open(Cell::START, Frontier::bucket(Cell::START))
    }

    /// Opens a cell that is not in the lists, whose place there is an empty bucket.
    fn open(&mut self, cell: Cell, bucket: usize) -> Slot {
        let word = self.open.iter().position(|&open| open != u64::MAX).expect("there are more slots than open cells");
        let bit = self.open[word].trailing_ones();
        self.open[word] |= 1 << bit;
        self.words = self.words.max(word as u8 + 1);
        let slot = Slot((word as u8) << 6 | bit as u8);
        self.cells[slot.index()] = cell;
        self.around[slot.index()] = [0; 4];
        self.constraints[slot.index()] = 0;
        self.buckets[bucket & (BUCKETS - 1)] = slot.0 + 1;
        slot
    }

    /// Closes an open cell, because a tile comes to lie there. Returns the tiles around it, by side: number in the
    /// order laid + 1, 0 for none.
    #[inline]
    pub(super) fn close<const BOARDS_KEPT: bool>(&mut self, slot: Slot) -> [u8; 4] {
        let (word, keep) = (slot.index() / 64, !(1u64 << (slot.0 & 63)));
        self.open[word] &= keep;
        if BOARDS_KEPT {
            self.clash[word].iter_mut().for_each(|board| *board &= keep);
        }
        self.around[slot.index()]
    }

    /// An empty cell is constrained by a tile that was laid beyond one of its sides; it opens if it was not open.
    ///
    /// Where the boards are not kept, only [`Frontier::random_placement`] tells from then on what fits.
    #[inline]
    pub(super) fn constrain<const BOARDS_KEPT: bool>(&mut self, cell: Cell, side: Side, outward: Outward, tile: u8) {
        let slot = match self.look_up(cell) {
            Ok(slot) => slot,
            Err(bucket) => self.open(cell, bucket),
        };
        self.around[slot.index()][side as usize] = tile + 1;
        self.constraints[slot.index()] |= outward.constraint;
        if BOARDS_KEPT {
            let (clash, bit) = (&mut self.clash[slot.index() / 64], 1 << (slot.0 & 63));
            for board in outward.boards {
                clash[usize::from(board) & (BOARDS - 1)] |= bit;
            }
        }
    }

    /// The open cells among slots 64w..64w+64 where a shape fits, as bits.
    #[inline]
    fn fitting(&self, shape: &Shape, word: usize) -> u64 {
        let word = word & (WORDS - 1);
        let boards = &self.clash[word];
        let clash = |side: usize| boards[usize::from(shape.boards[side]) & (BOARDS - 1)];
        self.open[word] & !(clash(0) | clash(1) | clash(2) | clash(3))
    }

    /// In how many ways a tile can be laid.
    #[inline]
    pub fn count_placements(&self, tiles: &TileSet, kind: KindId) -> u32 {
        let (mut count, mut rotations) = (0, tiles.rotations(kind));
        while rotations != 0 {
            let shape = tiles.shape(kind.0 << 2 | rotations.trailing_zeros() as u8);
            for word in 0..usize::from(self.words) {
                count += self.fitting(shape, word).count_ones();
            }
            rotations &= rotations - 1;
        }
        count
    }

    /// Whether a tile can be laid anywhere.
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

    /// A way to lay a tile, each equally likely; none if there is none. Asks no board, so that playouts
    /// need not keep them.
    ///
    /// A slot and a rotation are drawn until they fit. What seldom does so soon is counted instead.
    #[inline]
    pub fn random_placement<R: Rng>(&self, tiles: &TileSet, kind: KindId, rng: &mut R) -> Option<(Slot, Rotation)> {
        /// Draws of 64 bits, of which each is good for six tries or more.
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
                if fits[usize::from(self.constraints[slot.index()])] >> rotation & 1 == 1 && self.is_open(slot) {
                    return Some((slot, Rotation::ALL[rotation as usize]));
                }
                word >>= bits + 2;
            }
        }
        self.counted_placement(fits, rng)
    }

    /// As [`Frontier::random_placement`], by counting all ways.
    #[cold]
    fn counted_placement<R: Rng>(&self, fits: &[u8; 256], rng: &mut R) -> Option<(Slot, Rotation)> {
        let rotations = |slot: Slot| fits[usize::from(self.constraints[slot.index()])];
        let ways = self.slots().map(|slot| rotations(slot).count_ones()).sum();
        let mut nth = (ways > 0).then(|| below(rng, ways))?;
        self.slots().find_map(|slot| {
            let here = rotations(slot);
            let Some(left) = nth.checked_sub(here.count_ones()) else {
                return Some((slot, Rotation::ALL[nth_bit(here.into(), nth) as usize & 3]));
            };
            nth = left;
            None
        })
    }

    /// All ways to lay a tile: by rotation, smallest first, then by slot.
    pub fn placements<'a>(&'a self, tiles: &'a TileSet, kind: KindId) -> impl Iterator<Item = (Slot, Rotation)> + 'a {
        let rotations = tiles.rotations(kind);
        Rotation::ALL.into_iter().filter(move |&r| rotations >> r as u8 & 1 == 1).flat_map(move |rotation| {
            let shape = tiles.shape(TileSet::shape_index(kind, rotation));
            (0..usize::from(self.words)).flat_map(move |word| {
                bits(self.fitting(shape, word)).map(move |bit| (Slot((word as u8) << 6 | bit), rotation))
            })
        })
    }

    /// As [`Frontier::placements`], told one by one: what is called many times a turn should not be an iterator.
    #[inline]
    pub fn each_placement(&self, tiles: &TileSet, kind: KindId, each: impl FnMut(Slot, Rotation)) {
        self.each_placement_on(&SlotSet::ALL, tiles, kind, each);
    }

    /// As [`Frontier::each_placement`], on some of the open cells.
    #[inline]
    pub fn each_placement_on(
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
                    each(Slot((word as u8) << 6 | set.trailing_zeros() as u8), rotation);
                    set &= set - 1;
                }
            }
        }
    }

    /// Whether a tile may be laid on an open cell in a rotation.
    pub fn allows(&self, tiles: &TileSet, kind: KindId, slot: Slot, rotation: Rotation) -> bool {
        self.is_open(slot) && tiles.fitting_rotations(kind, self.constraint(slot)) >> rotation as u8 & 1 == 1
    }
}

/// The position of the n-th bit set, from 0.
#[inline]
pub fn nth_bit(mut set: u64, n: u32) -> u32 {
    for _ in 0..n {
        set &= set.wrapping_sub(1);
    }
    set.trailing_zeros()
}

/// The positions of the bits set, lowest first.
pub fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let bit = set.trailing_zeros() as u8;
            set &= set - 1;
            bit
        })
    })
}
