//! The monasteries that are watched: whose neighbors are counted as they are laid, since a monk stands there.

use crate::landscape::components::SegmentId;

/// Monasteries with a monk on them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Watched {
    monasteries: [(SegmentId, u8); MOST],
    len: u8,
}

/// There are 6 in the base game and 4 on gold tiles.
const MOST: usize = 16;

impl Watched {
    pub(super) const NONE: Watched = Watched { monasteries: [(SegmentId(0), 0); MOST], len: 0 };

    /// Segments, and how many neighbors lie.
    pub(super) fn as_slice(&self) -> &[(SegmentId, u8)] {
        &self.monasteries[..usize::from(self.len)]
    }

    pub(super) fn as_mut_slice(&mut self) -> &mut [(SegmentId, u8)] {
        &mut self.monasteries[..usize::from(self.len)]
    }

    pub(super) fn push(&mut self, segment: SegmentId, neighbors: u8) {
        self.monasteries[usize::from(self.len)] = (segment, neighbors);
        self.len += 1;
    }

    pub(super) fn remove(&mut self, at: usize) {
        self.monasteries.copy_within(at + 1..usize::from(self.len), at);
        self.len -= 1;
    }
}
