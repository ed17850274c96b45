//! Search under hidden information, for any game of the family: what it needs to know of a game is a [`Guide`].
//!
//! A search is made of a [`Guide`], a [`Budget`] and a [`Continuation`]; here, by hand, what `rollout` is:
//!
//! ```
//! use goldrush_ai::agent::Agent;
//! use goldrush_ai::gold_rush::guide::GoldRushGuide;
//! use goldrush_ai::gold_rush::heuristic::Weights;
//! use goldrush_ai::search::{Budget, Policy, Reward, Rollout, RootConfig, Search};
//! use goldrush_ai::surroundings::Surroundings;
//! use goldrush_engine::game::{Game, State, View};
//! use goldrush_engine::gold_rush::{GoldRush, Setup};
//! use goldrush_engine::player::Player;
//! use goldrush_engine::rng::{agent_stream, deal_stream};
//!
//! let guide = GoldRushGuide::new(Policy::Greedy, &Weights::tuned(2), &Weights::fitted(2));
//! let config = RootConfig {
//!     budget: Budget::Playouts(40),
//!     candidates: 8,
//!     belief: 2.0,
//!     reward: Reward { scale: 40.0, near: 5.0 },
//! };
//! // One continuation, since there is one thread; it plays four turns on.
//! let rollouts = vec![Rollout::new(guide.clone(), 4)];
//! let mut search = Search::new(guide, config, rollouts, Surroundings::still(2).workers);
//!
//! let setup = Setup::printed(2);
//! let game = GoldRush::deal(&setup, &mut deal_stream(7, 0));
//! let mv = search.choose(&View::new(&game, Player::FIRST), &mut agent_stream(7, 0, 0, 0));
//! assert!(game.is_legal(mv));
//! // What it holds its turn to be worth: the lead at the end, in points.
//! assert!(search.value().is_some_and(f64::is_finite));
//! ```

pub mod appraisal;
mod dice;
mod effort;
mod halving;
mod mcts;
mod policy;
pub mod regret;
mod reward;
mod rollout;
mod root;
pub mod settings;

use goldrush_engine::game::{State, View};
use goldrush_engine::player::MAX_PLAYERS;

pub use dice::Dice;
pub use effort::Budget;
pub use mcts::{Mcts, TreeConfig};
pub use policy::{POLICY, Policy};
pub use reward::Reward;
pub use rollout::Rollout;
pub use root::{Continuation, RootConfig, Search};

/// One number for each seat, in points.
pub type Estimates = [f32; MAX_PLAYERS];

/// The rest of a turn of the seat to move, down to where another seat or chance comes in.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Turn<M> {
    /// The next decision.
    pub first: M,
    /// The one after it, if that is of the same turn.
    pub second: Option<M>,
    /// The one after that.
    pub third: Option<M>,
    /// What the turn is worth to the seat to move, in points, against its rivals: the higher the better.
    pub value: f32,
}

/// The decisions of a turn, or of the rest of one, in order.
pub type Decisions<M> = [Option<M>; 3];

impl<M: Copy> Turn<M> {
    /// Its decisions, in order.
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

    /// Like [`Turn::decisions`], those there are.
    #[inline]
    pub fn moves(&self) -> impl Iterator<Item = M> {
        self.decisions().into_iter().flatten()
    }
}

/// What a game lends to search: candidates, play for playouts, and what a position is worth. All worlds it is shown
/// are samples, so that it may look at everything in them.
///
/// # Examples
///
/// ```
/// use goldrush_ai::carcassonne::guide::CarcassonneGuide;
/// use goldrush_ai::carcassonne::heuristic::Weights;
/// use goldrush_ai::search::{Dice, Guide, Policy};
/// use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Rules, Setup};
/// use goldrush_engine::game::{Game, State, View};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::deal_stream;
///
/// let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2)?;
/// let game = Carcassonne::deal(&setup, &mut deal_stream(7, 0));
/// let view = View::new(&game, Player::FIRST);
/// let mut guide = CarcassonneGuide::new(Policy::Greedy, &Weights::tuned(2), &Weights::fitted(2));
/// let mut dice = Dice::new(1, 0);
///
/// // The five best turns, the best first.
/// guide.look(&view);
/// let (mut world, mut turns) = (view.sample(&mut dice), Vec::new());
/// guide.turns(&world, 5, &mut turns);
/// assert!(turns.is_sorted_by(|one, other| one.value >= other.value));
///
/// // The best is played, then a turn of the other seat; so many points is each expected to have in the end.
/// turns[0].moves().for_each(|mv| world.play_unchecked(mv));
/// guide.play_turn(&mut world, &mut dice);
/// assert_eq!(world.to_move(), Some(Player::FIRST));
/// assert!(guide.estimate(&world)[..2].iter().all(|points| *points > 0.0));
/// # Ok::<(), String>(())
/// ```
pub trait Guide<S: State>: Clone + Send + Sync {
    /// Is told from where the next search starts, before anything else.
    fn look(&mut self, view: &View<S>);

    /// Is told that many playouts start from here, instead of [`Guide::look`].
    fn begin(&mut self, view: &View<S>) {
        self.look(view);
    }

    /// Is told that what comes next starts from there again.
    fn begin_playout(&mut self) {}

    /// Returns a number for what all see of a position; the same in every world a view can be.
    fn key(&self, world: &S) -> u64;

    /// Replaces the content of `turns` by the best turns, at most so many, the best first.
    fn turns(&mut self, world: &S, most: usize, turns: &mut Vec<Turn<S::Move>>);

    /// Plays the turn of the seat to move.
    fn play_turn(&mut self, world: &mut S, dice: &mut Dice);

    /// Returns the points that each seat is expected to have at the end; exact when the game is over.
    fn estimate(&mut self, world: &S) -> Estimates;

    /// Returns the number of draws are to come that all know of: tiles or cards, the one in hand not counted.
    fn draws_left(&self, world: &S) -> u16;

    /// Returns a number for what chance brought before the decision at hand: the same if the seat to move sees the same.
    fn chance(&self, world: &S) -> u32;
}
