//! Sets of segments.
//!
//! ```
//! use goldrush_engine::landscape::components::SegmentId;
//! use goldrush_engine::landscape::segments::SegmentSet;
//!
//! let mut set = SegmentSet::EMPTY;
//! set.insert(SegmentId(3));
//! set.insert(SegmentId(90));
//! assert_eq!((set.len(100), set.nth(1)), (2, SegmentId(90)));
//! set.remove(SegmentId(3));
//! assert_eq!(set.iter().collect::<Vec<_>>(), [SegmentId(90)]);
//! ```

use super::components::{MAX_SEGMENTS, SegmentId};
use super::frontier::{bits, nth_bit};

/// Set of segments, as a bit set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SegmentSet([u64; MAX_SEGMENTS / 64]);

impl SegmentSet {
    /// The empty set.
    pub const EMPTY: SegmentSet = SegmentSet([0; MAX_SEGMENTS / 64]);

    /// Adds a segment.
    #[inline]
    pub fn insert(&mut self, segment: SegmentId) {
        self.0[segment.index() / 64] |= 1 << (segment.0 & 63);
    }

    /// Removes a segment.
    #[inline]
    pub fn remove(&mut self, segment: SegmentId) {
        self.0[segment.index() / 64] &= !(1 << (segment.0 & 63));
    }

    /// Returns true if the segment is in the set.
    #[inline]
    pub fn contains(&self, segment: SegmentId) -> bool {
        self.0[segment.index() / 64] >> (segment.0 & 63) & 1 == 1
    }

    /// Returns the number of segments in the set, given that only the first `laid` segments exist.
    #[inline]
    pub fn len(&self, laid: usize) -> u32 {
        self.0[..laid.div_ceil(64).min(MAX_SEGMENTS / 64)]
            .iter()
            .map(|w| w.count_ones())
            .sum()
    }

    /// Returns the nth segment of the set, counting from 0.
    ///
    /// # Panics
    /// If the set has `n` segments or fewer.
    #[inline]
    pub fn nth(&self, mut n: u32) -> SegmentId {
        for (i, &word) in self.0.iter().enumerate() {
            let count = word.count_ones();
            if n < count {
                return SegmentId((i as u32 * 64 + nth_bit(word, n)) as u16);
            }
            n -= count;
        }
        panic!("n is out of range for this set")
    }

    /// Iterates over the segments in the order in which they were laid.
    pub fn iter(&self) -> impl Iterator<Item = SegmentId> + '_ {
        self.0
            .iter()
            .enumerate()
            .filter(|(_, word)| **word != 0)
            .flat_map(|(i, &word)| {
                bits(word).map(move |bit| SegmentId((i * 64) as u16 + u16::from(bit)))
            })
    }

    /// Like [`SegmentSet::contains`], for any number, even beyond [`MAX_SEGMENTS`].
    pub fn contains_checked(&self, segment: SegmentId) -> bool {
        usize::from(segment.0) == segment.index() && self.contains(segment)
    }
}
