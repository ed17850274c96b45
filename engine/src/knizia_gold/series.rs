//! The games of a match (K10): as many as players, each seat starts one; all of them are dealt at the beginning.

use super::cards::{Code, GRID};
use super::state::State;
use super::turn::Census;
use crate::player::{MAX_PLAYERS, PerPlayer, Player};

/// What is kept beside the game in progress.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Series {
    /// How many games are played.
    pub(super) games: u8,
    /// Which of them is in progress, from 0; the last one when all are over.
    pub(super) game: u8,
    /// Points of each seat from the games before this one.
    pub(super) before: [u16; MAX_PLAYERS],
    /// The cards of game 1 and those after it; of games that have begun and of those that are not played, a deck in order.
    pub(super) later: [[Code; GRID]; MAX_PLAYERS - 1],
}

impl Series {
    pub(super) const fn new(games: usize) -> Series {
        Series { games: games as u8, game: 0, before: [0; MAX_PLAYERS], later: [Code::DECK; MAX_PLAYERS - 1] }
    }

    /// The cards of the games to come.
    pub(super) fn coming(&mut self) -> &mut [[Code; GRID]] {
        &mut self.later[self.game.into()..usize::from(self.games) - 1]
    }
}

impl State {
    /// When a game of a match is over: adds it to the total and lays out the next. The seat after the one that started
    /// this game starts the next.
    #[cold]
    pub(super) fn begin_next_game(&mut self) {
        if self.series.game + 1 >= self.series.games {
            return;
        }
        for (before, gold) in self.series.before.iter_mut().zip(&self.gold) {
            *before += u16::from(gold.0);
        }
        let next = &mut self.series.later[usize::from(self.series.game)];
        self.cards = std::mem::replace(next, Code::DECK);
        self.series.game += 1;
        self.seat = self.series.game;
        self.gold = [(0, 0); MAX_PLAYERS];
        (self.present, self.seen, self.open) = (u64::MAX, 0, 0);
        self.flipped = [0; GRID];
        self.left = Census::DECK;
        (self.turns, self.rush) = (0, false);
    }

    /// The match ends with the game in progress: for who looks no further than that.
    pub fn forget_later_games(&mut self) {
        for cards in self.series.coming() {
            *cards = Code::DECK;
        }
        self.series.games = self.series.game + 1;
    }

    /// K8, K10: a single game goes to who has most gold, then most gold cards; a match to who has the highest total, then
    /// the highest score in the last game.
    pub(super) fn decide(&self) -> PerPlayer<u32> {
        let mut standings = PerPlayer::new(self.players.into(), 0);
        let series = &self.series;
        for seat in Player::all(self.players.into()) {
            let (value, cards) = self.gold[seat.index()];
            let total = u32::from(series.before[seat.index()]) + u32::from(value);
            let tie_break = match (self.is_match, series.game + 1 == self.players) {
                (false, _) => cards,
                (true, true) => value,
                (true, false) => 0,
            };
            standings[seat] = total << 8 | u32::from(tie_break);
        }
        standings
    }
}
