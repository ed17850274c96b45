//! What a turn brings about: tiles put aside, features that score and ingots that are taken, told to whoever listens.

use super::catalogue::FeatureKind;
use super::moves::Move;
use super::table::Table;
use crate::game::Points;
use crate::landscape::TileId;
use crate::landscape::components::FeatureId;
use crate::landscape::tile::KindId;
use crate::player::{Player, PlayerSet};

/// A feature that scores.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// What it is.
    pub kind: FeatureKind,
    /// Which it is.
    pub feature: FeatureId,
    /// The seats with most followers there, none if there are no followers.
    pub seats: PlayerSet,
    /// Points for each of them.
    pub points: Points,
    /// True if it was completed (C4), or evaluated at the end of the game (C5).
    pub complete: bool,
}

/// Listens to a game: for logs, records and statistics.
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
/// /// Adds up what the first seat scores.
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
    /// Returns a move is about to be made on this table.
    fn on_move(&mut self, _table: &Table, _mv: Move) {}
    /// Returns a drawn tile fitted nowhere and was put aside (C2).
    fn on_discard(&mut self, _kind: KindId) {}
    /// Returns a feature scores.
    fn on_evaluation(&mut self, _table: &Table, _evaluation: &Evaluation) {}
    /// Returns a seat takes an ingot from a tile, by choice or because there is no other way (M5).
    fn taken(&mut self, _table: &Table, _seat: Player, _from: TileId) {}
}

/// Nobody listens.
impl Observer for () {}
