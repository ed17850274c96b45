//! Plays at random, in the way the game says.

use goldrush_engine::game::{State, View};
use goldrush_engine::rng::StreamRng;

use crate::agent::Agent;

/// The yardstick's zero.
pub struct Random;

impl<S: State> Agent<S> for Random {
    fn choose(&mut self, view: &View<S>, rng: &mut StreamRng) -> S::Move {
        view.random_move(rng).expect("an agent is asked only while the game goes on")
    }
}
