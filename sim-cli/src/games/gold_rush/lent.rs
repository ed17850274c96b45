//! What the agents of Gold Rush lend to analysis and tuning.

use goldrush_ai::gold_rush::guide::GoldRushGuide;
use goldrush_ai::gold_rush::heuristic::{self, Weights};
use goldrush_ai::search::{Estimates, Policy};
use goldrush_ai::weights::Weight;
use goldrush_engine::game::View;
use goldrush_engine::gold_rush::GoldRush;

use crate::games::analyzable::Analyzable;
use crate::games::tunable::{Tunable, exactly};

impl Analyzable for GoldRush {
    type Guide = GoldRushGuide;
    const CHOICE: &'static str = "turn";
    const POLICY: &'static str = "heuristic";

    fn guide(players: usize) -> GoldRushGuide {
        GoldRushGuide::new(Policy::Heuristic, u32::MAX, &Weights::tuned(players), &Weights::fitted(players))
    }
}

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
