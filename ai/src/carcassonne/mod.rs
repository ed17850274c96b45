//! Agents for Carcassonne, with or without The Gold Mines.
//!
//! A bot for The Gold Mines, by name:
//!
//! ```
//! use goldrush_ai::registry::Spec;
//! use goldrush_ai::environment::Environment;
//! use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Rules, Setup};
//! use goldrush_engine::game::{Game, State, View};
//! use goldrush_engine::rng::{agent_stream, deal_stream};
//!
//! let rules = Rules { gold_mines: true, ..Rules::default() };
//! let setup = Setup::new(Catalogue::printed().into(), rules, 2)?;
//! let mut game = Carcassonne::deal(&setup, &mut deal_stream(7, 0));
//! let mut bot = Spec::read::<Carcassonne>("greedy")?.build::<Carcassonne>(&Environment::sequential(2));
//! let mut rng = agent_stream(7, 0, 0, 0);
//! while let Some(seat) = game.to_move() {
//!     let mv = bot.choose(&View::new(&game, seat), &mut rng);
//!     game.play(mv)?;
//! }
//! let ingots = game.table().ingots_collected();
//! assert!(ingots.as_slice().iter().any(|ingots| *ingots > 0));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod agents;
mod feature_values;
mod fields;
pub mod greedy;
pub mod heuristic;
mod ingots;
pub mod search_policy;
mod table_features;
mod turns;
