//! The command line of goldrush. What it is made of stands in crates of their own: `goldrush-harness` plays and judges many
//! games, `goldrush-games` knows the games.

pub mod cli;
pub mod commands;
pub mod design;
pub mod league;
pub mod run;

/// Checks that the agent in PROTOCOL.md compiles.
#[cfg(doctest)]
#[doc = include_str!("../PROTOCOL.md")]
struct Documented;
