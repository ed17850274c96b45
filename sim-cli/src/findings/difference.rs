//! Comparison of two runs: each metric of each agent and seat in the arms they share, and whether the difference is more
//! than luck.
//!
//! Runs with the same seed share their deals. Then each block is compared with the same block of the other run, so that the
//! luck of the deal cancels. Otherwise Welch's test is used.

use super::group::Group;
use super::tally::Tally;
use crate::games::schema::{MAX_METRICS, Metric, WIN_SHARE, unit};
use crate::stats::confidence::Confidence;
use crate::stats::distribution::{student_cdf, student_quantile};
use crate::stats::holm::holm;
use crate::stats::interval::{Estimate, p_value};
use crate::stats::sums::Sums;
use crate::study::Plan;
use crate::study::arm::Arm;
use crate::study::pairing::SharedArm;

/// Joint error rate of all differences in a table.
pub const LEVEL: f64 = 0.05;

/// An agent or a seat of an arm that is in both runs.
struct Pair {
    arm: String,
    who: Subject,
    /// Position of its results in each run.
    at: [Place; 2],
    /// Number of its results in a block.
    per_block: u64,
    sums: [[Sums; MAX_METRICS]; 2],
    /// Sums of the second run's blocks minus the first's.
    difference: [Sums; MAX_METRICS],
    /// Blocks of each run in which somebody won every game: only these count for the win share.
    won: [u64; 2],
}

impl Pair {
    /// Returns the value that a mean of 1 has in a block's sum.
    fn unit(&self, metric: usize) -> f64 {
        unit(metric) * self.per_block as f64
    }

    /// Counts a block of one run; `is_won` is true if it counts for the win share.
    fn push(&mut self, run: usize, block: &Group, is_won: bool) {
        self.won[run] += u64::from(is_won);
        let all = self.sums[run].iter_mut().zip(&block.metrics).enumerate();
        for (_, (sums, metric)) in all.filter(|(metric, _)| counts(*metric, is_won)) {
            sums.push(metric.sum as i64);
        }
    }
}

/// True if a block counts for a metric; for the win share only if somebody won every game of it.
fn counts(metric: usize, is_won: bool) -> bool {
    metric != WIN_SHARE || is_won
}

/// Subject of a comparison.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// The agent of this name.
    Agent(String),
    /// A seat, from 0.
    Seat(usize),
}

/// A side or a seat of an arm, by position.
#[derive(Clone, Copy)]
enum Place {
    Side { arm: usize, side: usize },
    Seat { arm: usize, seat: usize },
}

impl Place {
    fn group(self, tally: &Tally) -> &Group {
        match self {
            Place::Side { arm, side } => &tally.arms[arm].sides[side],
            Place::Seat { arm, seat } => &tally.arms[arm].seats[seat],
        }
    }
}

/// Running sums of two runs.
pub struct Differences {
    pairs: Vec<Pair>,
    metrics: Vec<Metric>,
    blocks: [u64; 2],
}

/// A metric of an agent or a seat that differs between the runs.
pub struct Differing {
    /// Name of the arm in the first run; empty if that run has only one.
    pub arm: String,
    /// Agent or seat it belongs to.
    pub who: Subject,
    /// Metric that differs.
    pub metric: Metric,
    /// Mean in each run.
    pub means: [f64; 2],
    /// Second run minus first.
    pub difference: Estimate,
    /// Probability of so large a difference by luck alone, corrected for the number of comparisons; `None` with fewer than
    /// two blocks.
    pub p: Option<f64>,
}

impl Differences {
    /// Starts empty sums for two runs and the arms they share.
    pub fn new(plans: [&Plan; 2], both: &[SharedArm]) -> Differences {
        let first = Tally::new(plans[0]);
        let mut pairs = Vec::new();
        for SharedArm {
            arms: [left, right],
            sides,
        } in both
        {
            let Arm { name, lineup, .. } = &plans[0].arms[*left];
            let mut add = |who: Subject, at: [Place; 2]| {
                let per_block = at[0].group(&first).per_block;
                let sums = [[Sums::default(); MAX_METRICS]; 2];
                pairs.push(Pair {
                    arm: name.clone(),
                    who,
                    at,
                    per_block,
                    sums,
                    difference: sums[0],
                    won: [0, 0],
                });
            };
            for (side, &other) in sides.iter().enumerate() {
                let at = [
                    Place::Side { arm: *left, side },
                    Place::Side {
                        arm: *right,
                        side: other,
                    },
                ];
                add(Subject::Agent(lineup.sides()[side].clone()), at);
            }
            for seat in 0..lineup.players() {
                add(
                    Subject::Seat(seat),
                    [left, right].map(|&arm| Place::Seat { arm, seat }),
                );
            }
        }
        Differences {
            pairs,
            metrics: plans[0].schema().metrics(),
            blocks: [0, 0],
        }
    }

    /// Counts a block of one run, 0 or 1; `block` is the tally of that block alone.
    pub fn add(&mut self, run: usize, block: &Tally) {
        self.blocks[run] += 1;
        for pair in &mut self.pairs {
            let group = pair.at[run].group(block);
            pair.push(run, group, group.is_won());
        }
    }

