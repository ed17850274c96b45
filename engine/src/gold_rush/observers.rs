//! Observers of a turn's effects at the table: tokens acquired and features scored.

use super::catalogue::FeatureKind;
use super::table::Table;
use crate::landscape::table;
use crate::player::Player;

/// Way in which a token was acquired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acquisition {
    /// Mined from the player's own tent (G9).
    Mined,
    /// Won with the majority on a completed mountain (G13).
    Won,
}

/// Token that a player acquires.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AcquiredToken {
    /// Its value.
    pub value: u8,
    /// Way in which it was acquired.
    pub how: Acquisition,
}

/// Evaluation of one feature.
pub type Evaluation = table::Evaluation<FeatureKind>;

/// Observer at the table, where token values are unknown.
pub trait TableObserver {
    /// Called when a player acquires a token.
    fn on_token(&mut self, player: Player, how: Acquisition);
    /// Called when a feature is evaluated.
    fn on_evaluation(&mut self, table: &Table, evaluation: &Evaluation);
}

/// Observer that does nothing.
impl TableObserver for () {
    #[inline]
    fn on_token(&mut self, _: Player, _: Acquisition) {}
    #[inline]
    fn on_evaluation(&mut self, _: &Table, _: &Evaluation) {}
}
