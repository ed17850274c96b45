//! Plays many games in parallel, keeps them and judges them, whatever the game: a study plans them, the simulation plays them
//! by agents and by bots in processes of their own, a store keeps them, findings say what they show.

// A page needs no server, and nothing that only the command line does.
#![cfg_attr(target_arch = "wasm32", allow(dead_code))]

pub mod findings;
pub mod protocol;
pub mod sim;
pub mod store;
pub mod study;
pub mod surroundings;

pub use protocol::message::BotOptions;
#[cfg(not(target_arch = "wasm32"))]
pub use protocol::serve::serve;

/// Checks that the example of the README runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
