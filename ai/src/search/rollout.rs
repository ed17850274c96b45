//! Flat Monte Carlo: after the candidate's turn a fast policy plays on for some turns, then the world is estimated.
//!
//! Tesauro, Galperin: On-line policy improvement using Monte-Carlo search (1996). Not handled: what others would do if
//! they searched too.

use goldrush_engine::game::{State, View};

use super::root::Continuation;
use super::{Dice, Estimates, Guide};

/// The policy plays all turns.
pub struct Rollout<G> {
    guide: G,
    depth: usize,
}

impl<G> Rollout<G> {
    /// Plays on for `depth` turns with the policy of `guide`.
    pub fn new(guide: G, depth: usize) -> Rollout<G> {
        Rollout { guide, depth }
    }
}

impl<S: State, G: Guide<S>> Continuation<S> for Rollout<G> {
    fn begin(&mut self, view: &View<S>) {
        self.guide.begin(view);
    }

    fn play_on(&mut self, world: &mut S, _candidate: usize, dice: &mut Dice) -> Estimates {
        self.guide.begin_playout();
        play_out(&mut self.guide, world, self.depth, dice)
    }
}

/// Plays so many turns, or to the end, and estimates.
pub(super) fn play_out<S: State, G: Guide<S>>(
    guide: &mut G,
    world: &mut S,
    turns: usize,
    dice: &mut Dice,
) -> Estimates {
    for _ in 0..turns {
        if world.to_move().is_none() {
            break;
        }
        guide.play_turn(world, dice);
    }
    guide.estimate(world)
}
