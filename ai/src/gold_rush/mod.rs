//! Agents for Gold Rush.
//!
//! The heuristic for three players, with one weight changed:
//!
//! ```
//! use goldrush_ai::agent::Agent;
//! use goldrush_ai::gold_rush::heuristic::{Heuristic, Weights};
//! use goldrush_engine::game::{Game, State, View};
//! use goldrush_engine::gold_rush::{GoldRush, Setup};
//! use goldrush_engine::player::Player;
//! use goldrush_engine::rng::{agent_stream, deal_stream};
//!
//! let weights = Weights { tent_token: 0.0, ..Weights::tuned(3) };
//! let mut heuristic = Heuristic::new(&weights, u32::MAX);
//! let setup = Setup::printed(3);
//! let game = GoldRush::deal(&setup, &mut deal_stream(7, 0));
//! let mv = heuristic.choose(&View::new(&game, Player::FIRST), &mut agent_stream(7, 0, 0, 0));
//! assert!(game.is_legal(mv));
//! ```

pub mod agents;
mod city_changes;
mod feature_values;
pub mod greedy;
pub mod heuristic;
pub mod search_policy;
mod table_features;
mod turns;
