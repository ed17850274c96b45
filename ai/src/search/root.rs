//! The root of a search: candidate turns, tried in common worlds, with sequential halving. What happens in a world
//! after the candidate's turn is the business of a [`Continuation`].

use std::ops::Range;
use std::sync::Mutex;

use arrayvec::ArrayVec;
use goldrush_engine::game::{State, View};
use goldrush_engine::rng::StreamRng;
use rand::Rng;

use super::halving::Halving;
use super::reward::parts;
use super::{Budget, Dice, Estimates, Guide, Reward, Turn};
use crate::agent::Agent;
use crate::surroundings::Workers;

/// How a world is played on after the candidate's turn.
///
/// # Examples
///
/// A continuation of one's own: it plays on at random, and counts what everybody has.
///
/// ```
/// use goldrush_ai::agent::Agent;
/// use goldrush_ai::knizia_gold::guide::KniziaGuide;
/// use goldrush_ai::search::{Budget, Continuation, Dice, Estimates, Reward, RootConfig, Search};
/// use goldrush_ai::surroundings::Surroundings;
/// use goldrush_engine::game::{Game, State, View};
/// use goldrush_engine::knizia_gold::{KniziaGold, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{agent_stream, deal_stream};
///
/// struct AtRandom;
///
/// impl<S: State> Continuation<S> for AtRandom {
///     fn begin(&mut self, _: &View<S>) {}
///
///     fn play_on(&mut self, world: &mut S, _candidate: usize, dice: &mut Dice) -> Estimates {
///         world.play_out(dice);
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
///     belief: 2.0,
///     reward: Reward { scale: 15.0, near: 5.0 },
/// };
/// let mut search = Search::new(KniziaGuide::new(), config, vec![AtRandom], Surroundings::still(2).workers);
/// let game = KniziaGold::deal(&Setup::new(2, false)?, &mut deal_stream(7, 0));
/// let flip = search.choose(&View::new(&game, Player::FIRST), &mut agent_stream(7, 0, 0, 0));
/// assert!(game.is_legal(flip));
/// # Ok::<(), String>(())
/// ```
pub trait Continuation<S: State>: Send {
    /// Is told from where the next search starts.
    fn begin(&mut self, view: &View<S>);

    /// Plays on from the turn of a candidate, and estimates what each seat will have.
    fn play_on(&mut self, world: &mut S, candidate: usize, dice: &mut Dice) -> Estimates;
}

/// What every search has.
#[derive(Clone, Copy, Debug)]
pub struct RootConfig {
    /// What a turn may cost.
    pub budget: Budget,
    /// Number of turns are candidates, at most.
    pub candidates: usize,
    /// Number of worlds the guide's own opinion of a candidate counts for.
    pub belief: f32,
    /// What is maximised.
    pub reward: Reward,
}

/// An agent that searches.
pub struct Search<G, C, M> {
    guide: G,
    config: RootConfig,
    /// One for each thread.
    continuations: Vec<Mutex<C>>,
    workers: Workers,
    candidates: Vec<Turn<M>>,
    halving: Halving,
    /// What is left of the turn that was decided on, the next last: the position a move belongs to, and the move.
    plan: ArrayVec<(u64, M), 2>,
    playouts: u64,
    /// By candidate, sums over its tries.
    margins: Vec<i64>,
    /// Mean margin of the turn that was decided on.
    held: Option<f64>,
}

impl<G, C, M> Search<G, C, M> {
    /// Returns an agent with a continuation for each of its threads.
    ///
    /// # Panics
    /// If there is no continuation.
    pub fn new(guide: G, config: RootConfig, continuations: Vec<C>, workers: Workers) -> Search<G, C, M> {
        assert!(!continuations.is_empty(), "a search has at least one thread");
        let continuations = continuations.into_iter().map(Mutex::new).collect();
        let (candidates, halving) = (Vec::new(), Halving::default());
        Search {
            guide,
            config,
            continuations,
            workers,
            candidates,
            halving,
            plan: ArrayVec::new(),
            playouts: 0,
            margins: Vec::new(),
            held: None,
        }
    }
}

/// Sums of rewards and of margins, by candidate.
type Sums<'a> = [&'a mut [i64]; 2];

/// Parts of a point in which margins are summed, as whole numbers: in whatever order, the sum is the same.
const MARGIN: f32 = 1024.0;

/// The tries of one decision.
struct Tries<'a, 'v, S: State> {
    view: &'a View<'v, S>,
    candidates: &'a [Turn<S::Move>],
    reward: Reward,
    seed: u64,
}

