//! What a table will come to: the points that each seat is expected to have at the end.

use super::chances::points;
use super::{LandscapeGame, Outlook, Seen, Valuer};
use crate::search::Estimates;

/// Estimates tables. Kept from table to table so that nothing is allocated.
#[derive(Clone)]
pub struct Estimator<G: LandscapeGame> {
    outlook: G::Outlook,
    turns: G::Turns,
}

impl<G: LandscapeGame> Estimator<G> {
    /// With these weights.
    pub fn new(weights: &G::Weights) -> Estimator<G> {
        Estimator { outlook: G::Outlook::new(weights), turns: G::Turns::default() }
    }

    /// The points that each seat is expected to have at the end, if hidden things are as expected; but for that it is
    /// exact when the game is over.
    pub fn estimate(&mut self, table: &G::Table<'_>, expected: G::Expectation) -> Estimates {
        let Estimator { outlook, turns } = self;
        outlook.set(table, expected);
        turns.worth(&Seen::new(table, &*outlook)).map(points)
    }
}
