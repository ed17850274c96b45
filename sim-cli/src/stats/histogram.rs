//! How often each whole number occurred: exact, and no larger than the largest of them.

/// Counts of whole numbers from 0.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
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

    /// Adds the numbers of another.
    pub fn merge(&mut self, other: &Histogram) {
        if self.counts.len() < other.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        self.counts.iter_mut().zip(&other.counts).for_each(|(own, more)| *own += more);
    }

    /// How many numbers were counted.
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The smallest and the largest number that occurred; none if nothing was counted.
    pub fn range(&self) -> Option<(u16, u16)> {
        let first = self.counts.iter().position(|&count| count > 0)?;
        Some((first as u16, self.counts.len() as u16 - 1))
    }

    /// The smallest number that at least a share (0 to 1) of all numbers do not exceed; none if nothing was counted.
    pub fn quantile(&self, share: f64) -> Option<u16> {
        let wanted = ((self.total() as f64 * share).ceil() as u64).max(1);
        let mut sum = 0;
        self.counts
            .iter()
            .position(|count| {
                sum += count;
                sum >= wanted
            })
            .map(|at| at as u16)
    }

    /// Which share of the numbers is at most this one; 0 if nothing was counted.
    pub fn share_up_to(&self, number: u16) -> f64 {
        let below: u64 = self.counts.iter().take(usize::from(number) + 1).sum();
        below as f64 / self.total().max(1) as f64
    }

    /// How many numbers there are from one up to, but without, another.
    pub fn count(&self, from: usize, to: usize) -> u64 {
        self.counts.iter().take(to).skip(from).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_worked_by_hand() {
        let mut histogram = Histogram::default();
        assert_eq!((histogram.range(), histogram.quantile(0.5)), (None, None));
        [3, 5, 5, 9].into_iter().for_each(|n| histogram.add(n));
        assert_eq!(histogram.range(), Some((3, 9)));
        assert_eq!(
            [0.25, 0.5, 0.75, 0.76].map(|share| histogram.quantile(share)),
            [Some(3), Some(5), Some(5), Some(9)]
        );
        assert!((histogram.share_up_to(5) - 0.75).abs() < 1e-12);
        assert_eq!((histogram.count(3, 5), histogram.count(5, 10), histogram.total()), (1, 3, 4));
    }
}
