//! Games whose heuristic has weights: by name, as they are, and what they say of a position.

use goldrush_ai::search::Estimates;
use goldrush_ai::weights::Weight;

use super::protocol::Protocol;

/// Something a player can do more or less of, and the weights that make the heuristic do so.
pub struct Habit {
    /// What a player does who does more of it.
    pub more: &'static str,
    /// What a player does who does less.
    pub less: &'static str,
    /// The weights that are raised and lowered.
    pub weights: &'static [&'static str],
}

/// How many times its weights a habit has, to do more and to do less of it.
const TIMES: [f64; 2] = [2.5, 0.4];

/// Agents that are the heuristic for so many players but for one habit, each with what it does.
pub fn habits<G: Tunable>(players: usize) -> Vec<(&'static str, String)> {
    let tuned = G::tuned(players);
    let agent = |habit: &Habit, times: f64| {
        let weights = G::WEIGHTS.iter().zip(&tuned).filter(|(weight, _)| habit.weights.contains(&weight.name));
        let weights = weights.map(|(weight, tuned)| {
            let value = (tuned * times).clamp(weight.range.0.into(), weight.range.1.into());
            format!("{}={}", weight.name, (1000.0 * value).round() / 1000.0)
        });
        format!("heuristic:{}", weights.collect::<Vec<_>>().join(","))
    };
    let both = |habit: &Habit| [(habit.more, agent(habit, TIMES[0])), (habit.less, agent(habit, TIMES[1]))];
    G::HABITS.iter().flat_map(both).collect()
}

/// A game whose agent called `heuristic` goes by weights; without one there are none.
pub trait Tunable: Protocol {
    /// The weights, which are parameters of the agent too.
    const WEIGHTS: &'static [Weight];
    /// What can be done more or less of.
    const HABITS: &'static [Habit];
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