    /// Counts the same block of both runs.
    pub fn add_both(&mut self, blocks: [&Tally; 2]) {
        self.blocks.iter_mut().for_each(|blocks| *blocks += 1);
        for pair in &mut self.pairs {
            let groups = [0, 1].map(|run| pair.at[run].group(blocks[run]));
            let is_won = groups.iter().all(|group| group.is_won());
            let [left, right] = groups.map(|group| &group.metrics);
            for (metric, sums) in pair
                .difference
                .iter_mut()
                .enumerate()
                .filter(|(metric, _)| counts(*metric, is_won))
            {
                let [left, right] = [left, right].map(|metrics| metrics[metric].sum as i64);
                sums.push(right - left);
            }
            (0..2).for_each(|run| pair.push(run, groups[run], is_won));
        }
    }

    /// Returns the number of blocks of each run.
    pub fn blocks(&self) -> [u64; 2] {
        self.blocks
    }

    /// Returns the metrics of agents and seats that are not the same in every block; `paired` if blocks were counted with
    /// [`Self::add_both`].
    pub fn found(&self, paired: bool) -> Vec<Differing> {
        let mut found: Vec<Differing> = Vec::new();
        for pair in &self.pairs {
            let differing = |metric| {
                if paired {
                    self.paired(pair, metric)
                } else {
                    self.welch(pair, metric)
                }
            };
            found.extend((0..self.metrics.len()).map(differing));
        }
        let is_same =
            |Estimate {
                 mean, half_width, ..
             }| mean == 0.0 && half_width.is_none_or(|half| half == 0.0);
        found.retain(|differing| {
            !is_same(differing.difference) && differing.difference.mean.is_finite()
        });
        let p: Option<Vec<f64>> = found.iter().map(|differing| differing.p).collect();
        if let Some(corrected) = p.map(|p| holm(&p)) {
            found
                .iter_mut()
                .zip(corrected)
                .for_each(|(differing, p)| differing.p = Some(p));
        }
        found
    }

    /// Returns the number of blocks of each run that count for a metric.
    fn blocks_of(&self, pair: &Pair, metric: usize) -> [u64; 2] {
        if metric == WIN_SHARE {
            pair.won
        } else {
            self.blocks
        }
    }

    fn means(&self, pair: &Pair, metric: usize) -> [Estimate; 2] {
        let (blocks, unit) = (self.blocks_of(pair, metric), pair.unit(metric));
        [0, 1].map(|run| {
            Estimate::new(
                Confidence::SINGLE_LOOK,
                blocks[run],
                &pair.sums[run][metric],
                unit,
            )
        })
    }

    fn paired(&self, pair: &Pair, metric: usize) -> Differing {
        let blocks = self.blocks_of(pair, metric)[0];
        let (sums, unit) = (&pair.difference[metric], pair.unit(metric));
        Differing {
            arm: pair.arm.clone(),
            who: pair.who.clone(),
            metric: self.metrics[metric],
            means: self.means(pair, metric).map(|estimate| estimate.mean),
            difference: Estimate::new(Confidence::SINGLE_LOOK, blocks, sums, unit),
            p: p_value(blocks, sums, unit),
        }
    }

    fn welch(&self, pair: &Pair, metric: usize) -> Differing {
        let means = self.means(pair, metric).map(|estimate| estimate.mean);
        let (mean, blocks) = (means[1] - means[0], self.blocks_of(pair, metric));
        let variance = |run: usize| {
            let error = pair.sums[run][metric].standard_error(blocks[run], pair.unit(metric));
            error.map(|error| error * error)
        };
        let (mut half_width, mut p) = (None, None);
        if let (Some(left), Some(right)) = (variance(0), variance(1)) {
            (half_width, p) = welch(mean, [left, right], blocks);
        }
        Differing {
            arm: pair.arm.clone(),
            who: pair.who.clone(),
            metric: self.metrics[metric],
            means,
            difference: Estimate::around(mean, half_width),
            p,
        }
    }
}

/// Returns half the width of the 95% interval of a difference of two means, given their squared standard errors, and its p
/// value.
fn welch(mean: f64, variances: [f64; 2], blocks: [u64; 2]) -> (Option<f64>, Option<f64>) {
    let sum = variances[0] + variances[1];
    if sum == 0.0 {
        return (Some(0.0), Some(if mean == 0.0 { 1.0 } else { 0.0 }));
    }
    // Degrees of freedom by Welch and Satterthwaite.
    let part = |run: usize| variances[run] * variances[run] / (blocks[run] - 1) as f64;
    let freedom = sum * sum / (part(0) + part(1));
    if freedom > 0.0 {
        (
            Some(student_quantile(0.975, freedom) * sum.sqrt()),
            Some(2.0 * student_cdf(-mean.abs() / sum.sqrt(), freedom)),
        )
    } else {
        (None, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn welchs_test_matches_a_hand_calculation() {
        // 1, 2, 3, 4, 5 and 2, 4, 6: variances of the means 0.5 and 4/3, 3.5 degrees of freedom, t = 1 / 1.354.
        let (half, p) = welch(1.0, [0.5, 4.0 / 3.0], [5, 3]);
        let degrees = (11.0_f64 / 6.0).powi(2) / (0.25 / 4.0 + 16.0 / 9.0 / 2.0);
        assert!((degrees - 3.533).abs() < 0.001, "{degrees}");
        assert!((half.unwrap() - 3.96).abs() < 0.02, "{half:?}");
        assert!((p.unwrap() - 0.507).abs() < 0.01, "{p:?}");
        assert_eq!(welch(0.0, [0.0; 2], [5, 3]), (Some(0.0), Some(1.0)));
        assert_eq!(welch(0.1, [0.0; 2], [5, 3]), (Some(0.0), Some(0.0)));
    }
}
