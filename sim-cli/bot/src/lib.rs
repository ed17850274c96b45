#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod decision;
mod message;
mod observation;
mod random;
mod serve;

pub use decision::{Action, Completed, Decision, Feature, Following, Move, Outcome, Piece, Place};
pub use message::{Event, FromHost, Game, Over};
pub use observation::{
    Carcassonne, CarcassonneSeat, CardSeat, Cards, GoldRush, GoldRushSeat, Observation, Pile, Tile,
};
pub use random::Random;
pub use serde_json::Value;
pub use serve::{Bot, Error, serve};
