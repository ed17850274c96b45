//! Moves: a placement, the tile for the second ingot of a gold tile, then a follower or none; and the ingot to take
//! where players share ingots.

use crate::landscape::TileId;
use crate::landscape::grid::{Cell, Rotation};

/// One decision.
///
/// # Examples
///
/// ```
/// use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Move, Rules, Setup};
/// use goldrush_engine::game::{Game, State, Text};
/// use goldrush_engine::rng::deal_stream;
///
/// let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2)?;
/// let mut state = Carcassonne::deal(&setup, &mut deal_stream(7, 0));
/// let mut moves = Vec::new();
/// state.legal_moves(&mut moves);
/// state.play(moves[0])?;
///
/// // The tile is on the table: no follower, or one on any of its segments.
/// state.legal_moves(&mut moves);
/// assert_eq!((moves[0], state.move_text(moves[0]).as_str()), (Move::Pass, "none"));
/// assert!(moves[1..].iter().all(|mv| matches!(mv, Move::Follow { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// C2: lays the drawn tile.
    Place {
        /// Cell for the tile.
        cell: Cell,
        /// Rotation of the tile.
        rotation: Rotation,
    },
    /// M2: puts the second ingot of a gold tile on a tile around it.
    Ingot {
        /// Target tile.
        on: TileId,
    },
    /// C3: places no follower.
    Pass,
    /// C3: places a follower on a segment of the new tile.
    Follow {
        /// Index of the segment in catalogue order.
        segment: u8,
    },
    /// M5: takes an ingot.
    Take {
        /// Tile that holds the ingot.
        from: TileId,
    },
}
