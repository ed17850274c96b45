//! Flat Monte Carlo: every candidate turn is tried in the same sampled worlds, each played on for some turns by a fast
//! policy and then estimated; sequential halving drops the candidates that do worst.
//!
//! Tesauro, Galperin: On-line policy improvement using Monte-Carlo search (1996). Not handled: what others would do if
//! they searched too.

use std::ops::Range;
use std::sync::Mutex;

use goldrush_engine::game::{State, View};
use goldrush_engine::player::Player;
use goldrush_engine::rng::StreamRng;
use rand::Rng;

use super::halving::Halving;
use super::reward::parts;
use super::{Budget, Dice, Guide, Reward, Turn};
use crate::agent::Agent;
use crate::surroundings::Workers;

/// How candidates are tried.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutConfig {
    /// What a turn may cost.
    pub budget: Budget,
    /// How many turns are candidates, at most.
    pub candidates: usize,
    /// How many turns are played after the candidate's before the world is estimated.
    pub depth: usize,
    /// How many worlds the guide's own opinion of a candidate counts for.
    pub belief: f32,
    /// What is maximised.
    pub reward: Reward,
    /// How many workers share a decision.
    pub threads: usize,
}

/// The agent: flat Monte Carlo with a guide.
pub struct Rollout<G, M> {
    guide: G,
    config: PlayoutConfig,
    workers: Workers,
    candidates: Vec<Turn<M>>,
    halving: Halving,
    /// What is left of the turn that was decided on: the position it belongs to, and the move.
    plan: Option<(u64, M)>,
    playouts: u64,
}

impl<G, M> Rollout<G, M> {
    /// An agent that plays by `config`.
    pub fn new(guide: G, config: PlayoutConfig, workers: Workers) -> Rollout<G, M> {
        let (candidates, halving) = (Vec::new(), Halving::default());
        Rollout { guide, config, workers, candidates, halving, plan: None, playouts: 0 }
    }
}

/// What one try needs besides the candidate.
struct Tries<'a, 'v, S: State> {
    view: &'a View<'v, S>,
    candidates: &'a [Turn<S::Move>],
    config: &'a PlayoutConfig,
    seed: u64,
}

impl<S: State> Tries<'_, '_, S> {
    /// Plays all of `running` in some worlds; adds their rewards to `sums`.
    fn play<G: Guide<S>>(&self, guide: &mut G, running: &[u16], worlds: Range<u64>, sums: &mut [i64]) {
        let mut dice = Dice::new(self.seed, worlds.start);
        let mut dealt = self.view.sample(&mut dice);
        let mut world = dealt.clone();
        for number in worlds.clone() {
            if number > worlds.start {
                dice = Dice::new(self.seed, number);
                self.view.sample_into(&mut dealt, &mut dice);
            }
            for &candidate in running {
                world.clone_from(&dealt);
                let turn = &self.candidates[usize::from(candidate)];
                world.play_unchecked(turn.first);
                if let Some(second) = turn.second {
                    world.play_unchecked(second);
                }
                // The same numbers for every candidate: what differs is the candidate.
                let mut dice = dice.clone();
                for _ in 0..self.config.depth {
                    if world.to_move().is_none() {
                        break;
                    }
                    guide.play_turn(&mut world, &mut dice);
                }
                let seat: Player = self.view.observer();
                let reward = self.config.reward.of(seat, world.players(), &guide.estimate(&world));
                sums[usize::from(candidate)] += parts(reward);
            }
        }
    }
}

impl<S: State, G: Guide<S>> Agent<S> for Rollout<G, S::Move>
where
    S: Sync,
    S::Move: Send + Sync,
{
    fn choose(&mut self, view: &View<S>, rng: &mut StreamRng) -> S::Move {
        let seed = rng.next_u64();
        let mut world = view.sample(&mut Dice::new(seed, u64::MAX));
        self.guide.look(view);
        if let Some((key, mv)) = self.plan.take()
            && key == self.guide.key(&world)
        {
            return mv;
        }
        self.guide.turns(&world, self.config.candidates, &mut self.candidates);
        let (guide, config, workers) = (&mut self.guide, &self.config, self.workers);
        let tries = Tries { view, candidates: &self.candidates, config, seed };
        let beliefs = self.candidates.iter().map(|turn| parts(config.belief * config.reward.squash(turn.value)));
        let (best, playouts) = self.halving.run(beliefs, config.budget, |running, worlds, sums| {
            if config.threads <= 1 {
                tries.play(guide, running, worlds, sums);
            } else {
                share(&tries, guide, workers, running, worlds, sums);
            }
        });
        self.playouts += playouts;
        let turn = self.candidates[best];
        if let Some(second) = turn.second {
            world.play_unchecked(turn.first);
            self.plan = Some((self.guide.key(&world), second));
        }
        turn.first
    }

    fn playouts(&self) -> u64 {
        self.playouts
    }
}

/// Several workers take some worlds each. Sums of whole numbers: the same however the worlds are shared.
fn share<S: State + Sync, G: Guide<S>>(
    tries: &Tries<S>,
    guide: &G,
    workers: Workers,
    running: &[u16],
    worlds: Range<u64>,
    sums: &mut [i64],
) where
    S::Move: Send + Sync,
{
    let all = Mutex::new(sums);
    let threads = tries.config.threads as u64;
    let count = worlds.end - worlds.start;
    workers(tries.config.threads, &|job| {
        let bound = |job: u64| worlds.start + count * job / threads;
        let mine = bound(job as u64)..bound(job as u64 + 1);
        if mine.is_empty() {
            return;
        }
        let mut own = vec![0; tries.candidates.len()];
        tries.play(&mut guide.clone(), running, mine, &mut own);
        let mut all = all.lock().expect("no worker panics while it adds up");
        all.iter_mut().zip(own).for_each(|(sum, more)| *sum += more);
    });
}
