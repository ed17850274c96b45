//! What was scored lately, as a scene shows it.

use goldrush_engine::game::Points;
use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::player::Player;
use serde::Serialize;

/// A feature that scored in the last round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Scored {
    /// The seats that score it.
    pub seats: Vec<Player>,
    /// Points for each of them.
    pub points: Points,
    /// What it is: `city`.
    pub what: &'static str,
    /// How the points come about: `3 tiles × 2 = 6`.
    pub sum: String,
    /// The feature, on the picture.
    pub feature: u16,
    /// The part of the landscape where the piece stands or stood that decided who scores.
    pub part: u16,
    /// The cell it lies in.
    pub cell: Cell,
}
