//! Monasteries with monks, whose neighboring tiles are counted as they are laid.

use crate::landscape::components::SegmentId;

/// Monasteries with monks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OccupiedMonasteries {
    monasteries: [(SegmentId, u8); MOST],
    len: u8,
}

/// Capacity; there are 6 monasteries in the base game and 4 on gold tiles.
const MOST: usize = 16;

impl OccupiedMonasteries {
    pub(super) const EMPTY: OccupiedMonasteries = OccupiedMonasteries {
        monasteries: [(SegmentId(0), 0); MOST],
        len: 0,
    };

    /// Returns the segments with their numbers of neighboring tiles.
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
        self.monasteries
            .copy_within(at + 1..usize::from(self.len), at);
        self.len -= 1;
    }
}
