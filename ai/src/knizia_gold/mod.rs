//! Agents that know Knizia's card game.
//!
//! What all have seen is on the table ([`Table`](goldrush_engine::knizia_gold::Table)); how much of it an agent remembers is
//! its own affair: [`memory`] forgets, [`perfect`] does not, and neither does any seat in the worlds in which a search with
//! the [`guide`] plays.

pub mod agents;
mod ending;
mod fortune;
pub mod guide;
mod known;
pub mod memory;
pub mod perfect;
mod prospect;

pub use fortune::CardTeller;
