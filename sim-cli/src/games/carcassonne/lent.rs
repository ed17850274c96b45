//! What the agents of Carcassonne lend to analysis and tuning.

use goldrush_ai::carcassonne::guide::CarcassonneGuide;
use goldrush_ai::carcassonne::heuristic::{self, Weights};
use goldrush_ai::search::{Estimates, Policy};
use goldrush_ai::weights::Weight;
use goldrush_engine::carcassonne::{Carcassonne, Phase};

use crate::games::analyzable::Analyzable;
use crate::games::tunable::{Tunable, exactly};

impl Analyzable for Carcassonne {
    type Guide = CarcassonneGuide;
    const CHOICE: &'static str = "turn";
    const POLICY: &'static str = "heuristic";

    fn guide(players: usize) -> CarcassonneGuide {
        CarcassonneGuide::new(Policy::Heuristic, u32::MAX, &Weights::tuned(players), &Weights::fitted(players))
    }

    /// Ingots are taken one by one, by whoever shares them.
    fn begins_choice(state: &Self::State<'_>) -> bool {
        matches!(state.table().phase(), Phase::Place | Phase::Take)
    }
}

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
