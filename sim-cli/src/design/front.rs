//! Front of trade-offs: the settings that no other beats in all goals at once.

use super::exploration::Predictions;
use super::grid::Levels;
use super::objective::Objective;

/// Most settings of a front that are worth reading.
pub const MOST: usize = 10;

/// A setting with the values that the models of the search predict.
#[derive(Clone, PartialEq, Debug)]
pub struct TradeOff {
    /// The setting.
    pub levels: Levels,
    /// Predicted values.
    pub predictions: Predictions,
}

/// Returns the settings that no other beats, lowest cost first, by the means of their predictions. Of more than [`MOST`], the
/// best for each goal and then those of the lowest cost.
pub fn front(objective: &Objective, all: Vec<TradeOff>) -> Vec<TradeOff> {
    let mut all: Vec<(Vec<f64>, TradeOff)> = all
        .into_iter()
        .map(|one| {
            let costs = objective.costs_of(&|players, goal| one.predictions[players][goal].0);
            (costs, one)
        })
        .collect();
    let costs: Vec<Vec<f64>> = all.iter().map(|(costs, _)| costs.clone()).collect();
    all.retain(|(own, _)| !costs.iter().any(|others| beats(others, own)));
    let mut front = all;
    front.sort_by(|(one, _), (other, _)| {
        let total: f64 = one.iter().sum();
        total.total_cmp(&other.iter().sum())
    });
    let goals: usize = objective.goals.iter().map(Vec::len).sum();
    let best_for_each_goal = (0..goals).filter_map(|goal| {
        (0..front.len()).min_by(|one, other| front[*one].0[goal].total_cmp(&front[*other].0[goal]))
    });
    let mut shown: Vec<usize> = Vec::new();
    for at in best_for_each_goal.chain(0..front.len()) {
        if shown.len() < MOST && !shown.contains(&at) {
            shown.push(at);
        }
    }
    shown.sort_unstable();
    shown.into_iter().map(|at| front[at].1.clone()).collect()
}

/// True if no cost is higher and at least one is lower.
pub fn beats(one: &[f64], other: &[f64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one <= other)
        && one.iter().zip(other).any(|(one, other)| one < other)
}

#[cfg(test)]
mod tests {
    use goldrush_games::GameName;

    use super::*;
    use crate::design::goal::Goal;

    fn settings_of(values: &[[f64; 2]], want: &str) -> Vec<usize> {
        let goals = [Goal::parse_list(want, GameName::GoldRush).unwrap()];
        let predictions =
            |values: &[f64; 2]| vec![values.iter().map(|value| (*value, 1.0)).collect()];
        let all = values.iter().enumerate().map(|(at, values)| TradeOff {
            levels: vec![at],
            predictions: predictions(values),
        });
        front(&Objective { goals: &goals }, all.collect())
            .iter()
            .map(|one| one.levels[0])
            .collect()
    }

    #[test]
    fn only_settings_that_no_other_beats_are_on_the_front() {
        // Setting 1 is beaten by 0 in both goals, 3 by 2 in one, and 4 is as good as 2.
        let values = [
            [0.50, 12.0],
            [0.53, 14.0],
            [0.54, 9.0],
            [0.54, 10.0],
            [0.54, 9.0],
            [0.60, 8.0],
        ];
        assert_eq!(
            settings_of(&values, "first-seat=50%±1, lead=min"),
            [0, 2, 4, 5]
        );
        // Larger leads and shares turn the front around; within the tolerance all shares are the same.
        assert_eq!(settings_of(&values, "first-seat=max, lead=max"), [5, 1, 3]);
        assert_eq!(settings_of(&values, "first-seat=50%±20, lead=min"), [5]);
    }

    #[test]
    fn a_long_front_keeps_the_best_for_each_goal() {
        let values: Vec<[f64; 2]> = (0..30)
            .map(|at| [0.50 + 0.001 * f64::from(at), 40.0 - f64::from(at)])
            .collect();
        let kept = settings_of(&values, "first-seat=50%±0, lead=min");
        assert_eq!(kept.len(), MOST);
        assert!(kept.contains(&0) && kept.contains(&29), "{kept:?}");
    }
}
