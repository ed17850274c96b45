//! Reads the results so far from the folder of a run.

use std::ops::ControlFlow;

use super::stop::is_decided;
use super::tally::Tally;
use crate::sim::result::GameResult;
use crate::store::written::Reader;
use crate::study::{GameId, Plan};

/// Sums of the blocks in a run's folder, up to the block in which the run was decided.
pub struct ReadBack<'p> {
    plan: &'p Plan,
    /// Sums of the blocks read so far.
    pub tally: Tally,
}

impl<'p> ReadBack<'p> {
    /// Starts without any blocks.
    pub fn nothing(plan: &'p Plan) -> ReadBack<'p> {
        ReadBack {
            plan,
            tally: Tally::new(plan),
        }
    }
}

impl Reader for ReadBack<'_> {
    fn block(&mut self, games: &[(GameId, GameResult)]) -> ControlFlow<()> {
        self.tally.add_block(self.plan, games);
        if is_decided(self.plan, &self.tally) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}
