//! Games whose heuristic has weights: by name, as they are, and what they say of a position.

use goldrush_ai::search::Estimates;
use goldrush_ai::weights::Weight;
use goldrush_ai::{carcassonne as carcassonne_ai, gold_rush as gold_rush_ai};
use goldrush_engine::carcassonne::Carcassonne;
use goldrush_engine::game::View;
use goldrush_engine::gold_rush::GoldRush;

use super::spoken::Spoken;

/// A game with an agent called `heuristic` that goes by weights.
pub trait Tunable: Spoken {
    /// The weights, which are parameters of the agent too.
    const WEIGHTS: &'static [Weight];
    /// Says what a position will come to.
    type Estimator: Clone + Send + Sync;

    /// The weights for so many players, in the order of [`Tunable::WEIGHTS`].
    fn tuned(players: usize) -> Vec<f64>;

    /// An estimator that goes by such weights.
    fn estimator(values: &[f64]) -> Self::Estimator;

    /// The points that each seat is expected to have at the end.
    fn estimate(estimator: &mut Self::Estimator, state: &Self::State<'_>) -> Estimates;
}

/// As many weights as a game has.
fn exactly<const N: usize>(values: &[f64]) -> [f32; N] {
    let mut weights = [0.0; N];
    assert_eq!(values.len(), N, "every weight has a value");
    weights.iter_mut().zip(values).for_each(|(weight, value)| *weight = *value as f32);
    weights
}

impl Tunable for GoldRush {
    const WEIGHTS: &'static [Weight] = gold_rush_ai::heuristic::WEIGHTS;
    type Estimator = gold_rush_ai::heuristic::Estimator;

    fn tuned(players: usize) -> Vec<f64> {
        gold_rush_ai::heuristic::Weights::tuned(players).values().map(f64::from).to_vec()
    }

    fn estimator(values: &[f64]) -> Self::Estimator {
        Self::Estimator::new(&gold_rush_ai::heuristic::Weights::from_values(exactly(values)))
    }

    fn estimate(estimator: &mut Self::Estimator, state: &Self::State<'_>) -> Estimates {
        let table = state.table();
        let token = gold_rush_ai::heuristic::mean_token(&View::new(state, table.seat()));
        estimator.estimate(table, token)
    }
}

impl Tunable for Carcassonne {
    const WEIGHTS: &'static [Weight] = carcassonne_ai::heuristic::WEIGHTS;
    type Estimator = carcassonne_ai::heuristic::Estimator;

    fn tuned(players: usize) -> Vec<f64> {
        carcassonne_ai::heuristic::Weights::tuned(players).values().map(f64::from).to_vec()
    }

    fn estimator(values: &[f64]) -> Self::Estimator {
        Self::Estimator::new(&carcassonne_ai::heuristic::Weights::from_values(exactly(values)))
    }

    fn estimate(estimator: &mut Self::Estimator, state: &Self::State<'_>) -> Estimates {
        estimator.estimate(state.table())
    }
}
