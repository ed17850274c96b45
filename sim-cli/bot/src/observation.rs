//! Observations: everything a seat may know. PROTOCOL.md of goldrush explains every field.
#![allow(
    missing_docs,
    reason = "the fields are those of PROTOCOL.md, which explains them"
)]

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::decision::Place;

/// An observation, by the game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "game")]
pub enum Observation {
    /// Gold Rush.
    #[serde(rename = "gold-rush")]
    GoldRush(GoldRush),
    /// Carcassonne, also with The Gold Mines.
    #[serde(rename = "carcassonne", alias = "carcassonne+gold-mines")]
    Carcassonne(Carcassonne),
    /// The card game.
    #[serde(rename = "knizia-gold")]
    Cards(Cards),
}

/// A tile on the table.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Tile {
    pub tile: String,
    pub x: i32,
    pub y: i32,
    pub rotation: u16,
    #[serde(default)]
    pub ingots: u8,
}

/// Observation of Gold Rush.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct GoldRush {
    pub seat: usize,
    pub to_move: Option<usize>,
    pub phase: String,
    pub tile: String,
    pub landscape: Vec<Tile>,
    pub piles: Vec<Pile>,
    pub seats: Vec<GoldRushSeat>,
    pub token_supply: u8,
    pub own_tokens: Vec<u8>,
    pub tiles_left: BTreeMap<String, u8>,
    pub discarded: Vec<String>,
}

/// A mountain with tokens.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Pile {
    #[serde(flatten)]
    pub at: Place,
    pub tokens: u8,
}

/// A seat of Gold Rush.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct GoldRushSeat {
    pub points: BTreeMap<String, u16>,
    pub cowboys: Vec<Place>,
    pub cowboy_supply: usize,
    pub tents: Vec<Place>,
    pub tent_supply: usize,
    pub tokens: u8,
    pub unmined_turns: u8,
}

/// Observation of Carcassonne.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Carcassonne {
    pub seat: usize,
    pub to_move: Option<usize>,
    pub active: usize,
    pub phase: String,
    pub tile: String,
    pub landscape: Vec<Tile>,
    pub seats: Vec<CarcassonneSeat>,
    pub tiles_left: BTreeMap<String, u8>,
}

/// A seat of Carcassonne.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct CarcassonneSeat {
    pub points: BTreeMap<String, u16>,
    pub followers: Vec<Place>,
    pub follower_supply: usize,
    pub ingots: u8,
    pub claims: Vec<[i32; 2]>,
}

/// Observation of the card game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Cards {
    pub seat: usize,
    pub to_move: Option<usize>,
    pub phase: String,
    pub game_number: usize,
    pub games: usize,
    pub turns: u16,
    pub open: Option<String>,
    pub grid: Vec<Option<String>>,
    pub unseen: BTreeMap<String, u8>,
    pub flipped: Vec<u16>,
    pub seats: Vec<CardSeat>,
}

/// A seat of the card game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct CardSeat {
    pub gold: u8,
    pub gold_cards: u8,
    pub earlier_points: u16,
}
