//! Agents that know the game.

mod cities;
pub mod greedy;
pub mod guide;
pub mod heuristic;
mod stakes;
mod turns;
mod worth;
