//! Everything around the games: command line, parallel simulation, statistics, files. For other programs, see
//! [`serve`].

pub mod analysis;
pub mod cli;
pub mod commands;
pub mod design;
pub mod drawing;
pub mod error;
pub mod findings;
pub mod games;
pub mod interrupt;
pub mod league;
pub mod paint;
pub mod plain;
pub mod printable;
pub mod progress;
pub mod protocol;
pub mod report;
pub mod run;
pub mod sim;
pub mod stats;
pub mod store;
pub mod study;
pub mod surroundings;
pub mod table;
pub mod tui;
pub mod web;

pub use protocol::message::BotOptions;
pub use protocol::serve::serve;

/// Checks that the agent in PROTOCOL.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../PROTOCOL.md")]
struct Documented;
