//! Games with people in them, for every game and every way to show it: seats, the game in progress, its file, bots that
//! think in the background, hints, the closing and the next game. Skins use the interface [`host::Host`].

// A page needs no server, and nothing that only the command line does.
#![cfg_attr(target_arch = "wasm32", allow(dead_code))]

mod again;
pub mod analysis;
pub mod balance;
mod bot_seat;
pub mod bots;
pub mod closing;
pub mod game_history;
pub mod hint;
pub mod host;
pub mod live_game;
mod main_line;
pub mod next_game;
pub mod person_name;
pub mod preview;
mod saved;
pub mod saved_file;
pub mod scene_frame;
pub mod seats;
pub mod session;
pub mod shelf;
pub mod shown_turn;
pub mod thinking;
pub mod training;
pub mod variation;

/// Checks that the example of the README runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
