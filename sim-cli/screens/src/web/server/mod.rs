//! The server of the pages, for this machine only or for the local network, and the games that are played by it.

mod board_routes;
mod caller;
mod guard;
mod http;
pub mod pages;
mod rate_limit;
mod room_gate;
pub mod studio;

use std::io::Write;
use std::net::TcpListener;
use std::time::Duration;

use goldrush_engine::player::Player;
use goldrush_support::system::{on_termination_signal, open_in_browser};
use goldrush_table::host::Host;
use goldrush_table::next_game::Departure;

pub use self::board_routes::CurrentTable;
use self::board_routes::Table;
use self::room_gate::RoomGate;
use crate::web::game_loop::{self, GameLoop};
use crate::web::room::{Invitation, Room, SharedRoom};
pub use crate::web::room::{Meeting, Origin};
use crate::web::{address, page};

/// Starts the next game from the words of a command; `None` if it is not one that plays.
pub type StartNext<'a> = &'a dyn Fn(Vec<String>) -> anyhow::Result<Option<Box<dyn Host>>>;

impl CurrentTable {
    /// Plays a game here until the user ends it, then the games that `start` starts. Calls `opened` once the page can be shown.
    ///
    /// # Errors
    /// Fails if a game cannot be started or its file cannot be written.
    pub fn play(
        &self,
        host: Box<dyn Host>,
        pace: Duration,
        start: StartNext<'_>,
        opened: impl FnOnce(),
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let game_loop = self.begin(host, pace);
        opened();
        self.run(game_loop, pace, start, out)
    }

    fn run(
        &self,
        mut game_loop: GameLoop,
        pace: Duration,
        start: StartNext<'_>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        loop {
            out.flush()?;
            let Departure { message, next } = game_loop.work()?;
            let host = match next.map(start).transpose() {
                Ok(host) => host.flatten(),
                Err(e) => {
                    game_loop.stay(format!("The next game could not be started: {e:#}."));
                    continue;
                }
            };
            writeln!(out, "\n{message}")?;
            match host.filter(|_| !self.is_left()) {
                Some(host) => game_loop = self.begin(host, pace),
                None => return Ok(()),
            }
        }
    }

    /// Serves a game from now on; returns the loop that plays it.
    fn begin(&self, host: Box<dyn Host>, pace: Duration) -> GameLoop {
        let art = host.art();
        let shell = page::shell(&*host, art.as_ref(), pace, self.room.is_some());
        let (mut game_loop, handle) = game_loop::open(host, art, self.room.clone());
        game_loop.begin();
        self.replace(Table { shell, handle });
        game_loop
    }
}

/// A table at which people play over the local network: an address there, and the person at this machine.
pub struct NetworkTable {
    bound: TcpListener,
    invitation: Invitation,
    name: String,
    time: Option<Duration>,
    is_quiet: bool,
    has_hints: bool,
}

impl NetworkTable {
    /// Binds an address of this machine. Each person has this time for a game, or as much as they like; `name` is that of the person at
    /// this machine. There are no messages at a table that `is_quiet`; at one that `has_hints`, each person may look at hints.
    ///
    /// # Errors
    /// Bad input if there is no network, or the address is not one of this machine.
    pub fn bind(
        meeting: &Meeting,
        name: String,
        time: Option<Duration>,
        is_quiet: bool,
        has_hints: bool,
    ) -> anyhow::Result<NetworkTable> {
        let (bound, invitation) = Invitation::bind(meeting)?;
        Ok(NetworkTable {
            bound,
            invitation,
            name,
            time,
            is_quiet,
            has_hints,
        })
    }

    /// Serves the table in the network; the person at this machine has this seat.
    fn serve(self, table: &mut CurrentTable, seat: Player) -> anyhow::Result<()> {
        let NetworkTable {
            bound,
            invitation,
            name,
            time,
            is_quiet,
            has_hints,
        } = self;
        let is_public = invitation.is_public();
        let mut room = Room::new(name, seat, time, invitation);
        if is_quiet {
            room.silence();
        }
        if has_hints {
            room.allow_hints();
        }
        let room = SharedRoom::new(room);
        table.room = Some(room.clone());
        let joined = table.clone();
        let gate = RoomGate::new(room, &board_routes::OPEN, move || joined.note_room());
        let routes = board_routes::routes_for_members(table.clone()).merge(gate.routes());
        http::start_in_network(bound, gate, routes, is_public)
    }
}

/// Plays a game in a browser until the user ends it, then the games that `start` starts; over the local network, if there is a
/// table for it, with the seat of the person at this machine.
///
/// # Errors
/// Fails if a server cannot start, or a game cannot be started or its file cannot be written.
pub fn play(
    host: Box<dyn Host>,
    pace: Duration,
    network: Option<(NetworkTable, Player)>,
    colors: bool,
    start: StartNext<'_>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let (bound, address) = address::bind(address::BOARD)?;
    let mut table = CurrentTable::default();
    if let Some((network, seat)) = network {
        writeln!(out, "{}", network.invitation.printed(colors))?;
        network.serve(&mut table, seat)?;
    }
    let game_loop = table.begin(host, pace);
    let left = table.clone();
    on_termination_signal(move || left.leave());
    let launch = http::start(
        bound,
        &address,
        &board_routes::OPEN,
        board_routes::routes(table.clone()),
    )?;
    writeln!(out, "The board: {}", address.url())?;
    announce(&launch, "Ctrl-C quits; the game is saved.", out)?;
    table.run(game_loop, pace, start, out)
}

/// Opens a page in the browser, or asks the user to.
fn announce(launch: &str, quitting: &str, out: &mut dyn Write) -> anyhow::Result<()> {
    if open_in_browser(launch) {
        writeln!(out, "It opens in your browser. {quitting}")?;
    } else {
        writeln!(out, "Open it in a browser on this machine. {quitting}")?;
    }
    out.flush()?;
    Ok(())
}
