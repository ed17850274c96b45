//! Legal moves of tile games, as sent to bots.

use goldrush_engine::game::Points;
use goldrush_engine::landscape::grid::{Cell, Rotation};
use serde::{Serialize, Serializer};

use super::effects::Effects;

/// A legal move; `A` is the type of moves other than placements.
#[derive(Clone, Debug, Serialize)]
pub struct LegalMove<A> {
    /// The id to answer with.
    pub id: u32,
    #[serde(flatten)]
    pub mv: MoveSent<A>,
    /// Outcome of the turn.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// After a placement: the moves that could follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<Vec<Following<A>>>,
}

/// A move that could follow a placement.
#[derive(Clone, Debug, Serialize)]
pub struct Following<A> {
    /// The move.
    #[serde(flatten)]
    pub mv: A,
    /// Outcome of placement and move together.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// A move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum MoveSent<A> {
    /// A placement of the tile in hand.
    Place(Placement),
    /// Any other move.
    Act(A),
}

/// A placement of the tile in hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename = "place")]
pub struct Placement {
    /// Column of the cell.
    pub x: i8,
    /// Row of the cell.
    pub y: i8,
    /// Angle in degrees, clockwise.
    pub rotation: u16,
}

impl Placement {
    /// Creates a placement.
    pub fn new(Cell { x, y }: Cell, rotation: Rotation) -> Placement {
        Placement {
            x,
            y,
            rotation: rotation.degrees(),
        }
    }
}

/// Outcome of a turn if no optional moves follow, as far as the bot asked for it.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Outcome {
    /// Points of each seat if the game ended after the turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<Score>>,
    /// Number of tokens each seat acquires; left out if nobody acquires any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<u8>,
    /// Effects of the turn.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub effects: Option<Effects>,
}

/// Expected points, rounded to hundredths; a whole number is written as such.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Score {
    hundredths: i64,
}

impl Score {
    /// Rounds expected points.
    pub fn new(points: f64) -> Score {
        Score {
            hundredths: (points * 100.0).round() as i64,
        }
    }
}

impl From<Points> for Score {
    fn from(points: Points) -> Score {
        Score {
            hundredths: 100 * i64::from(points),
        }
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.hundredths % 100 {
            0 => to.serialize_i64(self.hundredths / 100),
            _ => to.serialize_f64(self.hundredths as f64 / 100.0),
        }
    }
}
