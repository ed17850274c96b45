//! Modules that know no game: statistics, files and their errors, signals, progress, printable text, drawings.

// A page needs no server, and nothing that only the command line does.
#![cfg_attr(target_arch = "wasm32", allow(dead_code))]

pub mod build;
pub mod drawing;
pub mod duration;
pub mod error;
pub mod input;
pub mod interrupt;
pub mod lookalike;
pub mod paint;
pub mod parallel;
pub mod printable;
#[cfg_attr(target_arch = "wasm32", path = "system/no_progress.rs")]
pub mod progress;
pub mod stats;
pub mod system;

/// Checks that the example of the README runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
