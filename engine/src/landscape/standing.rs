//! Where the figures of one player stand.
//!
//! ```
//! use goldrush_engine::landscape::components::SegmentId;
//! use goldrush_engine::landscape::standing::Standing;
//!
//! let mut standing = Standing::<4>::NOWHERE;
//! standing.push(SegmentId(5));
//! standing.push(SegmentId(2));
//! assert_eq!(standing.remove(0), SegmentId(5));
//! assert_eq!(standing.as_slice(), [SegmentId(2)]);
//! ```

use super::components::SegmentId;

/// A short list of segments, in the order in which figures were put there; at most N.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing<const N: usize> {
    segments: [SegmentId; N],
    len: u8,
}

impl<const N: usize> Standing<N> {
    /// No figure.
    pub const NOWHERE: Standing<N> = Standing { segments: [SegmentId(0); N], len: 0 };

    /// The segments.
    #[inline]
    pub fn as_slice(&self) -> &[SegmentId] {
        &self.segments[..usize::from(self.len).min(N)]
    }

    /// Adds one at the end.
    ///
    /// # Panics
    /// If there is no room.
    #[inline]
    pub fn push(&mut self, segment: SegmentId) {
        self.segments[usize::from(self.len)] = segment;
        self.len += 1;
    }

    /// Takes the one at a place out.
    ///
    /// # Panics
    /// If there is none.
    pub fn remove(&mut self, at: usize) -> SegmentId {
        let segment = self.segments[at];
        self.segments.copy_within(at + 1..usize::from(self.len), at);
        self.len -= 1;
        segment
    }

    /// Takes all out that do not stay.
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
