//! Games whose heuristic has weights: by name, as they are, and what they say of a position.

use goldrush_ai::search::Estimates;
use goldrush_ai::weights::Weight;

use super::protocol::Protocol;

/// A game whose agent called `heuristic` goes by weights; without one there are none.
pub trait Tunable: Protocol {
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
pub fn exactly<const N: usize>(values: &[f64]) -> [f32; N] {
    let mut weights = [0.0; N];
    assert_eq!(values.len(), N, "every weight has a value");
    weights.iter_mut().zip(values).for_each(|(weight, value)| *weight = *value as f32);
    weights
}
