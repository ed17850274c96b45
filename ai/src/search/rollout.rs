//! Flat Monte Carlo: after the candidate's turn a fast policy plays some turns, then the world is estimated.
//!
//! Tesauro, Galperin: On-line policy improvement using Monte-Carlo search (1996). Not handled: other players who search
//! too.

use goldrush_engine::game::{State, View};

use super::root::PlayoutStrategy;
use super::{Estimates, PlayoutRng, SearchPolicy};

/// Strategy in which the policy plays all turns.
pub struct Rollout<G> {
    search_policy: G,
    depth: usize,
}

impl<G> Rollout<G> {
    /// Creates a strategy that plays `depth` turns with the policy of `search_policy`.
    pub fn new(search_policy: G, depth: usize) -> Rollout<G> {
        Rollout {
            search_policy,
            depth,
        }
    }
}

impl<S: State, G: SearchPolicy<S>> PlayoutStrategy<S> for Rollout<G> {
    fn begin(&mut self, view: &View<S>) {
        self.search_policy.begin(view);
    }

    fn run_playout(
        &mut self,
        world: &mut S,
        _candidate: usize,
        playout_rng: &mut PlayoutRng,
    ) -> Estimates {
        self.search_policy.begin_playout();
        play_out(&mut self.search_policy, world, self.depth, playout_rng)
    }
}

/// Plays a number of turns, or to the end, and estimates.
pub(super) fn play_out<S: State, G: SearchPolicy<S>>(
    search_policy: &mut G,
    world: &mut S,
    turns: usize,
    playout_rng: &mut PlayoutRng,
) -> Estimates {
    for _ in 0..turns {
        if world.to_move().is_none() {
            break;
        }
        search_policy.play_turn(world, playout_rng);
    }
    search_policy.estimate(world)
}
