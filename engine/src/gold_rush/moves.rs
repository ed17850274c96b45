//! Moves: the placement of a tile, then at most one action (G5, G7–G10, V2, V5).

use crate::landscape::components::SegmentId;
use crate::landscape::grid::{Cell, Rotation};

/// One decision of the player to move.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::{Text, TextError};
/// use goldrush_engine::gold_rush::{Action, Move, Setup, State};
///
/// let setup = Setup::printed(2);
/// let state = State::from_text(&setup, "tile 33 0,0 0\ntile 12d 1,0 0\nturn 0 act\n")?;
/// assert_eq!(state.parse_move("none")?, Move::Act(Action::None));
/// assert!(matches!(state.parse_move("tent 0,0 mountain N")?, Move::Act(Action::Tent { tent: 0, .. })));
/// # Ok::<(), TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// G5: lays the drawn tile.
    Place {
        /// Cell for the tile.
        cell: Cell,
        /// Rotation of the tile.
        rotation: Rotation,
    },
    /// The action that ends the turn.
    Act(Action),
}

/// Action after the placement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// G10: no action.
    None,
    /// G7: places a cowboy on a segment of the new tile.
    Cowboy {
        /// Index of the segment in catalogue order.
        segment: u8,
    },
    /// G8: pitches or moves a tent onto a mountain.
    Tent {
        /// Index of the player's tent in the order pitched; the number of pitched tents means one from the supply.
        tent: u8,
        /// Target segment.
        to: SegmentId,
    },
    /// G9: takes a token from the mountain of a tent.
    Mine {
        /// Index of the player's tent, in the order pitched.
        tent: u8,
    },
    /// V5: takes a cowboy back from the board.
    TakeBack {
        /// Index of the player's cowboy, in the order placed.
        cowboy: u8,
    },
}

impl Action {
    /// Returns a number for fingerprints that is unique to the action.
    #[inline]
    pub fn code(self) -> u64 {
        match self {
            Action::None => 0,
            Action::Cowboy { segment } => 1 | u64::from(segment) << 3,
            Action::Tent { tent, to } => 2 | u64::from(tent) << 3 | u64::from(to.0) << 8,
            Action::Mine { tent } => 3 | u64::from(tent) << 3,
            Action::TakeBack { cowboy } => 4 | u64::from(cowboy) << 3,
        }
    }
}

impl Move {
    /// Returns a number for fingerprints that is unique to the move.
    #[inline]
    pub fn code(self) -> u64 {
        match self {
            Move::Place { cell, rotation } => {
                u64::from(cell.x as u8) << 16 | u64::from(cell.y as u8) << 8 | rotation as u64
            }
            Move::Act(action) => 1 << 32 | action.code(),
        }
    }
}
