//! What an agent is.

use goldrush_engine::game::{State, View};
use goldrush_engine::rng::StreamRng;

/// A program in one seat of one game.
pub trait Agent<S: State> {
    /// Picks a legal move for the seat that looks, whose decision it is. All chance comes from `rng`, a stream of
    /// this agent's own, so that the same game and stream give the same move.
    fn choose(&mut self, view: &View<S>, rng: &mut StreamRng) -> S::Move;

    /// What it held its last turn to be worth when it chose it: points that its seat will be ahead of the best other at the
    /// end. None if it has no such opinion.
    fn value(&self) -> Option<f64> {
        None
    }

    /// Whether what it chooses depends on what it saw when it chose before, in earlier turns.
    fn remembers(&self) -> bool {
        false
    }

    /// Playouts run so far, over all decisions; 0 for agents that run none.
    fn playouts(&self) -> u64 {
        0
    }
}