impl<S: State> Tries<'_, '_, S> {
    /// Plays all of `running` in some worlds; adds their rewards to those of `sums`, and their margins.
    fn play<C: Continuation<S>>(&self, continuation: &mut C, running: &[u16], worlds: Range<u64>, sums: Sums) {
        let [rewards, margins] = sums;
        let seat = self.view.observer();
        let mut dealt = self.view.sample(&mut Dice::new(self.seed, worlds.start));
        let mut world = dealt.clone();
        for number in worlds {
            let mut dice = Dice::new(self.seed, number);
            self.view.sample_into(&mut dealt, &mut dice);
            for &candidate in running {
                world.clone_from(&dealt);
                let turn = &self.candidates[usize::from(candidate)];
                turn.moves().for_each(|mv| world.play_unchecked(mv));
                // The same numbers for every candidate: what differs is the candidate.
                let estimates = continuation.play_on(&mut world, usize::from(candidate), &mut dice.clone());
                rewards[usize::from(candidate)] += parts(self.reward.of(seat, world.players(), &estimates));
                let margin = Reward::margin_of(seat, world.players(), &estimates);
                margins[usize::from(candidate)] += (MARGIN * margin) as i64;
            }
        }
    }

    /// Several workers take some worlds each. Sums are of whole numbers: the same in whatever order they are added.
    fn share<C: Continuation<S>>(
        &self,
        continuations: &[Mutex<C>],
        workers: Workers,
        running: &[u16],
        worlds: Range<u64>,
        sums: Sums,
    ) where
        S: Sync,
        S::Move: Sync,
    {
        let (threads, count) = (continuations.len() as u64, worlds.end - worlds.start);
        let all = Mutex::new(sums);
        workers(continuations.len(), &|job| {
            let bound = |job: u64| worlds.start + count * job / threads;
            let mine = bound(job as u64)..bound(job as u64 + 1);
            if mine.is_empty() {
                return;
            }
            let mut rewards = vec![0; self.candidates.len()];
            let mut margins = rewards.clone();
            let mut continuation = continuations[job].lock().expect("no worker panics");
            self.play(&mut *continuation, running, mine, [&mut rewards, &mut margins]);
            let mut all = all.lock().expect("no worker panics");
            for (all, own) in all.iter_mut().zip([rewards, margins]) {
                all.iter_mut().zip(own).for_each(|(sum, more)| *sum += more);
            }
        });
    }
}

impl<S, G, C> Agent<S> for Search<G, C, S::Move>
where
    S: State + Sync,
    S::Move: Send + Sync,
    G: Guide<S>,
    C: Continuation<S>,
{
    fn choose(&mut self, view: &View<S>, rng: &mut StreamRng) -> S::Move {
        let seed = rng.next_u64();
        let mut world = view.sample(&mut Dice::new(seed, u64::MAX));
        self.guide.look(view);
        if let Some((key, mv)) = self.plan.pop()
            && key == self.guide.key(&world)
        {
            return mv;
        }
        self.plan.clear();
        self.guide.turns(&world, self.config.candidates, &mut self.candidates);
        self.margins.clear();
        self.margins.resize(self.candidates.len(), 0);
        let (config, workers, continuations) = (&self.config, self.workers, &mut self.continuations);
        let margins = &mut self.margins;
        for continuation in continuations.iter_mut() {
            continuation.get_mut().expect("no worker panics").begin(view);
        }
        let tries = Tries { view, candidates: &self.candidates, reward: config.reward, seed };
        let beliefs = self.candidates.iter().map(|turn| parts(config.belief * config.reward.squash(turn.value)));
        let (best, playouts) = self.halving.run(beliefs, config.budget, |running, worlds, rewards| {
            let sums = [rewards, &mut margins[..]];
            if let [only] = &mut continuations[..] {
                tries.play(only.get_mut().expect("no worker panics"), running, worlds, sums);
            } else {
                tries.share(continuations, workers, running, worlds, sums);
            }
        });
        self.playouts += playouts;
        let worlds = self.halving.worlds();
        self.held = (worlds > 0).then(|| self.margins[best] as f64 / f64::from(MARGIN) / worlds as f64);
        let turn = self.candidates[best];
        let mut moves = turn.moves();
        let mut before = moves.next();
        for mv in moves {
            before.replace(mv).into_iter().for_each(|mv| world.play_unchecked(mv));
            self.plan.push((self.guide.key(&world), mv));
        }
        self.plan.reverse();
        turn.first
    }

    fn value(&self) -> Option<f64> {
        self.held
    }

    fn playouts(&self) -> u64 {
        self.playouts
    }
}
