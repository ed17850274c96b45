//! Segments where the pieces of one player stand.
//!
//! ```
//! use goldrush_engine::landscape::components::SegmentId;
//! use goldrush_engine::landscape::piece_positions::PiecePositions;
//!
//! let mut standing = PiecePositions::<4>::EMPTY;
//! standing.push(SegmentId(5));
//! standing.push(SegmentId(2));
//! assert_eq!(standing.remove(0), SegmentId(5));
//! assert_eq!(standing.as_slice(), [SegmentId(2)]);
//! ```

use super::components::SegmentId;

/// Short list of at most `N` segments, in the order in which pieces were placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PiecePositions<const N: usize> {
    segments: [SegmentId; N],
    len: u8,
}

impl<const N: usize> PiecePositions<N> {
    /// The empty list.
    pub const EMPTY: PiecePositions<N> = PiecePositions {
        segments: [SegmentId(0); N],
        len: 0,
    };

    /// Returns the segments.
    #[inline]
    pub fn as_slice(&self) -> &[SegmentId] {
        &self.segments[..usize::from(self.len).min(N)]
    }

    /// Appends a segment.
    ///
    /// # Panics
    /// If the list is full.
    #[inline]
    pub fn push(&mut self, segment: SegmentId) {
        self.segments[usize::from(self.len)] = segment;
        self.len += 1;
    }

    /// Removes the segment at an index.
    ///
    /// # Panics
    /// If the index is out of range.
    pub fn remove(&mut self, at: usize) -> SegmentId {
        let segment = self.segments[at];
        self.segments.copy_within(at + 1..usize::from(self.len), at);
        self.len -= 1;
        segment
    }

    /// Keeps only the segments for which `stays` returns true.
    pub fn retain(&mut self, mut stays: impl FnMut(SegmentId) -> bool) {
        let mut at = 0;
        while at < usize::from(self.len) {
            if stays(self.segments[at]) {
                at += 1;
            } else {
                self.remove(at);
            }
        }
    }
}
