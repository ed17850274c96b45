//! Agents that know the game.

pub mod agents;
mod cities;
pub mod greedy;
pub mod guide;
pub mod heuristic;
mod stakes;
mod turns;
mod worth;
