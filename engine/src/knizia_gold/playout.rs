//! Fast random games: both cards of a turn are drawn at once from a list of the positions with cards, which replaces
//! the bit set until the game is over.

use rand::Rng;

use super::cards::GRID;
use super::state::{Flip, Positions, State, bit};
use super::turn::Effect;
use crate::game::State as _;
use crate::rng::{choose, choose_two};

/// Positions with cards, in arbitrary order.
struct PresentCards {
    positions: [u8; GRID],
    count: usize,
}

impl PresentCards {
    fn of(mut present: Positions) -> PresentCards {
        let mut present_cards = PresentCards {
            positions: [0; GRID],
            count: 0,
        };
        while present != 0 {
            present_cards.positions[present_cards.count] = present.trailing_zeros() as u8;
            present_cards.count += 1;
            present &= present - 1;
        }
        present_cards
    }

    /// All positions of the grid.
    const ALL: PresentCards = {
        let mut present_cards = PresentCards {
            positions: [0; GRID],
            count: GRID,
        };
        let mut at = 0;
        while at < GRID {
            present_cards.positions[at] = at as u8;
            at += 1;
        }
        present_cards
    };

    /// Returns the positions as a bit set.
    fn set(&self) -> Positions {
        self.positions[..self.count]
            .iter()
            .fold(0, |set, &position| set | bit(position))
    }

    #[inline]
    fn at(&self, index: usize) -> u8 {
        self.positions[index & (GRID - 1)] & (GRID - 1) as u8
    }

    #[inline]
    fn remove(&mut self, index: usize) {
        self.count -= 1;
        self.positions[index & (GRID - 1)] = self.positions[self.count & (GRID - 1)];
    }
}

impl State {
    /// Plays to the end like [`crate::game::State::play_out`]; `observe` gets every flip.
    pub(super) fn play_out_observed<R: Rng>(&mut self, rng: &mut R, mut observe: impl FnMut(Flip)) {
        while !self.is_over() {
            if self.open == 0 {
                self.play_game(rng, &mut observe);
            } else if let Some(flip) = self.random_move(rng) {
                observe(flip);
                self.play_unchecked(flip);
            }
        }
    }

    /// Plays from the start of a turn to the end of the game.
    #[inline]
    fn play_game<R: Rng>(&mut self, rng: &mut R, observe: &mut impl FnMut(Flip)) {
        let mut present_cards = if self.present == Positions::MAX {
            PresentCards::ALL
        } else {
            PresentCards::of(self.present)
        };
        let mut continues = true;
        while continues && !self.rush {
            let (one, other) = choose_two(rng, present_cards.count);
            let first = present_cards.at(one);
            let second = present_cards.at(other);
            observe(Flip(first));
            observe(Flip(second));
            self.look_at(first);
            self.look_at(second);
            let effect = self.resolve(first, second);
            if effect != Effect::EMPTY {
                if effect.first_leaves() && effect.second_leaves() {
                    // Remove the later one first: it may be the last of the list.
                    present_cards.remove(one.max(other));
                    present_cards.remove(one.min(other));
                } else {
                    present_cards.remove(if effect.first_leaves() { one } else { other });
                }
                self.find_end(present_cards.count);
            }
            continues = self.end_turn();
        }
        while continues {
            let index = choose(rng, present_cards.count as u32) as usize;
            let position = present_cards.at(index);
            observe(Flip(position));
            present_cards.remove(index);
            self.dig_in_rush(position, present_cards.count);
            continues = self.end_turn();
        }
        // Unless the next game of a match has started with all its cards.
        if self.is_over() {
            self.present = present_cards.set();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knizia_gold::{Rules, Setup};
    use crate::rng::tool_stream;

    /// Single games and matches, from the deal and from within: each flip is legal, and replaying the flips one by one
    /// leads to the same state.
    #[test]
    fn playout_equals_its_flips_one_by_one() {
        for seed in 0..600 {
            let mut rng = tool_stream(seed);
            let rush_cards = [10, 0, 30, 64][seed as usize / 4 % 4];
            let rules = Rules {
                whole_match: seed % 3 == 0,
                rush_cards,
                ..Rules::default()
            };
            let setup = Setup::with_rules(2 + seed as usize % 4, rules).unwrap();
            let mut slow = State::deal(setup, &mut rng);
            for _ in 0..choose(&mut rng, 120) * u32::from(seed % 2 == 0) {
                let Some(flip) = slow.random_move(&mut rng) else {
                    break;
                };
                slow.play_unchecked(flip);
            }
            let mut fast = slow.clone();
            let mut flips = Vec::new();
            fast.play_out_observed(&mut rng, |flip| flips.push(flip));
            for flip in flips {
                slow.play(flip).unwrap();
            }
            assert!(
                fast.is_over() && slow == fast,
                "seed {seed}: {slow:?}\n{fast:?}"
            );
        }
    }

    /// Compares means of 4000 games each by random moves and by playouts.
    #[test]
    fn playouts_match_random_games_in_length_and_gold() {
        let means = |play: fn(&mut State, &mut crate::rng::StreamRng)| {
            let mut sums = [0.0; 2];
            for seed in 0..4000 {
                let mut rng = tool_stream(seed);
                let mut state = State::deal(Setup::new(2, false).unwrap(), &mut rng);
                play(&mut state, &mut rng);
                sums[0] += f64::from(state.turns) / 4000.0;
                sums[1] += f64::from(state.gold[0].0) / 4000.0;
            }
            sums
        };
        let fast = means(crate::game::State::play_out);
        let slow = means(|state, rng| {
            while let Some(flip) = state.random_move(rng) {
                state.play_unchecked(flip);
            }
        });
        // Four standard errors of a difference: the standard deviations of one game are 6.1 turns and 5.4 points.
        for ((fast, slow), most) in fast.iter().zip(slow).zip([0.55, 0.48]) {
            assert!((fast - slow).abs() < most, "{fast} and {slow}");
        }
    }
}
