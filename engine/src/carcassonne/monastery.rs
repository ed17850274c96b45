//! Monasteries (C4, C5): complete when all eight neighbors are laid.

use super::rules::Rules;
use super::table::Table;
use crate::game::Points;
use crate::landscape::components::SegmentId;
use crate::landscape::grid::Cell;

/// Number of cells around a tile, corners included.
pub const NEIGHBORS: u8 = 8;

/// C4, C5, V25: returns the points of a monastery with this number of neighbors.
///
/// # Examples
///
/// ```
/// use goldrush_engine::carcassonne::Rules;
/// use goldrush_engine::carcassonne::monastery::{self, NEIGHBORS};
///
/// let rules = Rules::default();
/// assert_eq!(monastery::points(NEIGHBORS, &rules), 9);
/// assert_eq!(monastery::points(3, &rules), 4);
/// ```
#[inline]
pub fn points(neighbors: u8, rules: &Rules) -> Points {
    Points::from(rules.monastery_points) * (1 + Points::from(neighbors))
}

/// Returns true if two cells touch at a side or a corner.
#[inline]
pub fn touch(one: Cell, other: Cell) -> bool {
    // No branches, so that neighbors are counted several at a time.
    (one.x.abs_diff(other.x) <= 1) & (one.y.abs_diff(other.y) <= 1) & (one != other)
}

impl Table<'_> {
    /// Returns the monasteries with monks, in the order of the monks, with their numbers of neighboring tiles.
    #[inline]
    pub fn monks(&self) -> &[(SegmentId, u8)] {
        self.pieces.occupied_monasteries.as_slice()
    }

    /// Returns the number of neighboring tiles of a monastery with a monk; 0 for any other segment.
    #[inline]
    pub fn monk_neighbors(&self, segment: SegmentId) -> u8 {
        self.monks()
            .iter()
            .find(|(monk, _)| *monk == segment)
            .map_or(0, |&(_, neighbors)| neighbors)
    }

    /// Returns the number of tiles around a cell, corners included.
    pub fn neighbors(&self, cell: Cell) -> u8 {
        self.landscape
            .tiles()
            .iter()
            .map(|tile| u8::from(touch(tile.cell(), cell)))
            .sum()
    }

    /// Updates the neighbor counts of the monasteries around a new tile.
    #[inline]
    pub(super) fn update_monasteries(&mut self, cell: Cell) {
        let landscape = &self.landscape;
        for (segment, neighbors) in self.pieces.occupied_monasteries.as_mut_slice() {
            *neighbors += u8::from(touch(landscape.tile_of(*segment).cell(), cell));
        }
    }
}
