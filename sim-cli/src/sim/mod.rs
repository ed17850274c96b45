//! Playing games, many of them.

pub mod arm;
pub mod batch;
pub mod bots;
pub mod effort;
pub mod explored;
pub mod factor;
pub mod forecast;
pub mod foresight;
pub mod lineup;
pub mod play;
pub mod result;
pub mod spec;
pub mod surroundings;
pub mod tunable;
