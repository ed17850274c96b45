//! Calibration of predicted probabilities: predicted against observed frequency, as in a reliability diagram.

use super::interval::Estimate;
use super::ratio::Ratio;

/// Predictions of similar probability, and the frequency of what they predicted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bin {
    /// Mean predicted probability, 0 to 1.
    pub predicted: f64,
    /// Observed frequency, 0 to 1, with a 95% interval.
    pub observed: Estimate,
    /// Number of observations.
    pub count: u64,
}

/// Bins of predicted probability, each a tenth wide.
const BINS: usize = 10;

/// Predictions and outcomes, binned by predicted probability.
#[derive(Clone, Default, Debug)]
pub struct Reliability {
    bins: [Sum; BINS],
    /// Current case, not yet added.
    case: [Sum; BINS],
}

#[derive(Clone, Copy, Default, Debug)]
struct Sum {
    predicted: f64,
    observed: f64,
    /// Observations of the current case.
    count: u64,
    /// Observed minus predicted.
    residual: Ratio,
}

impl Reliability {
    /// Adds a prediction, and its outcome from 0 (did not happen) to 1 (happened).
    pub fn push(&mut self, predicted: f64, observed: f64) {
        let bin = &mut self.case[((predicted * BINS as f64) as usize).min(BINS - 1)];
        bin.count += 1;
        bin.predicted += predicted;
        bin.observed += observed;
    }

    /// Ends a case. Observations since the last call may depend on each other, but not on other cases.
    pub fn end_case(&mut self) {
        for (bin, case) in self.bins.iter_mut().zip(&mut self.case) {
            let Sum {
                count,
                predicted,
                observed,
                ..
            } = std::mem::take(case);
            bin.predicted += predicted;
            bin.observed += observed;
            if count > 0 {
                bin.residual.push(observed - predicted, count);
            }
        }
    }

    /// Returns the bins that have observations.
    pub fn bins(&self) -> impl Iterator<Item = Bin> + '_ {
        self.bins
            .iter()
            .filter(|bin| bin.residual.count > 0)
            .map(|bin| {
                let count = bin.residual.count;
                let half = bin.residual.estimate().half_width.unwrap_or(1.0);
                let observed = bin.observed / count as f64;
                let ends = ((observed - half).max(0.0), (observed + half).min(1.0));
                Bin {
                    predicted: bin.predicted / count as f64,
                    observed: Estimate::within(observed, ends, (0.0, 1.0)),
                    count,
                }
            })
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{below, tool_stream};

    use super::*;

    #[test]
    fn intervals_cover_the_truth_when_cases_repeat_predictions() {
        let mut rng = tool_stream(8);
        let mut covered = 0;
        let mut runs = 0;
        for _ in 0..200 {
            let mut reliability = Reliability::default();
            for _ in 0..400 {
                let percent = below(&mut rng, 100);
                let observed = f64::from(u8::from(below(&mut rng, 100) < percent));
                (0..=below(&mut rng, 4))
                    .for_each(|_| reliability.push(f64::from(percent) / 100.0, observed));
                reliability.end_case();
            }
            for bin in reliability
                .bins()
                .filter(|bin| (0.2..0.8).contains(&bin.predicted))
            {
                let (low, high) = bin.observed.ends().unwrap();
                covered += u32::from((low..=high).contains(&bin.predicted));
                runs += 1;
            }
        }
        let share = f64::from(covered) / f64::from(runs);
        assert!((0.92..0.98).contains(&share), "{share}");
    }
}
