//! The world around the games: command line, parallel simulation, statistics, files.

pub mod analysis;
pub mod cli;
pub mod commands;
pub mod family;
pub mod interrupt;
pub mod paint;
pub mod play;
pub mod progress;
pub mod protocol;
pub mod report;
pub mod sim;
pub mod stats;
pub mod tui;
