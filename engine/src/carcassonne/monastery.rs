//! Monasteries (C4, C5): complete when their eight neighbours lie.

use super::table::Table;
use crate::game::Points;
use crate::landscape::components::SegmentId;
use crate::landscape::grid::Cell;

/// Neighbours of a tile, corners included.
pub const NEIGHBOURS: u8 = 8;

/// C4, C5: the points of a monastery with so many neighbours.
#[inline]
pub fn points(neighbours: u8) -> Points {
    1 + Points::from(neighbours)
}

/// Whether two cells touch at a side or a corner.
#[inline]
pub fn touch(one: Cell, other: Cell) -> bool {
    one != other && one.x.abs_diff(other.x) <= 1 && one.y.abs_diff(other.y) <= 1
}

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

    /// Segments, and how many neighbours lie.
    pub(super) fn as_slice(&self) -> &[(SegmentId, u8)] {
        &self.monasteries[..usize::from(self.len)]
    }

    pub(super) fn push(&mut self, segment: SegmentId, neighbours: u8) {
        self.monasteries[usize::from(self.len)] = (segment, neighbours);
        self.len += 1;
    }

    pub(super) fn remove(&mut self, at: usize) {
        self.monasteries.copy_within(at + 1..usize::from(self.len), at);
        self.len -= 1;
    }
}

impl Table<'_> {
    /// The monasteries with a monk on them, in the order of the monks, and how many neighbours of each lie.
    #[inline]
    pub fn monks(&self) -> &[(SegmentId, u8)] {
        self.watched.as_slice()
    }

    /// How many neighbours of a cell lie.
    pub fn neighbours(&self, cell: Cell) -> u8 {
        self.landscape.tiles().iter().filter(|tile| touch(tile.cell(), cell)).count() as u8
    }

    /// Tells the monasteries around a new tile.
    #[inline]
    pub(super) fn tell_monasteries(&mut self, cell: Cell) {
        for at in 0..usize::from(self.watched.len) {
            let (segment, _) = self.watched.monasteries[at];
            if touch(self.landscape.tile_of(segment).cell(), cell) {
                self.watched.monasteries[at].1 += 1;
            }
        }
    }
}
