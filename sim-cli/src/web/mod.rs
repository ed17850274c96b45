//! The game in a browser: a server for this machine only, the page it serves, and the loop that plays the game.

mod address;
mod board;
mod caller;
mod frame;
mod game_loop;
mod guard;
mod page;
mod panels;
mod server;
pub mod viewer;

use std::io::Write;
use std::time::Duration;

use crate::table::host::Host;

/// Plays a game in a browser until the user ends it; returns the message to print then.
///
/// # Errors
/// Fails if the server cannot start, or the game's file cannot be written.
pub fn play(host: Box<dyn Host>, pace: Duration, out: &mut dyn Write) -> anyhow::Result<String> {
    let (bound, address) = address::bind()?;
    let art = host.art();
    let watched = host.seats().humans().is_empty();
    let shell = page::shell(host.scene(), art.as_ref(), pace, watched, host.shared_secret().is_some());
    let (game_loop, counter) = game_loop::open(host, art);
    let launch = server::start(bound, &address, shell, counter)?;
    writeln!(out, "The board: {}", address.url())?;
    match address::show(&launch) {
        true => writeln!(out, "It opens in your browser. Ctrl-C quits; the game is saved.")?,
        false => writeln!(out, "Open it in a browser on this machine. Ctrl-C quits; the game is saved.")?,
    }
    out.flush()?;
    game_loop.work()
}
