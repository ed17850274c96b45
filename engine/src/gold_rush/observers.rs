//! Observers of a turn's effects: tokens that change hands and features that are scored.

use super::catalogue::FeatureKind;
use super::moves::Move;
use super::table::Table;
use crate::landscape::table;
use crate::landscape::tile::KindId;
use crate::player::Player;

/// Way in which a token was acquired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Acquisition {
    /// Mined from the player's own tent (G9).
    Mined,
    /// Won with the majority on a completed mountain (G13).
    Won,
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

/// Observer of a fully known game, for logs, records and statistics.
///
/// # Examples
///
/// ```
/// use goldrush_engine::game::{Game, State};
/// use goldrush_engine::gold_rush::{Evaluation, GoldRush, Observer, Setup, Table};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{deal_stream, tool_stream};
///
/// /// Sums the first seat's points for features.
/// #[derive(Default)]
/// struct Sum(u16);
///
/// impl Observer for Sum {
///     fn on_evaluation(&mut self, _: &Table, evaluation: &Evaluation) {
///         if evaluation.seats.contains(Player::FIRST) {
///             self.0 += evaluation.points;
///         }
///     }
/// }
///
/// let setup = Setup::printed(2);
/// let mut state = GoldRush::deal(&setup, &mut deal_stream(7, 0));
/// let (mut sum, mut rng) = (Sum::default(), tool_stream(1));
/// while let Some(mv) = state.random_move(&mut rng) {
///     state.play_observed(mv, &mut sum);
/// }
/// assert_eq!(sum.0, state.table().feature_points(Player::FIRST));
/// ```
pub trait Observer {
    /// Called before a move is played on this table.
    fn on_move(&mut self, _table: &Table, _mv: Move) {}
    /// Called when a drawn tile fits nowhere and leaves the game (G4).
    fn on_discard(&mut self, _kind: KindId) {}
    /// Called when a player acquires a token of this value.
    fn on_token(&mut self, _player: Player, _value: u8, _how: Acquisition) {}
    /// Called when a feature is evaluated.
    fn on_evaluation(&mut self, _table: &Table, _evaluation: &Evaluation) {}
}

/// Observer that does nothing.
impl Observer for () {}
