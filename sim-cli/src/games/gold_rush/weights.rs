//! The weights of the heuristic of Gold Rush.

use goldrush_ai::gold_rush::heuristic::{self, Weights};
use goldrush_ai::search::Estimates;
use goldrush_ai::weights::Weight;
use goldrush_engine::game::View;
use goldrush_engine::gold_rush::GoldRush;

use crate::games::tunable::{Tunable, exactly};

impl Tunable for GoldRush {
    const WEIGHTS: &'static [Weight] = heuristic::WEIGHTS;
    type Estimator = heuristic::Estimator;

    fn tuned(players: usize) -> Vec<f64> {
        Weights::tuned(players).values().map(f64::from).to_vec()
    }

    fn estimator(values: &[f64]) -> Self::Estimator {
        Self::Estimator::new(&Weights::from_values(exactly(values)))
    }

    fn estimate(estimator: &mut Self::Estimator, state: &Self::State<'_>) -> Estimates {
        let table = state.table();
        let token = heuristic::mean_token(&View::new(state, table.seat()));
        estimator.estimate(table, token)
    }
}
