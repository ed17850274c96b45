//! Root of a search: candidate turns tried in common worlds, with sequential halving. A [`PlayoutStrategy`] plays a
//! world after the candidate's turn.

use std::ops::Range;
use std::sync::Mutex;

use arrayvec::ArrayVec;
use goldrush_engine::game::{State, View};
use goldrush_engine::rng::StreamRng;
use rand::Rng;

use super::reward::to_fixed_point;
use super::sequential_halving::SequentialHalving;
use super::{Budget, Estimates, PlayoutRng, Reward, SearchPolicy, SolvedMove, Turn};
use crate::agent::Agent;
use crate::environment::Workers;

/// Way to play a world after the candidate's turn.
///
/// # Examples
///
/// A custom strategy: it plays random moves to the end, and returns the scores.
///
/// ```
/// use goldrush_ai::agent::Agent;
/// use goldrush_ai::knizia_gold::search_policy::KniziaSearchPolicy;
/// use goldrush_ai::search::{Budget, PlayoutStrategy, PlayoutRng, Estimates, Reward, RootConfig, Search};
/// use goldrush_ai::environment::Environment;
/// use goldrush_engine::game::{Game, State, View};
/// use goldrush_engine::knizia_gold::{KniziaGold, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{agent_stream, deal_stream};
///
/// struct AtRandom;
///
/// impl<S: State> PlayoutStrategy<S> for AtRandom {
///     fn begin(&mut self, _: &View<S>) {}
///
///     fn run_playout(&mut self, world: &mut S, _candidate: usize, playout_rng: &mut PlayoutRng) -> Estimates {
///         world.play_out(playout_rng);
///         let mut estimates = Estimates::default();
///         for (seat, points) in world.scores().iter() {
///             estimates[seat.index()] = f32::from(points);
///         }
///         estimates
///     }
/// }
///
/// let config = RootConfig {
///     budget: Budget::Playouts(60),
///     candidates: 6,
///     prior_weight: 2.0,
///     racing: 0.0,
///     reward: Reward { scale: 15.0, near: 5.0 },
/// };
/// let mut search = Search::new(KniziaSearchPolicy::new(), config, vec![AtRandom], Environment::sequential(2).workers);
/// let game = KniziaGold::deal(&Setup::new(2, false)?, &mut deal_stream(7, 0));
/// let flip = search.choose(&View::new(&game, Player::FIRST), &mut agent_stream(7, 0, 0, 0));
/// assert!(game.is_legal(flip));
/// # Ok::<(), String>(())
/// ```
pub trait PlayoutStrategy<S: State>: Send {
    /// Sets the root of the next search.
    fn begin(&mut self, view: &View<S>);

    /// Plays a world after the turn of a candidate, and estimates each seat's final points.
    fn run_playout(
        &mut self,
        world: &mut S,
        candidate: usize,
        playout_rng: &mut PlayoutRng,
    ) -> Estimates;
}

/// Parameters shared by all searches.
#[derive(Clone, Copy, Debug)]
pub struct RootConfig {
    /// Budget per turn.
    pub budget: Budget,
    /// Maximum number of candidate turns.
    pub candidates: usize,
    /// Weight of the prior value of a candidate, in worlds.
    pub prior_weight: f32,
    /// Standard errors behind the leader at which a candidate is dropped early; 0: never.
    pub racing: f32,
    /// Maximized reward.
    pub reward: Reward,
}

/// Agent that searches.
pub struct Search<G, C, M> {
    search_policy: G,
    config: RootConfig,
    /// One strategy per thread.
    strategies: Vec<Mutex<C>>,
    workers: Workers,
    candidates: Vec<Turn<M>>,
    halving: SequentialHalving,
    /// Remaining moves of the chosen turn, next last, each with the key of its position.
    plan: ArrayVec<(u64, M), 2>,
    /// Playouts of this game.
    playouts: u64,
    /// Sum of margins by candidate.
    margins: Vec<i64>,
    /// Mean margin of the chosen turn, in points; of a solved one the margin whose reward is its mean reward.
    evaluation: Option<f64>,
    /// Ends of games that may be evaluated to solve the last turns exactly; 0: never.
    exact: u64,
    solved: Vec<SolvedMove<M>>,
}

