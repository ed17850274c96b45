//! Estimates of the expected final scores of a position.

use goldrush_engine::landscape::table::Table;

use super::chances::points;
use super::{Evaluator, LandscapeGame, Perspective, TurnEvaluator};
use crate::search::Estimates;

/// Estimates final scores. Reused between positions to avoid allocation.
///
/// # Examples
///
/// ```
/// use goldrush_ai::gold_rush::heuristic::{Estimator, Weights, mean_token};
/// use goldrush_engine::game::{State as _, Text, View};
/// use goldrush_engine::gold_rush::{Setup, State};
/// use goldrush_engine::player::Player;
///
/// // The first seat has a cowboy on a railroad, the other nothing.
/// let setup = Setup::printed(2);
/// let text = "tile 33 0,0 0\ntile 12d 1,0 0\ncowboy 0 1,0 railroad E\nturn 1 place\ncoming 26d 12d 12d\n";
/// let game = State::from_text(&setup, text)?;
/// let expected = mean_token(&View::new(&game, Player::FIRST));
/// let estimates = Estimator::new(&Weights::fitted(2)).estimate(game.table(), expected);
/// assert!(estimates[0] > estimates[1]);
/// # Ok::<(), goldrush_engine::game::TextError>(())
/// ```
#[derive(Clone)]
pub struct Estimator<G: LandscapeGame> {
    evaluator: G::Evaluator,
    turns: G::Turns,
}

impl<G: LandscapeGame> Estimator<G> {
    /// Creates an estimator with these weights.
    pub fn new(weights: &G::Weights) -> Estimator<G> {
        Estimator {
            evaluator: G::Evaluator::new(weights),
            turns: G::Turns::default(),
        }
    }

    /// Returns the expected final points of each seat, with hidden information at its expected value; exact
    /// once the game is over.
    pub fn estimate(&mut self, table: &Table<'_, G>, expected: G::Expectation) -> Estimates {
        let Estimator { evaluator, turns } = self;
        evaluator.set(table, expected);
        turns
            .table_value(&Perspective::new(table, &*evaluator))
            .map(points)
    }
}
