//! Sums of the metrics of one side or one seat.

use goldrush_engine::game::WHOLE_WIN;

use goldrush_games::schema::{MAX_METRICS, WIN_SHARE, unit};
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::interval::Estimate;
use goldrush_support::stats::share::Shares;
use goldrush_support::stats::sums::Sums;

/// Sums of the metrics of one side or one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Number of results in a block.
    pub per_block: u64,
    /// By metric, in the order of the game's [`goldrush_games::schema::ResultSchema::metrics`].
    pub metrics: [Sums; MAX_METRICS],
    /// Number of finished blocks.
    blocks: u64,
    /// Shares of the win, which is the first metric, by block: of the games that somebody won.
    shares: Shares,
    /// Wins possible in the current block, in sixtieths.
    of_block: i64,
    /// Wins of equals in all finished blocks and the current one, in sixtieths.
    fair: i128,
    confidence: Confidence,
}

impl Group {
    /// Creates empty sums.
    pub fn new(per_block: usize, confidence: Confidence) -> Group {
        Group {
            per_block: per_block as u64,
            metrics: [Sums::default(); MAX_METRICS],
            blocks: 0,
            shares: Shares::default(),
            of_block: 0,
            fair: 0,
            confidence,
        }
    }

    /// Counts a result of the current block, given its [`crate::sim::result::SeatResult::metrics`] and its game's
    /// [`crate::sim::result::GameResult::fair_share`].
    pub fn add(&mut self, values: &[i64; MAX_METRICS], fair: i64) {
        for (sums, value) in self.metrics.iter_mut().zip(values) {
            sums.add(*value);
        }
        self.of_block += if fair > 0 { i64::from(WHOLE_WIN) } else { 0 };
        self.fair += i128::from(fair);
    }

    /// Ends a block.
    pub fn end_block(&mut self) {
        let [won, rest @ ..] = &mut self.metrics;
        self.blocks += 1;
        self.shares
            .push(won.end_block(), std::mem::take(&mut self.of_block));
        rest.iter_mut().for_each(|sums| _ = sums.end_block());
    }

    /// Returns the sums of a metric, and the value that a mean of 1 has in a block's sum.
    pub fn metric(&self, index: usize) -> (&Sums, f64) {
        (&self.metrics[index], unit(index) * self.per_block as f64)
    }

    /// True if somebody won every game.
    pub fn is_won(&self) -> bool {
        let (shares, whole) = self.win_share();
        self.blocks == shares.blocks() && shares.are_whole(whole)
    }

    /// Returns the share of the win that equals would have in the games that somebody won, 0 to 1; NaN without any.
    pub fn fair_share(&self) -> f64 {
        let (shares, whole) = self.win_share();
        self.fair as f64 / (shares.of() as f64 / whole as f64) / whole as f64
    }

    /// Returns the standard error of the win share, or `None` with fewer than two blocks.
    pub fn share_error(&self) -> Option<f64> {
        let (shares, whole) = self.win_share();
        shares.standard_error(whole)
    }

    /// Returns the win shares by block, and the value of a block in which everything is won.
    pub fn win_share(&self) -> (&Shares, i64) {
        (&self.shares, i64::from(WHOLE_WIN) * self.per_block as i64)
    }

    /// Returns the mean of a metric and its interval; that of the win share is over the games that somebody won.
    pub fn estimate(&self, index: usize) -> Estimate {
        if index == WIN_SHARE {
            let (shares, whole) = self.win_share();
            return shares.estimate(self.confidence, whole);
        }
        let (sums, unit) = self.metric(index);
        Estimate::of_blocks(self.confidence, self.blocks, sums, unit)
    }
}
