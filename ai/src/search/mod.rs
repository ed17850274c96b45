//! Search under hidden information for any game of the family, which provides a [`SearchPolicy`].
//!
//! A search combines a [`SearchPolicy`], a [`Budget`] and a [`PlayoutStrategy`]. This is `rollout`, built by hand:
//!
//! ```
//! use goldrush_ai::agent::Agent;
//! use goldrush_ai::gold_rush::search_policy::GoldRushSearchPolicy;
//! use goldrush_ai::search::{Budget, PlayoutPolicy, Reward, Rollout, RootConfig, Search};
//! use goldrush_ai::environment::Environment;
//! use goldrush_ai::weights::SearchWeights;
//! use goldrush_engine::game::{Game, State, View};
//! use goldrush_engine::gold_rush::{GoldRush, Setup};
//! use goldrush_engine::player::Player;
//! use goldrush_engine::rng::{agent_stream, deal_stream};
//!
//! let search_policy = GoldRushSearchPolicy::new(PlayoutPolicy::Greedy, SearchWeights::for_players(2));
//! let config = RootConfig {
//!     budget: Budget::Playouts(40),
//!     candidates: 8,
//!     prior_weight: 2.0,
//!     racing: 0.0,
//!     reward: Reward { scale: 40.0, near: 5.0 },
//! };
//! // One strategy, for one thread; it plays four turns per playout.
//! let rollouts = vec![Rollout::new(search_policy.clone(), 4)];
//! let mut search = Search::new(search_policy, config, rollouts, Environment::sequential(2).workers);
//!
//! let setup = Setup::printed(2);
//! let game = GoldRush::deal(&setup, &mut deal_stream(7, 0));
//! let mv = search.choose(&View::new(&game, Player::FIRST), &mut agent_stream(7, 0, 0, 0));
//! assert!(game.is_legal(mv));
//! // Its evaluation of its turn: the final lead, in points.
//! assert!(search.value().is_some_and(f64::is_finite));
//! ```

pub mod analyzer;
mod budget;
mod mcts;
pub mod move_evaluation;
mod playout_policy;
mod playout_rng;
pub mod regret;
mod reward;
mod rollout;
mod root;
mod sequential_halving;
pub mod settings;

use goldrush_engine::game::{State, View};
use goldrush_engine::player::{MAX_PLAYERS, Player};

pub use budget::Budget;
pub use mcts::{Mcts, TreeConfig};
pub use playout_policy::{POLICY, PlayoutPolicy};
pub use playout_rng::PlayoutRng;
pub use reward::Reward;
pub use rollout::Rollout;
pub use root::{PlayoutStrategy, RootConfig, Search};

/// One number per seat, in points.
pub type Estimates = [f32; MAX_PLAYERS];

/// Rest of a turn of the seat to move, up to the next decision of another seat or of chance.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turn<M> {
    /// Next decision.
    pub first: M,
    /// Decision after it, if of the same turn.
    pub second: Option<M>,
    /// Third decision, if of the same turn.
    pub third: Option<M>,
    /// Value to the seat to move against its rivals, in points; higher is better.
    pub value: f32,
}

/// Decisions of a turn or of the rest of one, in order.
pub type Decisions<M> = [Option<M>; 3];

impl<M: Copy> Turn<M> {
    /// Returns the decisions in order.
    #[inline]
    pub fn decisions(&self) -> Decisions<M> {
        [Some(self.first), self.second, self.third]
    }

    /// Returns the n-th decision, from 0.
    #[inline]
    pub fn nth(&self, n: usize) -> Option<M> {
        match n {
            0 => Some(self.first),
            1 => self.second,
            2 => self.third,
            _ => None,
        }
    }

    /// Iterates over the decisions in order.
    #[inline]
    pub fn moves(&self) -> impl Iterator<Item = M> {
        self.decisions().into_iter().flatten()
    }
}

/// Calculation of what a seat maximizes, from the seat, the number of seats and the points of each.
pub type Utility<'a> = &'a dyn Fn(Player, usize, &Estimates) -> f32;

/// Move of a solved position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolvedMove<M> {
    /// The move.
    pub mv: M,
    /// Expected utility of the seat to move, if every seat goes on to maximize its own.
    pub value: f32,
}

/// Game-specific part of a search: candidates, playout policy and estimates. All worlds that it receives are samples,
/// so it may use everything in them.
///
/// # Examples
///
/// ```
/// use goldrush_ai::carcassonne::search_policy::CarcassonneSearchPolicy;
/// use goldrush_ai::search::{PlayoutRng, SearchPolicy, PlayoutPolicy};
/// use goldrush_ai::weights::SearchWeights;
/// use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Rules, Setup};
/// use goldrush_engine::game::{Game, State, View};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::deal_stream;
///
/// let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2)?;
/// let game = Carcassonne::deal(&setup, &mut deal_stream(7, 0));
/// let view = View::new(&game, Player::FIRST);
/// let mut search_policy = CarcassonneSearchPolicy::new(PlayoutPolicy::Greedy, SearchWeights::for_players(2));
/// let mut playout_rng = PlayoutRng::new(1, 0);
///
/// // The five best turns, best first.
/// search_policy.set_root(&view);
/// let (mut world, mut turns) = (view.sample(&mut playout_rng), Vec::new());
/// search_policy.best_turns(&world, 5, &mut turns);
/// assert!(turns.is_sorted_by(|one, other| one.value >= other.value));
///
/// // The best is played, then a turn of the other seat; these are the expected final points.
/// turns[0].moves().for_each(|mv| world.play_unchecked(mv));
/// search_policy.play_turn(&mut world, &mut playout_rng);
/// assert_eq!(world.to_move(), Some(Player::FIRST));
/// assert!(search_policy.estimate(&world)[..2].iter().all(|points| *points > 0.0));
/// # Ok::<(), String>(())
/// ```
pub trait SearchPolicy<S: State>: Send + Sync {
    /// Sets the root of the next search; called before anything else.
    fn set_root(&mut self, view: &View<S>);

    /// Sets the root of many playouts, instead of [`SearchPolicy::set_root`].
    fn begin(&mut self, view: &View<S>) {
        self.set_root(view);
    }

    /// Resets to the root for the next playout.
    fn begin_playout(&mut self) {}

    /// Returns a key of the public part of a position; the same in every sample of a view.
    fn position_key(&self, world: &S) -> u64;

    /// Replaces the content of `turns` with at most `most` turns, best first.
    fn best_turns(&mut self, world: &S, most: usize, turns: &mut Vec<Turn<S::Move>>);

    /// Plays the turn of the seat to move.
    fn play_turn(&mut self, world: &mut S, playout_rng: &mut PlayoutRng);

    /// Returns the expected final points of each seat; exact when the game is over.
    fn estimate(&mut self, world: &S) -> Estimates;

    /// Solves a position exactly, if few enough turns are left: replaces the content of `moves` with the moves of the
    /// observer, who must be to move. Returns false, and no moves, if it cannot be solved, or not by evaluating about `most`
    /// ends of the game.
    fn solve(
        &mut self,
        _view: &View<S>,
        _utility: Utility,
        _most: u64,
        moves: &mut Vec<SolvedMove<S::Move>>,
    ) -> bool {
        moves.clear();
        false
    }

    /// Returns the public number of draws still to come: tiles or cards, without the one in hand.
    fn draws_left(&self, world: &S) -> u16;

    /// Returns a key of the chance outcome before the next decision; equal if the seat to move sees the same.
    fn chance_key(&self, world: &S) -> u32;
}
