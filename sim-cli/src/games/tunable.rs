//! Games whose heuristic has weights: their names and tuned values, and the estimates they produce.

use goldrush_ai::search::Estimates;
use goldrush_ai::weights::Weight;

use super::protocol::Protocol;

/// A style of play: something a player can do more or less of, and the weights that control it in the heuristic.
pub struct PlayStyle {
    /// Name of the style that does more of it.
    pub more: &'static str,
    /// Name of the style that does less of it.
    pub less: &'static str,
    /// The weights that are raised or lowered.
    pub weights: &'static [&'static str],
}

/// Factors applied to the weights: to do more, and to do less.
const TIMES: [f64; 2] = [2.5, 0.4];

/// Returns agents that play like the heuristic for `players` players except for one style, each with the name of the
/// style.
pub fn habits<G: Tunable>(players: usize) -> Vec<(&'static str, String)> {
    let tuned = G::tuned(players);
    let agent = |habit: &PlayStyle, times: f64| {
        let weights = G::WEIGHTS.iter().zip(&tuned).filter(|(weight, _)| habit.weights.contains(&weight.name));
        let weights = weights.map(|(weight, tuned)| {
            let value = (tuned * times).clamp(weight.range.0.into(), weight.range.1.into());
            format!("{}={}", weight.name, (1000.0 * value).round() / 1000.0)
        });
        format!("heuristic:{}", weights.collect::<Vec<_>>().join(","))
    };
    let both = |habit: &PlayStyle| [(habit.more, agent(habit, TIMES[0])), (habit.less, agent(habit, TIMES[1]))];
    G::HABITS.iter().flat_map(both).collect()
}

/// A game whose agent `heuristic` has weights. Games without such an agent have no weights.
pub trait Tunable: Protocol {
    /// The weights, which are also parameters of the agent.
    const WEIGHTS: &'static [Weight];
    /// The styles of play.
    const HABITS: &'static [PlayStyle];
    /// Estimator of the final points from a position.
    type Estimator: Clone + Send + Sync;

    /// Returns the weights for `players` players, in the order of [`Tunable::WEIGHTS`].
    fn tuned(players: usize) -> Vec<f64>;

    /// Creates an estimator with these weights, in the order of [`Tunable::WEIGHTS`].
    fn estimator(values: &[f64]) -> Self::Estimator;

    /// Returns the points that each seat is expected to have at the end.
    fn estimate(estimator: &mut Self::Estimator, state: &Self::State<'_>) -> Estimates;
}

/// Converts weights to an array. Panics if their number differs from `N`.
pub fn exactly<const N: usize>(values: &[f64]) -> [f32; N] {
    let mut weights = [0.0; N];
    assert_eq!(values.len(), N, "every weight has a value");
    weights.iter_mut().zip(values).for_each(|(weight, value)| *weight = *value as f32);
    weights
}
