//! Features that scored recently, as a scene shows them.

use goldrush_engine::game::Points;
use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::player::Player;
use serde::Serialize;

/// A feature that scored in the last round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Scored {
    /// The seats that scored it.
    pub seats: Vec<Player>,
    /// Points for each of them.
    pub points: Points,
    /// Kind of feature: `city`.
    pub what: &'static str,
    /// Calculation of the points: `3 tiles × 2 = 6`.
    pub sum: String,
    /// The feature, on the picture.
    pub feature: u16,
    /// Segment with the piece that decided who scores (it may have gone home since).
    pub part: u16,
    /// Cell of that segment's tile.
    pub cell: Cell,
}
