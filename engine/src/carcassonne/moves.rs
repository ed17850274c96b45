//! Moves: a placement, with a gold tile where the second ingot goes, then a follower or none; and, where players share
//! ingots, which one to take.

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
/// // The tile lies: no follower, or one to a segment of it.
/// state.legal_moves(&mut moves);
/// assert_eq!((moves[0], state.move_text(moves[0]).as_str()), (Move::Pass, "pass"));
/// assert!(moves[1..].iter().all(|mv| matches!(mv, Move::Follow { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
