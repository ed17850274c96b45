//! Agents that know Knizia's card game.
//!
//! What all have seen is on the table ([`Table`](goldrush_engine::knizia_gold::Table)); how much of it an agent remembers is
//! its own affair: [`memory`] forgets, [`perfect`] does not, and neither does any seat in the worlds in which a search with
//! the [`search_policy`] plays.
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
//! // Somebody who forgets nothing against somebody who keeps half of what he saw from turn to turn.
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
mod ending;
mod known;
mod luck_model;
pub mod memory;
pub mod perfect;
mod prospect;
pub mod search_policy;

pub use luck_model::CardLuckEstimator;
