//! Everything around the games: command line, parallel simulation, statistics, files. For other programs, see
//! [`serve`].

// A page needs no server, and nothing that only the command line does.
#![cfg_attr(target_arch = "wasm32", allow(dead_code))]

pub mod analysis;
pub mod build;
#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
#[cfg(not(target_arch = "wasm32"))]
pub mod commands;
pub mod design;
pub mod drawing;
pub mod error;
pub mod findings;
pub mod games;
pub mod input;
pub mod interrupt;
pub mod league;
mod lookalike;
pub mod paint;
pub mod parallel;
pub mod plain;
pub mod printable;
#[cfg_attr(target_arch = "wasm32", path = "system/no_progress.rs")]
pub mod progress;
pub mod protocol;
pub mod report;
pub mod run;
pub mod sim;
pub mod stats;
pub mod store;
pub mod study;
pub mod surroundings;
pub mod system;
pub mod table;
#[cfg(not(target_arch = "wasm32"))]
pub mod tui;
pub mod web;

pub use protocol::message::BotOptions;
#[cfg(not(target_arch = "wasm32"))]
pub use protocol::serve::serve;

/// Checks that the agent in PROTOCOL.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../PROTOCOL.md")]
struct Documented;
