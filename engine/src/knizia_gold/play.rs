//! Implementation of the shared game interface (K2, K7, K8).

use rand::Rng;

use super::cards::GRID;
use super::deck::Deck;
use super::observation::Observation;
use super::setup::Setup;
use super::state::{Flip, State, bit, draw, draw_by_number, shuffle_cards};
use super::turn::Effect;
use crate::game::{self, Points};
use crate::player::{PerPlayer, Player};
use crate::rng::shuffle_in_batches;

impl game::State for State {
    type Setup = Setup;
    type Move = Flip;
    type Observation = Observation;

    #[inline]
    fn deal<R: Rng>(setup: Setup, rng: &mut R) -> State {
        let mut state = State::undealt(setup);
        state.shuffle(rng);
        state
    }

    fn players(&self) -> usize {
        self.players.into()
    }

    #[inline]
    fn to_move(&self) -> Option<Player> {
        if self.is_over() {
            None
        } else {
            Player::new(self.seat.into())
        }
    }

    /// In order of position.
    fn legal_moves(&self, moves: &mut Vec<Flip>) {
        moves.clear();
        let mut left = self.flippable();
        while left != 0 {
            moves.push(Flip(left.trailing_zeros() as u8));
            left &= left - 1;
        }
    }

    fn is_legal(&self, mv: Flip) -> bool {
        usize::from(mv.0) < GRID && self.flippable() & bit(mv.0) != 0
    }

    #[inline]
    fn play_unchecked(&mut self, Flip(position): Flip) {
        if self.rush {
            self.present &= !bit(position);
            self.dig_in_rush(position, self.present.count_ones() as usize);
            self.end_turn();
            return;
        }
        self.look_at(position);
        if self.open == 0 {
            self.open = bit(position);
        } else {
            let first = self.open.trailing_zeros() as u8;
            self.open = 0;
            let effect = self.resolve(first, position);
            if effect != Effect::EMPTY {
                self.present &= !(u64::from(effect.first_leaves()) << first);
                self.present &= !(u64::from(effect.second_leaves()) << position);
                self.find_end(self.present.count_ones() as usize);
            }
            self.end_turn();
        }
    }

    fn play_out<R: Rng>(&mut self, rng: &mut R) {
        self.play_out_observed(rng, |_| ());
    }

    /// Draws uniformly.
    #[inline]
    fn random_move<R: Rng>(&self, rng: &mut R) -> Option<Flip> {
        let flippable = self.flippable();
        if flippable == 0 {
            return None;
        }
        Some(Flip(if self.rush {
            draw_by_number(flippable, rng)
        } else {
            draw(flippable, rng)
        }))
    }

    /// Returns the value of the gold (K8), and the points from the start (V21); in a match, of all games so far (K10).
    fn scores(&self) -> PerPlayer<Points> {
        let mut scores = PerPlayer::new(self.players.into(), 0);
        for seat in Player::all(self.players.into()) {
            scores[seat] = self.total(seat);
        }
        scores
    }

    fn standings(&self) -> PerPlayer<u32> {
        self.decide()
    }

    fn determinize<R: Rng>(&mut self, _: Player, rng: &mut R) {
        let unseen = self.present & !self.seen;
        let mut hidden = self.sorted_cards(unseen);
        shuffle_in_batches(rng, &mut hidden, unseen.count_ones() as usize);
        let mut left = unseen;
        for card in hidden {
            if left == 0 {
                break;
            }
            self.cards[left.trailing_zeros() as usize & (GRID - 1)] = card;
            left &= left - 1;
        }
        let deck = Deck::new(&self.rules);
        for cards in self.series.upcoming() {
            *cards = deck.cards;
            shuffle_cards(rng, cards, deck.count);
        }
    }

    fn adopt_deal(&mut self, later: &State) {
        let game = usize::from(later.series.game);
        let cards = if game == usize::from(self.series.game) {
            &mut self.cards
        } else {
            &mut self.series.later[game - 1]
        };
        let mut unseen = later.present & !later.seen;
        while unseen != 0 {
            let at = unseen.trailing_zeros() as usize & (GRID - 1);
            cards[at] = later.cards[at];
            unseen &= unseen - 1;
        }
        let upcoming = game..usize::from(later.series.games) - 1;
        self.series.later[upcoming.clone()].copy_from_slice(&later.series.later[upcoming]);
    }

    fn observation(&self, observer: Player) -> Observation {
        Observation::of(self, observer)
    }
}
