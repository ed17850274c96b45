//! What a table will come to: the points that each seat is expected to have at the end.

use goldrush_engine::carcassonne::{Phase, Table};

use super::super::turns::{Seen, Turns};
use super::{Outlook, Weights};
use crate::search::Estimates;

/// Estimates tables. Kept from table to table so that nothing is allocated.
#[derive(Clone)]
pub struct Estimator {
    outlook: Outlook,
    turns: Turns,
}

impl Estimator {
    /// With these weights.
    pub fn new(weights: &Weights) -> Estimator {
        Estimator { outlook: Outlook::new(weights), turns: Turns::default() }
    }

    /// The points that each seat is expected to have at the end; exact when the game is over.
    pub fn estimate(&mut self, table: &Table) -> Estimates {
        let Estimator { outlook, turns } = self;
        outlook.set(table);
        let seen = Seen::new(table, &*outlook);
        let totals = match table.phase() {
            Phase::Over => seen.seats(),
            _ => turns.worth(&seen),
        };
        totals.map(Outlook::points)
    }
}
