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

use self::game_loop::GameLoop;
use self::server::Table;
use crate::table::host::Host;
use crate::table::next_game::Departure;

/// Plays a game in a browser until the user ends it, then the games that `start` starts from the words of a command.
///
/// # Errors
/// Fails if the server cannot start, or a game cannot be started or its file cannot be written.
pub fn play(
    host: Box<dyn Host>,
    pace: Duration,
    start: &dyn Fn(Vec<String>) -> anyhow::Result<Option<Box<dyn Host>>>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (bound, address) = address::bind()?;
    let (mut game_loop, table) = open(host, pace);
    let (server, launch) = server::start(bound, &address, table)?;
    writeln!(out, "The board: {}", address.url())?;
    match address::show(&launch) {
        true => writeln!(out, "It opens in your browser. Ctrl-C quits; the game is saved.")?,
        false => writeln!(out, "Open it in a browser on this machine. Ctrl-C quits; the game is saved.")?,
    }
    loop {
        out.flush()?;
        let Departure { message, next } = game_loop.work()?;
        writeln!(out, "\n{message}")?;
        let Some(host) = next.map(start).transpose()?.flatten() else { return Ok(()) };
        let table;
        (game_loop, table) = open(host, pace);
        server.replace(table);
    }
}

/// Creates the loop of a game, and what the server needs for it.
fn open(host: Box<dyn Host>, pace: Duration) -> (GameLoop, Table) {
    let art = host.art();
    let shell = page::shell(&*host, art.as_ref(), pace);
    let (game_loop, counter) = game_loop::open(host, art);
    (game_loop, Table { shell, counter })
}
