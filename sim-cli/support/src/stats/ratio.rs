//! Mean of observations in clusters: independent cases with any number of dependent observations each.

use super::confidence::Confidence;
use super::interval::{Estimate, student_quantile};

/// Sums over cases that differ in their number of observations.
#[derive(Clone, Copy, Default, Debug)]
pub struct Ratio {
    /// Number of observations.
    pub count: u64,
    cases: u64,
    sum: f64,
    squares: f64,
    counts: f64,
    both: f64,
}

impl Ratio {
    /// Creates the ratio of one observation; empty if it counts nothing.
    pub fn of(sum: f64, count: u64) -> Ratio {
        let mut ratio = Ratio::default();
        if count > 0 {
            ratio.push(sum, count);
        }
        ratio
    }

    /// Adds a case: its number of observations (at least one) and their sum.
    pub fn push(&mut self, sum: f64, count: u64) {
        let n = count as f64;
        self.count += count;
        self.cases += 1;
        self.sum += sum;
        self.squares += sum * sum;
        self.counts += n * n;
        self.both += sum * n;
    }

    /// Adds the cases of another.
    pub fn add(&mut self, other: &Ratio) {
        self.count += other.count;
        self.cases += other.cases;
        self.sum += other.sum;
        self.squares += other.squares;
        self.counts += other.counts;
        self.both += other.both;
    }

    /// Returns the mean observation with its 95% interval (Cochran, "Sampling Techniques", 1977, 2.11). A single case has no
    /// interval; without observations the mean is NaN.
    pub fn estimate(&self) -> Estimate {
        let count = self.count as f64;
        let mean = self.sum / count;
        let half = (self.cases > 1).then(|| {
            let cases = self.cases as f64;
            let squares =
                (self.squares - 2.0 * mean * self.both + mean * mean * self.counts).max(0.0);
            let error = (squares * cases / (cases - 1.0)).sqrt() / count;
            student_quantile(Confidence::SINGLE_LOOK, self.cases - 1) * error
        });
        Estimate::around(mean, half)
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{below, tool_stream};

    use super::*;

    #[test]
    fn intervals_cover_the_mean_even_with_few_cases() {
        let mut rng = tool_stream(3);
        let mut covered = 0;
        for _ in 0..2000 {
            let mut ratio = Ratio::default();
            for _ in 0..6 {
                // All observations of a case are alike: only the number of cases counts.
                let (count, each) = (
                    1 + below(&mut rng, 2),
                    f64::from(below(&mut rng, 2001)) - 1000.0,
                );
                ratio.push(f64::from(count) * each, count.into());
            }
            let (low, high) = ratio.estimate().ends().unwrap();
            covered += u32::from((low..=high).contains(&0.0));
        }
        assert!((1840..=1970).contains(&covered), "{covered} of 2000");
    }

    #[test]
    fn a_single_case_has_no_interval() {
        let mut ratio = Ratio::default();
        ratio.push(6.0, 3);
        assert_eq!(
            (ratio.estimate().mean, ratio.estimate().half_width),
            (2.0, None)
        );
    }
}
