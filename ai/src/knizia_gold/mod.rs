//! Agents for Knizia's card game.
//!
//! All cards that were seen are public ([`Table`](goldrush_engine::knizia_gold::Table)), but agents differ in memory:
//! [`memory`] forgets, [`perfect`] does not, and in the worlds of a search with the [`search_policy`] no seat does.
//!
//! ```
//! use goldrush_ai::agent::Agent;
//! use goldrush_ai::knizia_gold::memory::Memory;
//! use goldrush_ai::knizia_gold::perfect::Perfect;
//! use goldrush_engine::game::{Game, State, View};
//! use goldrush_engine::knizia_gold::{KniziaGold, Setup};
//! use goldrush_engine::player::Player;
//! use goldrush_engine::rng::{agent_stream, deal_stream};
//!
//! // Perfect memory against remembering half of the cards from turn to turn.
//! let mut game = KniziaGold::deal(&Setup::new(2, false)?, &mut deal_stream(7, 0));
//! let (mut perfect, mut forgetful) = (Perfect, Memory::new(0.5));
//! let mut streams = [0, 1].map(|seat| agent_stream(7, 0, 0, seat));
//! while let Some(seat) = game.to_move() {
//!     let (view, rng) = (View::new(&game, seat), &mut streams[seat.index()]);
//!     let flip = if seat == Player::FIRST { perfect.choose(&view, rng) } else { forgetful.choose(&view, rng) };
//!     game.play(flip)?;
//! }
//! let scores = game.scores();
//! assert!(scores.as_slice()[0] > scores.as_slice()[1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod agents;
mod belief;
mod known_cards;
mod luck_model;
pub mod memory;
pub mod perfect;
mod rush_solution;
pub mod search_policy;

pub use luck_model::CardLuckEstimator;
