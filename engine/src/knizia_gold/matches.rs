//! Course of a match, and the winner of a match or a single game (K8, K10).

use super::cards::GRID;
use super::deck::Deck;
use super::state::State;
use crate::game::Points;
use crate::player::{MAX_PLAYERS, PerPlayer, Player};

impl State {
    /// At the end of a game of a match: adds it to the total and deals the next, started by the seat after the last
    /// starter.
    #[cold]
    pub(super) fn begin_next_game(&mut self) {
        if self.series.game + 1 >= self.series.games {
            return;
        }
        for (before, gold) in self.series.before.iter_mut().zip(&self.gold) {
            *before += u16::from(gold.0);
        }
        let deck = Deck::new(&self.rules);
        let next = &mut self.series.later[usize::from(self.series.game)];
        self.cards = std::mem::replace(next, deck.cards);
        self.series.game += 1;
        self.seat = self.series.game;
        self.gold = [(0, 0); MAX_PLAYERS];
        self.present = deck.present();
        self.seen = 0;
        self.open = 0;
        self.flipped = [0; GRID];
        self.left = deck.left;
        self.turns = 0;
        self.rush = deck.rush;
    }

    /// Drops the remaining games of a match, for callers that look no further than the current one.
    pub fn drop_later_games(&mut self) {
        let deck = Deck::new(&self.rules);
        for cards in self.series.upcoming() {
            *cards = deck.cards;
        }
        self.series.games = self.series.game + 1;
    }

    /// K8, K10: ranks the seats: in a single game by gold, then by number of gold cards; in a match by total, then by
    /// the score of the last game.
    pub(super) fn decide(&self) -> PerPlayer<u32> {
        let mut standings = PerPlayer::new(self.players.into(), 0);
        for seat in Player::all(self.players.into()) {
            let total = u32::from(self.total(seat));
            standings[seat] = total << 8 | u32::from(self.tie_break(seat));
        }
        standings
    }

    /// Returns a seat's points from the start (V21), from earlier games and from this one.
    #[inline]
    pub(super) fn total(&self, seat: Player) -> Points {
        self.rules.komi.of(seat)
            + self.series.before[seat.index()]
            + Points::from(self.gold[seat.index()].0)
    }

    /// Returns what breaks ties in score: the number of gold cards (K8), in a match the score of the last game, 0 before it
    /// (K10).
    pub fn tie_break(&self, seat: Player) -> u8 {
        let (value, cards) = self.gold[seat.index()];
        if !self.rules.whole_match {
            cards
        } else if self.series.game + 1 == self.players {
            value
        } else {
            0
        }
    }
}
