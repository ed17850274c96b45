//! Observers of what happens in a landscape game: moves, discarded tiles, tokens or ingots taken, and scored features.

use super::table::{Evaluation, Table, TileGame};
use super::tile::KindId;
use crate::player::Player;

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
/// impl Observer<GoldRush> for Sum {
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
pub trait Observer<G: TileGame> {
    /// Called before a move is played on this table.
    fn on_move(&mut self, _table: &Table<G>, _mv: G::Move) {}
    /// Called when a drawn tile fits nowhere and leaves the game (G4, C2).
    fn on_discard(&mut self, _kind: KindId) {}
    /// Called when a seat acquires a token or takes an ingot, whether or not it has a choice (M5).
    fn on_gain(&mut self, _seat: Player, _gain: G::Gain) {}
    /// Called when a feature is evaluated.
    fn on_evaluation(&mut self, _table: &Table<G>, _evaluation: &Evaluation<G::FeatureKind>) {}
}

/// Observer that does nothing.
impl<G: TileGame> Observer<G> for () {}
