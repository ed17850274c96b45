//! The course of a match, and who wins it or a single game (K8, K10).

use super::cards::{Code, GRID};
use super::state::State;
use super::turn::Census;
use crate::player::{MAX_PLAYERS, PerPlayer, Player};

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

    /// Returns the match ends with the game in progress: for who looks no further than that.
    pub fn forget_later_games(&mut self) {
        for cards in self.series.upcoming() {
            *cards = Code::DECK;
        }
        self.series.games = self.series.game + 1;
    }

    /// K8, K10: returns a single game goes to who has most gold, then most gold cards; a match to who has the highest total, then
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
