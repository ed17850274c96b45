//! Plays games, one or many, and measures them.

pub mod batch;
pub mod bots;
pub mod course;
pub mod draws;
pub mod effort;
pub mod explored;
pub mod forecast;
pub mod foresight;
mod json;
pub mod leads;
pub mod luck;
pub mod play;
mod played;
pub mod result;
pub mod standings;
pub mod tries;
