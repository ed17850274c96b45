//! Agents that know the game.

mod cities;
pub mod greedy;
mod stakes;
mod turns;
mod worth;