impl<G, C, M> Search<G, C, M> {
    /// Creates an agent with one strategy per thread.
    ///
    /// # Panics
    /// If there is no strategy.
    pub fn new(
        search_policy: G,
        config: RootConfig,
        strategies: Vec<C>,
        workers: Workers,
    ) -> Search<G, C, M> {
        assert!(!strategies.is_empty(), "a search has at least one thread");
        let strategies = strategies.into_iter().map(Mutex::new).collect();
        let candidates = Vec::new();
        let halving = SequentialHalving::default();
        Search {
            search_policy,
            config,
            strategies,
            workers,
            candidates,
            halving,
            plan: ArrayVec::new(),
            playouts: 0,
            margins: Vec::new(),
            evaluation: None,
            exact: 0,
            solved: Vec::new(),
        }
    }

    /// Lets it solve the last turns exactly if about `ends` ends of the game are to be evaluated at most.
    #[must_use]
    pub fn with_exact(self, ends: u64) -> Search<G, C, M> {
        Search {
            exact: ends,
            ..self
        }
    }
}

/// Fixed-point unit of margins: whole-number sums do not depend on the order of adding.
const MARGIN: f32 = 1024.0;

/// Playouts of one decision.
struct DecisionTrials<'a, 'v, S: State> {
    view: &'a View<'v, S>,
    /// Any world, to copy and overwrite.
    sample: &'a S,
    candidates: &'a [Turn<S::Move>],
    reward: Reward,
    seed: u64,
}

impl<S: State> DecisionTrials<'_, '_, S> {
    /// Returns the memory for [`DecisionTrials::play`].
    fn worlds(&self) -> [S; 2] {
        [self.sample.clone(), self.sample.clone()]
    }

    /// Plays all of `running` in some worlds, in memory that it overwrites. Sets the rewards by world and candidate, and
    /// adds up margins by candidate.
    fn play<C: PlayoutStrategy<S>>(
        &self,
        strategy: &mut C,
        [dealt, world]: &mut [S; 2],
        running: &[u16],
        numbers: Range<u64>,
        rewards: &mut [i64],
        margins: &mut [i64],
    ) {
        let seat = self.view.observer();
        for (number, rewards) in numbers.zip(rewards.chunks_exact_mut(running.len())) {
            let mut playout_rng = PlayoutRng::new(self.seed, number);
            self.view.sample_into(dealt, &mut playout_rng);
            for (&candidate, reward) in running.iter().zip(rewards) {
                world.clone_from(dealt);
                let turn = &self.candidates[usize::from(candidate)];
                turn.moves().for_each(|mv| world.play_unchecked(mv));
                // The same random numbers for every candidate, so that only the candidate differs.
                let estimates =
                    strategy.run_playout(world, usize::from(candidate), &mut playout_rng.clone());
                *reward = to_fixed_point(self.reward.of(seat, world.players(), &estimates));
                let margin = Reward::margin_of(seat, world.players(), &estimates);
                margins[usize::from(candidate)] += (MARGIN * margin) as i64;
            }
        }
    }

    /// Shares the worlds among workers. Each sets the rewards of its own worlds, and whole-number margins do not
    /// depend on the order of adding.
    fn share<C: PlayoutStrategy<S>>(
        &self,
        strategies: &[Mutex<C>],
        workers: Workers,
        running: &[u16],
        numbers: Range<u64>,
        mut rewards: &mut [i64],
        margins: &mut [i64],
    ) where
        S: Sync,
        S::Move: Sync,
    {
        let threads = strategies.len() as u64;
        let parts: Vec<_> = (0..threads)
            .map(|job| {
                let numbers =
                    share_start(&numbers, job, threads)..share_start(&numbers, job + 1, threads);
                let length = (numbers.end - numbers.start) as usize * running.len();
                Mutex::new((
                    numbers,
                    rewards
                        .split_off_mut(..length)
                        .expect("each world has a reward by candidate"),
                ))
            })
            .collect();
        let all = Mutex::new(margins);
        workers(strategies.len(), &|job| {
            let mut part = parts[job].lock().expect("no worker panicked");
            let (numbers, rewards) = &mut *part;
            if numbers.is_empty() {
                return;
            }
            let mut margins = vec![0; self.candidates.len()];
            let mut strategy = strategies[job].lock().expect("no worker panicked");
            self.play(
                &mut *strategy,
                &mut self.worlds(),
                running,
                numbers.clone(),
                rewards,
                &mut margins,
            );
            let mut all = all.lock().expect("no worker panicked");
            all.iter_mut()
                .zip(margins)
                .for_each(|(sum, more)| *sum += more);
        });
    }
}

