//! What a run has shown so far, read from its folder.

use std::ops::ControlFlow;

use super::stop::is_decided;
use super::tally::Tally;
use crate::sim::result::GameResult;
use crate::store::written::Reader;
use crate::study::{GameId, Plan};

/// The sums of the blocks that are in a run's folder, up to the one in which its test decided.
pub struct ReadBack<'p> {
    plan: &'p Plan,
    /// The sums.
    pub tally: Tally,
}

impl<'p> ReadBack<'p> {
    /// Nothing is read yet.
    pub fn nothing(plan: &'p Plan) -> ReadBack<'p> {
        ReadBack { plan, tally: Tally::new(plan) }
    }
}

impl Reader for ReadBack<'_> {
    fn block(&mut self, games: &[(GameId, GameResult)]) -> ControlFlow<()> {
        self.tally.add_block(self.plan, games);
        if is_decided(self.plan, &self.tally) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
