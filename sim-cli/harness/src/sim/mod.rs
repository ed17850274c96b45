//! Plays games, one or many, and measures them.

pub mod batch;
pub mod bench;
pub mod bots;
pub mod choices;
pub mod draws;
pub mod estimate_fit;
pub mod game_luck;
pub mod game_profile;
mod json;
pub mod leads;
pub mod luck;
pub mod play;
mod playouts;
pub mod point_sources;
pub mod quality;
pub mod regret_trials;
pub mod result;
pub mod retuning;
pub mod run_estimate;
pub mod sampled_game;
pub mod seated_agents;
pub mod standings;
pub mod timing;
pub mod tuner;
