//! Search under hidden information, for any game of the family: what it needs to know of a game is a [`Guide`].

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

    /// The n-th decision, from 0.
    #[inline]
    pub fn nth(&self, n: usize) -> Option<M> {
        match n {
            0 => Some(self.first),
            1 => self.second,
            2 => self.third,
            _ => None,
        }
    }

    /// As [`Turn::decisions`], those there are.
    #[inline]
    pub fn moves(&self) -> impl Iterator<Item = M> {
        self.decisions().into_iter().flatten()
    }
}

/// What a game lends to search: candidates, play for playouts, and what a position is worth. All worlds it is shown
/// are samples, so that it may look at everything in them.
pub trait Guide<S: State>: Clone + Send + Sync {
    /// Is told from where the next search starts, before anything else.
    fn look(&mut self, view: &View<S>);

    /// Is told that many playouts start from here, instead of [`Guide::look`].
    fn begin(&mut self, view: &View<S>) {
        self.look(view);
    }

    /// Is told that what comes next starts from there again.
    fn begin_playout(&mut self) {}

    /// A number for what all see of a position; the same in every world a view can be.
    fn key(&self, world: &S) -> u64;

    /// Replaces the content of `turns` by the best turns, at most so many, the best first.
    fn turns(&mut self, world: &S, most: usize, turns: &mut Vec<Turn<S::Move>>);

    /// Plays the turn of the seat to move.
    fn play_turn(&mut self, world: &mut S, dice: &mut Dice);

    /// The points that each seat is expected to have at the end; exact when the game is over.
    fn estimate(&mut self, world: &S) -> Estimates;

    /// How many draws are to come that all know of: tiles or cards, the one in hand not counted.
    fn draws_left(&self, world: &S) -> u16;

    /// A number for what chance brought before the decision at hand: the same if the seat to move sees the same.
    fn chance(&self, world: &S) -> u32;
}
