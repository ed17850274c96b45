//! The mean of what happens several times in each of many cases, which do not depend on each other.

use super::interval::Estimate;

/// Sums over cases of which each has as many observations as it happens to have.
#[derive(Clone, Copy, Default, Debug)]
pub struct Ratio {
    /// Observations.
    pub count: u64,
    sum: f64,
    squares: f64,
    counts: f64,
    both: f64,
}

impl Ratio {
    /// A case with so many observations, and their sum.
    pub fn push(&mut self, sum: f64, count: u64) {
        let n = count as f64;
        self.count += count;
        self.sum += sum;
        self.squares += sum * sum;
        self.counts += n * n;
        self.both += sum * n;
    }

    /// Adds the cases of another.
    pub fn add(&mut self, other: &Ratio) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
        self.counts += other.counts;
        self.both += other.both;
    }

    /// The mean of an observation with a 95 % interval for many cases (Cochran, "Sampling Techniques", 1977, 2.11).
    pub fn estimate(&self) -> Estimate {
        let count = self.count as f64;
        let mean = self.sum / count;
        let variance = (self.squares - 2.0 * mean * self.both + mean * mean * self.counts).max(0.0);
        Estimate::around(mean, (self.count > 1).then(|| 1.96 * variance.sqrt() / count))
    }
}
