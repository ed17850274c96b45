//! The card game has no heuristic: there is nothing to tune.

use goldrush_ai::search::Estimates;
use goldrush_ai::weights::Weight;
use goldrush_engine::game::State as _;
use goldrush_engine::knizia_gold::KniziaGold;
use goldrush_engine::player::MAX_PLAYERS;

use crate::games::tunable::Tunable;

impl Tunable for KniziaGold {
    const WEIGHTS: &'static [Weight] = &[];
    type Estimator = ();

    fn tuned(_: usize) -> Vec<f64> {
        Vec::new()
    }

    fn estimator(_: &[f64]) {}

    fn estimate((): &mut (), state: &Self::State<'_>) -> Estimates {
        let mut estimates = [0.0; MAX_PLAYERS];
        state.scores().iter().for_each(|(seat, points)| estimates[seat.index()] = points.into());
        estimates
    }
}
