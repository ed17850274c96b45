//! Knizia's gold-rush card game: 64 cards lie face down in a grid, two are flipped in a turn, and whoever remembers most
//! gets the gold. Rules K1–K11.
//!
//! [`cards`] has the components (K1), [`turn`] what two flipped cards do (K3–K6), [`state`] a game in progress.

pub mod cards;
pub mod state;
mod text;
pub mod turn;

pub use cards::{COLOURS, Card, GRID};
pub use state::{Flip, MAX_TURNS, Observation, RUSH, State};

/// The name of the game in records, plans and on the command line.
pub const GAME: &str = "knizia-gold";
