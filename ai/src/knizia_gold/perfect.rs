//! Agent with perfect memory that maximizes the expected value over the unseen cards. It values a first card by the best
//! second card that could follow, and a second card by its result with the first. It plays the end of the gold rush by
//! its exact solution.

use goldrush_engine::game::View;
use goldrush_engine::knizia_gold::{Flip, State, Table};
use goldrush_engine::player::Player;
use goldrush_engine::rng::StreamRng;

use super::belief::{Belief, Choice, WEIGHTS};
use crate::agent::Agent;

/// Returns the expected lead over the mean of the rivals, in points from here on, after a flip in the gold rush (K7),
/// if everybody forgets nothing and maximizes their own gold; exact with ten cards or fewer.
///
/// # Examples
///
/// ```
/// use goldrush_ai::knizia_gold::perfect::rush_value_of;
/// use goldrush_engine::game::Text;
/// use goldrush_engine::knizia_gold::{Flip, Setup, State};
/// use goldrush_engine::player::Player;
///
/// // Two cards are left, and both have been seen: gold of 4 at a1 and of 1 at b1.
/// let text = format!("turns 30\nseat 0\nrush 1\ngold 0/0 0/0\n+g4@1 +g1@1 {}", "-- ".repeat(62));
/// let game = State::from_text(Setup::new(2, false)?, &text)?;
/// assert_eq!(rush_value_of(game.table(), Player::FIRST, Flip(0)), 3.0);
/// assert_eq!(rush_value_of(game.table(), Player::FIRST, Flip(1)), -3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rush_value_of(table: Table, seat: Player, flip: Flip) -> f32 {
    Belief::new(table, seat, WEIGHTS).rush_value(table, flip)
}

/// Agent with perfect memory; deterministic.
#[derive(Clone, Copy, Default, Debug)]
pub struct Perfect;

impl Agent<State> for Perfect {
    fn choose(&mut self, view: &View<State>, _: &mut StreamRng) -> Flip {
        let table = view.table();
        let belief = Belief::new(table, view.observer(), WEIGHTS);
        let mut best = BestCard {
            value: f32::MIN,
            card: Choice::Unseen,
        };
        match table.open().and_then(|open| table.seen(open)) {
            _ if table.is_rush() => belief.rush(|card, value| best.consider(card, value)),
            Some(open) => {
                belief.second_cards(open.kind(), |card, value| best.consider(card, value));
            }
            None => belief.first_cards(|card, _, value| best.consider(card, value)),
        }
        belief.flip(table, best.card)
    }
}

/// First of the best cards so far.
struct BestCard {
    value: f32,
    card: Choice,
}

impl BestCard {
    fn consider(&mut self, card: Choice, value: f32) {
        if value > self.value {
            *self = BestCard { value, card };
        }
    }
}
