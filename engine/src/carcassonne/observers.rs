//! Observers of a turn's effects: discarded tiles, scored features and ingots taken.

use super::catalogue::FeatureKind;
use super::moves::Move;
use super::table::Table;
use crate::landscape::tile::KindId;
use crate::landscape::{TileId, table};
use crate::player::Player;

/// Evaluation of one feature.
pub type Evaluation = table::Evaluation<FeatureKind>;

/// Observer of a game, for logs, records and statistics.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Evaluation, Observer, Rules, Setup, Table};
/// use goldrush_engine::game::{Game, State};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{deal_stream, tool_stream};
///
/// /// Sums the first seat's points.
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
/// let setup = Setup::new(Arc::new(Catalogue::printed()), Rules::default(), 2)?;
/// let mut state = Carcassonne::deal(&setup, &mut deal_stream(7, 0));
/// let (mut sum, mut rng) = (Sum::default(), tool_stream(1));
/// while let Some(mv) = state.random_move(&mut rng) {
///     state.play_observed(mv, &mut sum);
/// }
/// assert_eq!(sum.0, state.scores()[Player::FIRST]);
/// # Ok::<(), String>(())
/// ```
pub trait Observer {
    /// Called before a move is played on this table.
    fn on_move(&mut self, _table: &Table, _mv: Move) {}
    /// Called when a drawn tile fits nowhere and is set aside (C2).
    fn on_discard(&mut self, _kind: KindId) {}
    /// Called when a feature scores.
    fn on_evaluation(&mut self, _table: &Table, _evaluation: &Evaluation) {}
    /// Called when a seat takes an ingot from a tile, whether or not it has a choice (M5).
    fn on_ingot(&mut self, _table: &Table, _seat: Player, _from: TileId) {}
}

/// Observer that does nothing.
impl Observer for () {}
