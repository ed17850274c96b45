//! Two runs side by side: what each agent and each seat has of each metric in both, and whether the difference is more
//! than luck.
//!
//! Runs of the same seed share their deals; then a block of the one is compared with the same block of the other, and
//! what both have of the deal's luck is not in the difference. Otherwise it is Welch's test.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::tally::{Group, Tally};
use crate::games::sheet::{MAX_METRICS, Metric, unit};
use crate::stats::holm::holm;
use crate::stats::interval::{Estimate, p_value};
use crate::stats::sums::Sums;
use crate::study::Plan;

/// The error that all differences of a table together may make.
pub const LEVEL: f64 = 0.05;

/// An agent or a seat that is in both runs.
struct Pair {
    name: String,
    /// Its position among the groups of each run.
    at: [usize; 2],
    /// How many results it has in a block of each run.
    per_block: [u64; 2],
    sums: [[Sums; MAX_METRICS]; 2],
    /// The second run's sum times the first's results in a block, less the first's sum times the second's: whole numbers,
    /// however many results each has.
    difference: [Sums; MAX_METRICS],
}

/// Two runs, being summed up.
pub struct Differences {
    pairs: Vec<Pair>,
    metrics: Vec<Metric>,
    blocks: [u64; 2],
}

/// A metric of an agent or a seat that is not the same in both runs.
pub struct Differing {
    /// The agent, or the seat.
    pub who: String,
    /// What is not the same.
    pub metric: Metric,
    /// Its mean in each run.
    pub means: [f64; 2],
    /// The second less the first.
    pub difference: Estimate,
    /// Probability that luck alone makes so large a difference, corrected for the number of comparisons; none with fewer
    /// than two blocks.
    pub p: Option<f64>,
}

/// The contestants of a block, then the seats of its arms.
fn groups(tally: &Tally) -> Vec<&Group> {
    tally.contestants.iter().chain(tally.arms.iter().flat_map(|arm| &arm.seats)).collect()
}

impl Differences {
    /// Nothing counted yet of two runs. Agents are paired by name, and those left over in the order in which they are named.
    pub fn new(plans: [&Plan; 2]) -> Differences {
        let tallies = plans.map(Tally::new);
        let [left, right] = tallies.each_ref().map(groups);
        let pair = |(name, l, r): (String, usize, usize)| Pair {
            name,
            at: [l, r],
            per_block: [left[l].per_block, right[r].per_block],
            sums: [[Sums::default(); MAX_METRICS]; 2],
            difference: [Sums::default(); MAX_METRICS],
        };
        let found = agents(plans).into_iter().chain(seats(plans));
        Differences { pairs: found.map(pair).collect(), metrics: plans[0].sheet().metrics(), blocks: [0, 0] }
    }

    /// Counts a block of a run, 0 or 1: `block` is what was tallied of it alone.
    pub fn add(&mut self, run: usize, block: &Tally) {
        self.blocks[run] += 1;
        let groups = groups(block);
        for pair in &mut self.pairs {
            let group = groups[pair.at[run]];
            for (sums, metric) in pair.sums[run].iter_mut().zip(&group.metrics) {
                sums.push(metric.sum as i64);
            }
        }
    }

    /// Counts the same block of both runs.
    pub fn add_both(&mut self, blocks: [&Tally; 2]) {
        let both = blocks.map(groups);
        for pair in &mut self.pairs {
            let [left, right] = [0, 1].map(|run| &both[run][pair.at[run]].metrics);
            for (metric, sums) in pair.difference.iter_mut().enumerate() {
                let [left, right] = [left, right].map(|metrics| metrics[metric].sum as i64);
                sums.push(right * pair.per_block[0] as i64 - left * pair.per_block[1] as i64);
            }
        }
        (0..2).for_each(|run| self.add(run, blocks[run]));
    }

    /// How many blocks each run has.
    pub fn blocks(&self) -> [u64; 2] {
        self.blocks
    }

    /// The metrics of agents and seats that are not the same in every block; `paired` if the blocks were counted together.
    pub fn found(&self, paired: bool) -> Vec<Differing> {
        let mut found: Vec<Differing> = Vec::new();
        for pair in &self.pairs {
            let differing = |metric| if paired { self.paired(pair, metric) } else { self.welch(pair, metric) };
            found.extend((0..self.metrics.len()).map(differing));
        }
        let is_same = |Estimate { mean, half_width, .. }| mean == 0.0 && half_width.is_none_or(|half| half == 0.0);
        found.retain(|differing| !is_same(differing.difference));
        let p: Option<Vec<f64>> = found.iter().map(|differing| differing.p).collect();
        if let Some(corrected) = p.map(|p| holm(&p)) {
            found.iter_mut().zip(corrected).for_each(|(differing, p)| differing.p = Some(p));
        }
        found
    }

