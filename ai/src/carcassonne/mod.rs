//! Agents for Carcassonne, with The Gold Mines or without.

mod fields;
pub mod greedy;
mod stakes;
mod turns;
mod worth;
