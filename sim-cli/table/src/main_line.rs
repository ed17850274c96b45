//! The game as it was played, while a variation of it is on the table.

use goldrush_games::playable::{Playable, StateOf};
use goldrush_games::viewer::Viewer;
use serde::Deserialize;

use super::seats::Seats;

/// The players of a variation.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Debug)]
#[serde(rename_all = "snake_case")]
pub enum VariationPlayers {
    /// People and bots, each in their own seats.
    AsInTheGame,
    /// The person here, who moves for every seat and sees what every seat hides.
    PersonHere,
}

/// The game as it was played, while a variation is on the table.
pub(super) struct MainLine<G: Playable> {
    pub(super) dealt: StateOf<G>,
    pub(super) moves: Vec<G::Move>,
    pub(super) seats: Seats,
    pub(super) viewer: Viewer,
    /// Number of turns undone in the game, and of sentences about faults of bots.
    pub(super) undone: usize,
    pub(super) faults: usize,
    /// Number of turns before the variation leaves the game.
    pub(super) turn: usize,
    pub(super) players: VariationPlayers,
    /// Number of choices of the variation that have been judged, or need not be.
    pub(super) judged: usize,
}