/// Returns the first of the numbers that a job takes, of those shared evenly among some jobs.
fn share_start(numbers: &Range<u64>, job: u64, jobs: u64) -> u64 {
    numbers.start + (numbers.end - numbers.start) * job / jobs
}

impl<S, G, C> Agent<S> for Search<G, C, S::Move>
where
    S: State + Sync,
    S::Move: Send + Sync,
    G: SearchPolicy<S>,
    C: PlayoutStrategy<S>,
{
    fn choose(&mut self, view: &View<S>, rng: &mut StreamRng) -> S::Move {
        let seed = rng.next_u64();
        let mut world = view.sample(&mut PlayoutRng::new(seed, u64::MAX));
        self.search_policy.set_root(view);
        if let Some((key, mv)) = self.plan.pop()
            && key == self.search_policy.position_key(&world)
        {
            return mv;
        }
        self.plan.clear();
        let reward = self.config.reward;
        if self.exact > 0
            && self.search_policy.solve(
                view,
                &|seat, players, points: &Estimates| reward.of(seat, players, points),
                self.exact,
                &mut self.solved,
            )
        {
            // The first among equals.
            let best = self
                .solved
                .iter()
                .rev()
                .max_by(|one, other| one.value.total_cmp(&other.value));
            let best = best.expect("the seat to move has a move");
            self.evaluation = Some(f64::from(reward.margin(best.value)));
            return best.mv;
        }
        self.search_policy
            .best_turns(&world, self.config.candidates, &mut self.candidates);
        self.margins.clear();
        self.margins.resize(self.candidates.len(), 0);
        let config = &self.config;
        let workers = self.workers;
        let strategies = &mut self.strategies;
        let margins = &mut self.margins;
        for strategy in strategies.iter_mut() {
            strategy.get_mut().expect("no worker panicked").begin(view);
        }
        let tries = DecisionTrials {
            view,
            sample: &world,
            candidates: &self.candidates,
            reward: config.reward,
            seed,
        };
        let priors = self
            .candidates
            .iter()
            .map(|turn| to_fixed_point(config.prior_weight * config.reward.squash(turn.value)));
        let mut worlds = tries.worlds();
        let (best, playouts) = self.halving.run(
            priors,
            config.budget,
            config.racing,
            |running, numbers, rewards| {
                if let [only] = &mut strategies[..] {
                    tries.play(
                        only.get_mut().expect("no worker panicked"),
                        &mut worlds,
                        running,
                        numbers,
                        rewards,
                        margins,
                    );
                } else {
                    tries.share(strategies, workers, running, numbers, rewards, margins);
                }
            },
        );
        self.playouts += playouts;
        let worlds = self.halving.worlds();
        self.evaluation =
            (worlds > 0).then(|| self.margins[best] as f64 / f64::from(MARGIN) / worlds as f64);
        let turn = self.candidates[best];
        let mut moves = turn.moves();
        let mut before = moves.next();
        for mv in moves {
            before
                .replace(mv)
                .into_iter()
                .for_each(|mv| world.play_unchecked(mv));
            self.plan
                .push((self.search_policy.position_key(&world), mv));
        }
        self.plan.reverse();
        turn.first
    }

    fn new_game(&mut self) {
        self.plan.clear();
        self.playouts = 0;
        self.evaluation = None;
    }

    fn value(&self) -> Option<f64> {
        self.evaluation
    }

    fn playouts(&self) -> u64 {
        self.playouts
    }
}
