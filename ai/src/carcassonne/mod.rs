//! Agents for Carcassonne, with The Gold Mines or without.

pub mod agents;
mod fields;
pub mod greedy;
pub mod guide;
pub mod heuristic;
mod stakes;
mod turns;
mod worth;
