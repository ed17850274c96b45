//! Monasteries (C4, C5): complete when their eight neighbors lie.

use super::table::Table;
use crate::game::Points;
use crate::landscape::components::SegmentId;
use crate::landscape::grid::Cell;

/// Neighbours of a tile, corners included.
pub const NEIGHBOURS: u8 = 8;

/// C4, C5: returns the points of a monastery with so many neighbors.
///
/// # Examples
///
/// ```
/// use goldrush_engine::carcassonne::monastery::{self, NEIGHBOURS};
///
/// assert_eq!(monastery::points(NEIGHBOURS), 9);
/// assert_eq!(monastery::points(3), 4);
/// ```
#[inline]
pub fn points(neighbors: u8) -> Points {
    1 + Points::from(neighbors)
}

/// Returns true if two cells touch at a side or a corner.
#[inline]
pub fn touch(one: Cell, other: Cell) -> bool {
    one != other && one.x.abs_diff(other.x) <= 1 && one.y.abs_diff(other.y) <= 1
}

impl Table<'_> {
    /// Returns the monasteries with a monk on them, in the order of the monks, and how many neighbors of each lie.
    #[inline]
    pub fn monks(&self) -> &[(SegmentId, u8)] {
        self.watched.as_slice()
    }

    /// Returns the number of neighbors of a monastery with a monk on it lie; 0 of any other segment.
    #[inline]
    pub fn neighbours_of_monk(&self, segment: SegmentId) -> u8 {
        self.monks().iter().find(|(monk, _)| *monk == segment).map_or(0, |&(_, neighbors)| neighbors)
    }

    /// Returns the number of neighbors of a cell lie.
    pub fn neighbors(&self, cell: Cell) -> u8 {
        self.landscape.tiles().iter().filter(|tile| touch(tile.cell(), cell)).count() as u8
    }

    /// Tells the monasteries around a new tile.
    #[inline]
    pub(super) fn tell_monasteries(&mut self, cell: Cell) {
        let landscape = &self.landscape;
        for (segment, neighbors) in self.watched.as_mut_slice() {
            *neighbors += u8::from(touch(landscape.tile_of(*segment).cell(), cell));
        }
    }
}
