//! Moves: a placement, with a gold tile where the second ingot goes, then a follower or none; and, where players share
//! ingots, which one to take.

use crate::landscape::TileId;
use crate::landscape::grid::{Cell, Rotation};

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// C2: lays the drawn tile.
    Place {
        /// Where.
        cell: Cell,
        /// At which angle.
        rotation: Rotation,
    },
    /// M2: the second ingot of a gold tile goes onto a tile around it.
    Ingot {
        /// Which tile.
        on: TileId,
    },
    /// C3: no follower.
    Pass,
    /// C3: a follower onto a segment of the new tile.
    Follow {
        /// The segment, in catalogue order.
        segment: u8,
    },
    /// M5: an ingot to take.
    Take {
        /// From which tile.
        from: TileId,
    },
}
