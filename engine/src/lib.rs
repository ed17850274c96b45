//! Fast rules engine for Carcassonne: Gold Rush and its family: no input or output, no clock, no threads.
//!
//! [`game`] defines the traits every game implements, [`landscape`] is the tile-laying kernel, and [`gold_rush`],
//! [`carcassonne`] and [`knizia_gold`] are the games.
//!
//! # A first game
//!
//! ```
//! use goldrush_engine::game::{State, WHOLE_WIN, win_shares};
//! use goldrush_engine::gold_rush::{self, Setup};
//! use goldrush_engine::rng::{below, deal_stream, tool_stream};
//!
//! // The printed game for three players; the first deal of seed 7.
//! let setup = Setup::printed(3);
//! let mut game = gold_rush::State::deal(&setup, &mut deal_stream(7, 0));
//!
//! // Play random legal moves to the end.
//! let mut rng = tool_stream(1);
//! let mut moves = Vec::new();
//! while let Some(_seat) = game.to_move() {
//!     game.legal_moves(&mut moves);
//!     let mv = moves[below(&mut rng, moves.len() as u32) as usize];
//!     game.play(mv)?;
//! }
//!
//! // The points of each seat, and its share of the win.
//! let scores = game.scores();
//! assert_eq!(scores.players(), 3);
//! let wins = win_shares(&game.standings());
//! assert_eq!(wins.as_slice().iter().sum::<u8>(), WHOLE_WIN);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The other games have setups of their own: [`carcassonne::Setup`], which also covers The Gold Mines, and
//! [`knizia_gold::Setup`]. Bots are in the crate `goldrush-ai`.

#![warn(missing_docs)]

pub mod carcassonne;
pub mod changed_numbers;
pub mod conformance;
pub mod fingerprint;
pub mod game;
pub mod gold_rush;
pub mod knizia_gold;
pub mod komi;
pub mod landscape;
pub mod options;
pub mod plain_error;
pub mod player;
pub mod record;
pub mod rng;
pub mod rulebook;