    fn means(&self, pair: &Pair, metric: usize) -> [Estimate; 2] {
        [0, 1].map(|run| {
            let unit = unit(metric) * pair.per_block[run] as f64;
            Estimate::new(self.blocks[run], &pair.sums[run][metric], unit)
        })
    }

    fn paired(&self, pair: &Pair, metric: usize) -> Differing {
        let unit = unit(metric) * (pair.per_block[0] * pair.per_block[1]) as f64;
        let (blocks, sums) = (self.blocks[0], &pair.difference[metric]);
        Differing {
            who: pair.name.clone(),
            metric: self.metrics[metric],
            means: self.means(pair, metric).map(|estimate| estimate.mean),
            difference: Estimate::new(blocks, sums, unit),
            p: p_value(blocks, sums, unit),
        }
    }

    fn welch(&self, pair: &Pair, metric: usize) -> Differing {
        let means = self.means(pair, metric).map(|estimate| estimate.mean);
        let mean = means[1] - means[0];
        let variance = |run: usize| {
            let unit = unit(metric) * pair.per_block[run] as f64;
            pair.sums[run][metric].standard_error(self.blocks[run], unit).map(|error| error * error)
        };
        let (mut half_width, mut p) = (None, None);
        if let (Some(left), Some(right)) = (variance(0), variance(1)) {
            (half_width, p) = welch(mean, [left, right], self.blocks);
        }
        Differing {
            who: pair.name.clone(),
            metric: self.metrics[metric],
            means,
            difference: Estimate::around(mean, half_width),
            p,
        }
    }
}

/// Half the width of the 95 % interval of a difference of two means with these squared standard errors, and its p value.
fn welch(mean: f64, variances: [f64; 2], blocks: [u64; 2]) -> (Option<f64>, Option<f64>) {
    let sum = variances[0] + variances[1];
    if sum == 0.0 {
        return (Some(0.0), Some(if mean == 0.0 { 1.0 } else { 0.0 }));
    }
    // Welch and Satterthwaite's degrees of freedom.
    let part = |run: usize| variances[run] * variances[run] / (blocks[run] - 1) as f64;
    let Ok(student) = StudentsT::new(0.0, 1.0, sum * sum / (part(0) + part(1))) else { return (None, None) };
    (Some(student.inverse_cdf(0.975) * sum.sqrt()), Some(2.0 * student.cdf(-mean.abs() / sum.sqrt())))
}

/// Contestants that belong together: a name for both, and where they are.
fn agents(plans: [&Plan; 2]) -> Vec<(String, usize, usize)> {
    let [left, right] = plans.map(|plan| &plan.contestants.names);
    let mut pairs = Vec::new();
    for (l, name) in left.iter().enumerate() {
        pairs.extend(right.iter().position(|other| other == name).map(|r| (name.clone(), l, r)));
    }
    let alone_left = (0..left.len()).filter(|l| !right.contains(&left[*l]));
    let alone_right = (0..right.len()).filter(|r| !left.contains(&right[*r]));
    let rest = alone_left.zip(alone_right).map(|(l, r)| (format!("{} → {}", left[l], right[r]), l, r));
    pairs.extend(rest.collect::<Vec<_>>());
    pairs
}

/// Seats of arms of the same name, or of the only ones.
fn seats(plans: [&Plan; 2]) -> Vec<(String, usize, usize)> {
    let [left, right] = plans.map(|plan| {
        let mut at = plan.contestants.names.len();
        let arms = plan.arms.iter().map(|arm| {
            at += arm.lineup.players();
            (&arm.name, at - arm.lineup.players(), arm.lineup.players())
        });
        arms.collect::<Vec<_>>()
    });
    let alone = left.len() == 1 && right.len() == 1;
    let mut pairs = Vec::new();
    for (name, l, players) in left {
        let Some((_, r, others)) = right.iter().find(|(other, ..)| alone || *other == name) else { continue };
        let seat = |seat| if alone { format!("seat {seat}") } else { format!("{name}: seat {seat}") };
        pairs.extend((0..players.min(*others)).map(|s| (seat(s), l + s, r + s)));
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn welchs_test_worked_by_hand() {
        // 1, 2, 3, 4, 5 and 2, 4, 6: variances of the means 0.5 and 4/3, 3.0 degrees, t = 1 / 1.354.
        let (half, p) = welch(1.0, [0.5, 4.0 / 3.0], [5, 3]);
        let degrees = (11.0_f64 / 6.0).powi(2) / (0.25 / 4.0 + 16.0 / 9.0 / 2.0);
        assert!((degrees - 3.533).abs() < 0.001, "{degrees}");
        assert!((half.unwrap() - 3.96).abs() < 0.02, "{half:?}");
        assert!((p.unwrap() - 0.507).abs() < 0.01, "{p:?}");
        assert_eq!(welch(0.0, [0.0; 2], [5, 3]), (Some(0.0), Some(1.0)));
        assert_eq!(welch(0.1, [0.0; 2], [5, 3]), (Some(0.0), Some(0.0)));
    }
}
