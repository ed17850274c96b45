//! The game as it was played, while a variation of it is on the table.

use super::seats::Seats;
use crate::games::playable::{Playable, StateOf};
use crate::games::viewer::Viewer;

/// The game as it was played, while a variation is on the table.
pub(super) struct MainLine<G: Playable> {
    pub(super) dealt: StateOf<G>,
    pub(super) moves: Vec<G::Move>,
    pub(super) seats: Seats,
    pub(super) viewer: Viewer,
    pub(super) undone: usize,
    /// Number of turns before the variation leaves the game.
    pub(super) turn: usize,
    /// Number of choices of the variation that have been judged, or need not be.
    pub(super) judged: usize,
}
