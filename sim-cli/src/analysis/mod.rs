//! Positions and games looked at again: what each turn is worth, what each gave away, and the margin as a graph.

pub mod chance;
pub mod game;
mod graph;
pub mod opinion;
pub mod position;
pub mod review;
pub mod source;
