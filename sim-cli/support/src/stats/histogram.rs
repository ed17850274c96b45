//! Exact counts of whole numbers, in memory proportional to the largest of them.

use serde::{Deserialize, Serialize};

/// Counts of whole numbers from 0.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Histogram {
    counts: Vec<u64>,
}

impl Histogram {
    /// Counts one number.
    pub fn add(&mut self, number: u16) {
        let at = usize::from(number);
        if self.counts.len() <= at {
            self.counts.resize(at + 1, 0);
        }
        self.counts[at] += 1;
    }

    /// Adds the counts of another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        self.counts
            .iter_mut()
            .zip(&other.counts)
            .for_each(|(own, more)| *own += more);
    }

    /// Returns the number of values counted.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the smallest and the largest value that occurred, or `None` if nothing was counted.
    pub fn range(&self) -> Option<(u16, u16)> {
        let first = self.counts.iter().position(|&count| count > 0)?;
        Some((first as u16, self.counts.len() as u16 - 1))
    }

    /// Returns the smallest value v such that at least `share` (0 to 1) of all values are at most v, or `None` if nothing
    /// was counted.
    pub fn quantile(&self, share: f64) -> Option<u16> {
        let target = ((self.total() as f64 * share).ceil() as u64).max(1);
        let mut sum = 0;
        self.counts
            .iter()
            .position(|count| {
                sum += count;
                sum >= target
            })
            .map(|at| at as u16)
    }

    /// Returns the share of values that are at most `number`, 0 to 1; 0 if nothing was counted.
    pub fn share_up_to(&self, number: u16) -> f64 {
        let below: u64 = self.counts.iter().take(usize::from(number) + 1).sum();
        below as f64 / self.total().max(1) as f64
    }

    /// Returns the number of values in `from..to`.
    pub fn count(&self, from: usize, to: usize) -> u64 {
        self.counts.iter().take(to).skip(from).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_quantiles_match_a_hand_calculation() {
        let mut histogram = Histogram::default();
        assert_eq!((histogram.range(), histogram.quantile(0.5)), (None, None));
        [3, 5, 5, 9].into_iter().for_each(|n| histogram.add(n));
        assert_eq!(histogram.range(), Some((3, 9)));
        assert_eq!(
            [0.25, 0.5, 0.75, 0.76].map(|share| histogram.quantile(share)),
            [Some(3), Some(5), Some(5), Some(9)]
        );
        assert!((histogram.share_up_to(5) - 0.75).abs() < 1e-12);
        assert_eq!(
            (
                histogram.count(3, 5),
                histogram.count(5, 10),
                histogram.total()
            ),
            (1, 3, 4)
        );
    }
}
