//! Goals for several numbers of players as one cost, which a search makes as small as possible.

use super::goal::Goal;
use super::measurement::Samples;

/// Goals by number of players, each list in the same order of quantities.
pub struct Objective<'a> {
    pub goals: &'a [Vec<Goal>],
}

impl Objective<'_> {
    /// Returns the cost of values by number of players and goal, summed over all of them.
    pub fn cost_of(&self, value: &dyn Fn(usize, usize) -> f64) -> f64 {
        self.costs_of(value).iter().sum()
    }

    /// Returns the cost of each goal with each number of players.
    pub fn costs_of(&self, value: &dyn Fn(usize, usize) -> f64) -> Vec<f64> {
        (0..self.goals.len())
            .flat_map(|players| (0..self.goals[players].len()).map(move |goal| (players, goal)))
            .map(|(players, goal)| self.goals[players][goal].cost(value(players, goal)))
            .collect()
    }

    /// Returns the cost of the means of samples.
    pub fn cost(&self, samples: &Samples) -> f64 {
        self.cost_of(&|players, goal| samples[players][goal].mean())
    }
}
