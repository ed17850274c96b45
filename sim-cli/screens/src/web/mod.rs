//! The game in a browser: the page, the loop that plays the game, and what connects the two: a server, or a worker that has all
//! of the program.

mod address;
mod board;
mod card;
mod frame;
mod game_loop;
mod page;
mod panels;
mod room;
mod screens;
mod secret;
#[cfg(not(target_arch = "wasm32"))]
pub mod server;
mod textures;
pub mod viewer;
pub mod worker;
