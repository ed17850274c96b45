//! Sums of the metrics of one side or one seat.

use goldrush_engine::game::WHOLE_WIN;

use crate::games::schema::{MAX_METRICS, unit};
use crate::stats::confidence::Confidence;
use crate::stats::interval::Estimate;
use crate::stats::share::Shares;
use crate::stats::sums::Sums;

/// Sums of the metrics of one side or one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Number of results in a block.
    pub per_block: u64,
    /// By metric, in the order of the game's [`crate::games::schema::ResultSchema::metrics`].
    pub metrics: [Sums; MAX_METRICS],
    /// Shares of the win, which is the first metric, by block.
    shares: Shares,
    confidence: Confidence,
}

impl Group {
    /// Creates empty sums.
    pub fn new(per_block: usize, confidence: Confidence) -> Group {
        let (metrics, shares) = ([Sums::default(); MAX_METRICS], Shares::default());
        Group { per_block: per_block as u64, metrics, shares, confidence }
    }

    /// Counts a result of the current block, given its [`crate::sim::result::SeatResult::metrics`].
    pub fn add(&mut self, values: &[i64; MAX_METRICS]) {
        for (sums, value) in self.metrics.iter_mut().zip(values) {
            sums.add(*value);
        }
    }

    /// Ends a block.
    pub fn end_block(&mut self) {
        let [won, rest @ ..] = &mut self.metrics;
        self.shares.push(won.end_block());
        rest.iter_mut().for_each(|sums| _ = sums.end_block());
    }

    /// Returns the sums of a metric, and the value that a mean of 1 has in a block's sum.
    pub fn metric(&self, index: usize) -> (&Sums, f64) {
        (&self.metrics[index], unit(index) * self.per_block as f64)
    }

    /// Returns the win shares by block, and the value of a block in which everything is won.
    pub fn win_share(&self) -> (&Shares, i64) {
        (&self.shares, i64::from(WHOLE_WIN) * self.per_block as i64)
    }

    /// Returns the mean of a metric and its interval.
    pub fn estimate(&self, index: usize) -> Estimate {
        if index == 0 {
            let (shares, whole) = self.win_share();
            return shares.estimate(self.confidence, whole);
        }
        let (sums, unit) = self.metric(index);
        Estimate::of_blocks(self.confidence, self.shares.blocks(), sums, unit)
    }
}
