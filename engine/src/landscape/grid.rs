//! Cells of the landscape, sides and rotation of a tile, and its half-edges.
//!
//! ```
//! use goldrush_engine::landscape::grid::{Cell, Rotation, Side};
//!
//! let cell: Cell = "3,-1".parse()?;
//! assert_eq!(cell.neighbor(Side::North), Cell { x: 3, y: -2 });
//! assert_eq!(cell.neighbor(Side::East).neighbor(Side::East.opposite()), cell);
//! // The side facing north (bit 0) faces east after a quarter turn.
//! assert_eq!(Rotation::R90.turn_sides(0b0001), 0b0010);
//! # Ok::<(), goldrush_engine::landscape::grid::ParseCellError>(())
//! ```

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Place for one tile. x grows to the east, y to the south; the start tile lies at 0,0.
///
/// A landscape of 100 tiles reaches at most 99 cells from the start, so `i8` coordinates suffice.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Cell {
    /// Steps east.
    pub x: i8,
    /// Steps south.
    pub y: i8,
}

impl Cell {
    /// Cell of the start tile.
    pub const START: Cell = Cell { x: 0, y: 0 };

    /// Returns the neighboring cell across a side.
    #[inline]
    pub fn neighbor(self, side: Side) -> Cell {
        const STEP: [(i8, i8); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
        let (dx, dy) = STEP[side as usize];
        Cell {
            x: self.x + dx,
            y: self.y + dy,
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// Parse error: the text is not a cell.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is no cell; a cell is written x,y with both from -101 to 101, such as 3,-1")]
pub struct ParseCellError(String);

impl FromStr for Cell {
    type Err = ParseCellError;
    fn from_str(text: &str) -> Result<Cell, ParseCellError> {
        text.split_once(',')
            .and_then(|(x, y)| {
                Some(Cell {
                    x: parse_coordinate(x)?,
                    y: parse_coordinate(y)?,
                })
            })
            .ok_or_else(|| ParseCellError(text.into()))
    }
}

fn parse_coordinate(text: &str) -> Option<i8> {
    text.parse().ok().filter(|n| (-101..=101).contains(n))
}

/// Smallest rectangle that contains some cells; without any, that of [`Cell::START`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) west: i8,
    pub(crate) east: i8,
    pub(crate) north: i8,
    pub(crate) south: i8,
}

impl Bounds {
    pub(crate) fn of(cells: impl Iterator<Item = Cell> + Clone) -> Bounds {
        Bounds {
            west: cells.clone().map(|cell| cell.x).min().unwrap_or(0),
            east: cells.clone().map(|cell| cell.x).max().unwrap_or(0),
            north: cells.clone().map(|cell| cell.y).min().unwrap_or(0),
            south: cells.map(|cell| cell.y).max().unwrap_or(0),
        }
    }

    /// Returns the number of columns.
    pub(crate) fn width(self) -> usize {
        usize::from(self.west.abs_diff(self.east)) + 1
    }

    /// Returns the number of rows.
    pub(crate) fn height(self) -> usize {
        usize::from(self.north.abs_diff(self.south)) + 1
    }

    /// Returns the column of a cell within the bounds, from 0 in the west.
    pub(crate) fn column(self, cell: Cell) -> usize {
        usize::from(self.west.abs_diff(cell.x))
    }

    /// Returns the row of a cell within the bounds, from 0 in the north.
    pub(crate) fn row(self, cell: Cell) -> usize {
        usize::from(self.north.abs_diff(cell.y))
    }
}

/// Side of a tile, clockwise from north.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// Up.
    North,
    /// Right.
    East,
    /// Down.
    South,
    /// Left.
    West,
}

impl Side {
    /// All sides, clockwise from north.
    pub const ALL: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];

    /// Returns the touching side of the neighboring tile.
    #[inline]
    pub fn opposite(self) -> Side {
        Side::ALL[(self as usize + 2) & 3]
    }

    /// Returns N, E, S or W.
    pub fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }

    /// Returns the side of a letter.
    pub fn from_letter(letter: char) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.letter() == letter)
    }
}

/// Rotation of a tile, clockwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Rotation {
    /// As in the catalogue.
    R0,
    /// A quarter turn.
    R90,
    /// Half a turn.
    R180,
    /// Three quarters of a turn.
    R270,
}

impl Rotation {
    /// All rotations, smallest first.
    pub const ALL: [Rotation; 4] = [Rotation::R0, Rotation::R90, Rotation::R180, Rotation::R270];

    /// Returns the angle in degrees.
    pub fn degrees(self) -> u16 {
        self as u16 * 90
    }

    /// Returns the rotation by `degrees`, or `None` if it is not a multiple of 90 below 360.
    pub fn from_degrees(degrees: u16) -> Option<Rotation> {
        Rotation::ALL.into_iter().find(|r| r.degrees() == degrees)
    }

    /// Returns the number of quarter turns, 0 to 3.
    pub fn quarters(self) -> u32 {
        self as u32
    }

    /// Rotates a set of sides (bit 0 north, clockwise).
    pub fn turn_sides(self, sides: u8) -> u8 {
        let twice = u32::from(sides) << 4 | u32::from(sides);
        (twice >> (4 - self.quarters()) & 15) as u8
    }

    /// Rotates a set of half-edges (bit 0 is the first clockwise from the north-west corner).
    pub fn turn_halves(self, halves: u8) -> u8 {
        halves.rotate_left(2 * self.quarters())
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.degrees().fmt(f)
    }
}

/// Names of the eight half-edges, clockwise from the north-west corner: the side, then the corner it touches.
pub const HALF_EDGES: [&str; 8] = ["Nw", "Ne", "En", "Es", "Se", "Sw", "Ws", "Wn"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_parse_back() {
        for cell in [Cell::START, Cell { x: -100, y: 7 }, Cell { x: 3, y: -99 }] {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        assert!(
            "3;4".parse::<Cell>().is_err()
                && "3,400".parse::<Cell>().is_err()
                && "102,0".parse::<Cell>().is_err()
        );
    }

    #[test]
    fn crossing_a_side_and_back_returns() {
        for side in Side::ALL {
            assert_eq!(
                Cell::START.neighbor(side).neighbor(side.opposite()),
                Cell::START
            );
        }
    }

    #[test]
    fn turning_moves_sides_and_halves_clockwise() {
        assert_eq!(Rotation::R90.turn_sides(0b0001), 0b0010); // north to east
        assert_eq!(Rotation::R90.turn_sides(0b1001), 0b0011); // north and west to east and north
        assert_eq!(Rotation::R90.turn_halves(0b1000_0001), 0b0000_0110); // Nw Wn to En Ne
        assert_eq!(Rotation::R180.turn_sides(0b0110), 0b1001);
    }
}
