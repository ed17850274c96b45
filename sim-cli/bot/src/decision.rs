//! A decision and its parts. Seats are numbered from 0; x grows to the east, y to the south.

use serde::Deserialize;

use crate::message::Event;
use crate::observation::Observation;

/// A decision to be made: the message `decide`. Parts that the bot did not ask for are empty.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Decision {
    /// Number of the decision in this game, from 0.
    pub n: u32,
    /// Kind of the decision: `place`, `act`, `follow`, `ingot`, `take`, `first`, `second` or `rush`.
    pub phase: String,
    /// Kind of the tile in hand, or just laid; `None` in the card game.
    pub tile: Option<String>,
    /// Number of legal moves; their ids are 0 to `count` - 1.
    pub count: u32,
    /// Milliseconds for this decision.
    pub time_ms: u64,
    /// Events since the last decision.
    #[serde(default)]
    pub events: Vec<Event>,
    /// Observation of the seat.
    pub observation: Option<Observation>,
    /// The connected features.
    #[serde(default)]
    pub features: Vec<Feature>,
    /// The legal moves.
    #[serde(default)]
    pub moves: Vec<Move>,
}

impl Decision {
    /// Returns the feature of a segment, if features were asked for.
    pub fn feature(&self, at: &Place) -> Option<&Feature> {
        self.features
            .iter()
            .find(|feature| feature.segments.contains(at))
    }
}

/// A legal move.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Move {
    /// The id to answer with.
    pub id: u32,
    /// The move.
    #[serde(flatten)]
    pub action: Action,
    /// Its outcome.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// After a placement: the moves that could follow it.
    #[serde(default)]
    pub then: Vec<Following>,
}

impl Move {
    /// Returns the best lead of a seat if the game ended after this turn: after the move itself or, if the bot asked for
    /// `then`, after one of the moves that could follow.
    pub fn best_lead(&self, seat: usize) -> f64 {
        let following = self
            .then
            .iter()
            .map(|following| following.outcome.lead(seat));
        following
            .reduce(f64::max)
            .unwrap_or_else(|| self.outcome.lead(seat))
    }
}

/// A move that could follow a placement.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Following {
    /// The move.
    #[serde(flatten)]
    pub action: Action,
    /// Outcome of placement and move together.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// A move, by its kind.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Action {
    /// Lays the tile in hand.
    Place {
        /// Column of the cell.
        x: i32,
        /// Row of the cell.
        y: i32,
        /// Angle in degrees, clockwise.
        rotation: u16,
    },
    /// Does nothing.
    None,
    /// Places a cowboy on the tile just laid.
    Cowboy {
        /// The segment.
        segment: String,
    },
    /// Pitches or moves a tent.
    Tent {
        /// Target.
        #[serde(flatten)]
        to: Place,
        /// Origin, where the player has several tents.
        from: Option<Place>,
    },
    /// Mines.
    Mine {
        /// Tent that mines, where the player has several.
        from: Option<Place>,
    },
    /// Takes back a cowboy.
    TakeBack {
        /// Place that it leaves.
        #[serde(flatten)]
        at: Place,
    },
    /// Places a follower on the tile just laid.
    Follower {
        /// The segment.
        segment: String,
    },
    /// Puts the second ingot of a gold tile on a tile.
    Ingot {
        /// Column of the tile.
        x: i32,
        /// Row of the tile.
        y: i32,
    },
    /// Takes an ingot from a tile.
    Take {
        /// Column of the tile.
        x: i32,
        /// Row of the tile.
        y: i32,
    },
    /// Flips a card.
    Flip {
        /// Position of the card: `c4`.
        at: String,
    },
    /// A kind of move that this version does not know.
    #[serde(other)]
    Unknown,
}

/// Outcome of a turn if no optional move follows. Parts that the bot did not ask for are empty.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Outcome {
    /// Expected points of each seat if the game ended after the turn.
    pub scores: Vec<f64>,
    /// Number of tokens that each seat acquires; empty if nobody acquires any.
    pub tokens: Vec<u8>,
    /// Points of each seat at once.
    pub points: Vec<u16>,
    /// Features that the turn completes.
    pub completes: Vec<Completed>,
    /// Pieces that return to their owners.
    pub comes_home: Vec<Piece>,
}

impl Outcome {
    /// Returns the points of a seat minus the most that another seat has, by `scores`; 0 without scores.
    pub fn lead(&self, seat: usize) -> f64 {
        let others = self
            .scores
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != seat)
            .map(|(_, score)| *score);
        let own = self.scores.get(seat).copied().unwrap_or(0.0);
        own - others.reduce(f64::max).unwrap_or(0.0)
    }
}

/// A feature that a turn completes.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Completed {
    /// Id of the feature after the placement.
    pub id: u32,
    /// Its kind.
    pub feature: String,
    /// Points of each seat that scores it.
    pub points: u16,
    /// Seats that score it.
    pub seats: Vec<usize>,
}

/// A piece on the table.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Piece {
    /// Its seat.
    pub seat: usize,
    /// Its kind: `cowboy`, `tent` or `follower`.
    pub piece: String,
    /// Its place.
    #[serde(flatten)]
    pub at: Place,
}

/// A segment of a tile on the table.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
pub struct Place {
    /// Column of the tile.
    pub x: i32,
    /// Row of the tile.
    pub y: i32,
    /// Name of the segment: `road N`.
    pub segment: String,
}

/// A connected feature.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Feature {
    /// A number that stays the same while the feature grows; of two that join, the smaller id remains.
    pub id: u32,
    /// Its kind: `railroad`, `mountain`, `city`, `prairie`, `road`, `monastery` or `field`.
    pub feature: String,
    /// Its segments in the order laid.
    pub segments: Vec<Place>,
    /// Number of open ends; 0 if it is complete.
    pub open: u8,
    /// Pieces on it.
    pub pieces: Vec<Piece>,
    /// Seats that would score it now.
    pub leaders: Vec<usize>,
    /// Points of each leader if the game ended now.
    pub points: u16,
    /// Points of each leader once it is completed as it stands, if that can happen.
    pub completed_points: Option<u16>,
    /// Number of tokens or ingots on it.
    #[serde(default)]
    pub gold: u8,
}
