//! The weights of the heuristic of Carcassonne.

use goldrush_ai::carcassonne::heuristic::{self, Weights};
use goldrush_ai::search::Estimates;
use goldrush_ai::weights::Weight;
use goldrush_engine::carcassonne::Carcassonne;

use crate::games::tunable::{Tunable, exactly};

impl Tunable for Carcassonne {
    const WEIGHTS: &'static [Weight] = heuristic::WEIGHTS;
    type Estimator = heuristic::Estimator;

    fn tuned(players: usize) -> Vec<f64> {
        Weights::tuned(players).values().map(f64::from).to_vec()
    }

    fn estimator(values: &[f64]) -> Self::Estimator {
        Self::Estimator::new(&Weights::from_values(exactly(values)))
    }

    fn estimate(estimator: &mut Self::Estimator, state: &Self::State<'_>) -> Estimates {
        estimator.estimate(state.table(), ())
    }
}
