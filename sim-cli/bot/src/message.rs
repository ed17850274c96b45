//! Messages from goldrush.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::decision::{Action, Decision};

/// A message from goldrush.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
pub enum FromHost {
    /// The first message.
    Hello,
    /// A game begins.
    Game(Box<Game>),
    /// A decision is due.
    Decide(Box<Decision>),
    /// The game is over.
    Over(Over),
    /// The tiles or cards.
    Catalogue(Map<String, Value>),
    /// A message that this version does not know.
    #[serde(other)]
    Unknown,
}

/// The game in progress: the message `game`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Game {
    /// Name of the game: `gold-rush`, `carcassonne`, `carcassonne+gold-mines` or `knizia-gold`.
    pub game: String,
    /// The bot's seat, from 0.
    pub seat: usize,
    /// Number of players.
    pub players: usize,
    /// Seed for the bot's random numbers.
    pub seed: u64,
    /// Rule options.
    pub rules: Map<String, Value>,
    /// The bot's own options: those that were given, and the defaults of the others.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// Gold Rush: number of tokens of each value.
    #[serde(default)]
    pub tokens: BTreeMap<String, u32>,
    /// Milliseconds per decision.
    pub move_ms: u64,
    /// Milliseconds for all decisions of the game.
    pub game_ms: u64,
    /// Milliseconds that each decision adds to them.
    pub increment_ms: u64,
    /// The last message `catalogue`; empty if the bot did not ask for it.
    #[serde(skip)]
    pub catalogue: Map<String, Value>,
}

/// The end of a game: the message `over`.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct Over {
    /// Points of each seat.
    pub scores: Vec<u32>,
    /// The last events.
    #[serde(default)]
    pub events: Vec<Event>,
}

/// Something that happened in a game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(
    missing_docs,
    reason = "the fields are those of PROTOCOL.md, which explains them"
)]
pub enum Event {
    /// A tile was drawn that fits nowhere.
    Discarded { tile: String },
    /// A tile was drawn and laid.
    Placed {
        seat: usize,
        tile: String,
        x: i32,
        y: i32,
        rotation: u16,
    },
    /// The action after it.
    Acted { seat: usize, action: Action },
    /// A feature brought points to each of these seats.
    Scored {
        feature: String,
        tiles: Vec<[i32; 2]>,
        points: u16,
        seats: Vec<usize>,
        complete: bool,
    },
    /// A token was acquired; only its owner is told the value.
    Token {
        seat: usize,
        how: String,
        value: Option<u8>,
    },
    /// The second ingot of a gold tile was put there.
    Ingot { seat: usize, x: i32, y: i32 },
    /// An ingot was taken from there.
    Taken { seat: usize, x: i32, y: i32 },
    /// A card was flipped.
    Flipped {
        seat: usize,
        at: String,
        card: String,
    },
    /// A card left the grid.
    Removed { at: String },
    /// A seat received gold.
    Dug { seat: usize, value: u8 },
    /// An event that this version does not know.
    #[serde(other)]
    Unknown,
}
