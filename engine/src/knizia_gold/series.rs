//! Games of a match (K10): as many as players, each seat starts one; all are dealt at the beginning.

use super::cards::{Code, GRID};
use crate::player::MAX_PLAYERS;

/// State of a match beside the game in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Series {
    /// Number of games to play.
    pub(super) games: u8,
    /// Index of the game in progress, from 0; the last one when all are over.
    pub(super) game: u8,
    /// Points of each seat from earlier games.
    pub(super) before: [u16; MAX_PLAYERS],
    /// Cards of game 1 and later; an ordered deck for games that have started or are not played.
    pub(super) later: [[Code; GRID]; MAX_PLAYERS - 1],
}

impl Series {
    pub(super) const fn new(games: usize, deck: [Code; GRID]) -> Series {
        Series {
            games: games as u8,
            game: 0,
            before: [0; MAX_PLAYERS],
            later: [deck; MAX_PLAYERS - 1],
        }
    }

    /// Returns the cards of the games still to come.
    pub(super) fn upcoming(&mut self) -> &mut [[Code; GRID]] {
        &mut self.later[self.game.into()..usize::from(self.games) - 1]
    }
}
