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
    /// Whether it was completed (C4), or evaluated at the end of the game (C5).
    pub complete: bool,
}

/// Listens to a game: for logs, records and statistics.
pub trait Observer {
    /// A move is about to be made on this table.
    fn moving(&mut self, _table: &Table, _mv: Move) {}
    /// A drawn tile fitted nowhere and was put aside (C2).
    fn discarded(&mut self, _kind: KindId) {}
    /// A feature scores.
    fn evaluated(&mut self, _table: &Table, _evaluation: &Evaluation) {}
    /// A seat takes an ingot from a tile, by choice or because there is no other way (M5).
    fn taken(&mut self, _table: &Table, _seat: Player, _from: TileId) {}
}

/// Nobody listens.
impl Observer for () {}
