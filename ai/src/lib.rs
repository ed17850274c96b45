//! Agents: programs that decide under hidden information. They see a `View` and nothing else.
//!
//! # A first game
//!
//! ```
//! use goldrush_ai::registry::Spec;
//! use goldrush_ai::environment::Environment;
//! use goldrush_engine::game::{Game, State, View};
//! use goldrush_engine::gold_rush::{GoldRush, Setup};
//! use goldrush_engine::rng::{agent_stream, deal_stream};
//!
//! // A bot for each seat, by name.
//! let around = Environment::sequential(2);
//! let mut bots = Vec::new();
//! for name in ["heuristic", "greedy"] {
//!     bots.push(Spec::read::<GoldRush>(name)?.build::<GoldRush>(&around));
//! }
//!
//! // Each bot chooses from its seat's view, with its own random numbers.
//! let setup = Setup::printed(2);
//! let mut game = GoldRush::deal(&setup, &mut deal_stream(7, 0));
//! let mut streams = [0, 1].map(|seat| agent_stream(7, 0, 0, seat));
//! while let Some(seat) = game.to_move() {
//!     let mv = bots[seat.index()].choose(&View::new(&game, seat), &mut streams[seat.index()]);
//!     game.play(mv)?;
//! }
//!
//! let scores = game.scores();
//! assert!(scores.as_slice()[0] > scores.as_slice()[1], "the heuristic is far stronger");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`registry`] lists the agents by name, [`agent`] defines the trait of a custom bot, and [`search`] turns a game into
//! one.

#![warn(missing_docs)]

pub mod agent;
pub mod benchmarks;
mod best;
pub mod carcassonne;
pub mod environment;
pub mod gold_rush;
pub mod knizia_gold;
pub mod landscape;
pub mod luck;
pub mod parameter;
pub mod random;
pub mod registry;
pub mod search;
pub mod value;
pub mod weights;
