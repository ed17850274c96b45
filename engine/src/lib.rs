//! The rules of Carcassonne: Gold Rush as a fast engine: no input or output, no clock, no threads.
//!
//! [`game`] says what a game is to everybody else, [`landscape`] is the tile-laying kernel,
//! [`gold_rush`], [`carcassonne`] and [`knizia_gold`] the games.

pub mod carcassonne;
pub mod conformance;
pub mod fingerprint;
pub mod game;
pub mod gold_rush;
pub mod knizia_gold;
pub mod landscape;
pub mod options;
pub mod player;
pub mod record;
pub mod rng;
pub mod rulebook;
