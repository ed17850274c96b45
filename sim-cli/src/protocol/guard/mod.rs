//! A bot's guard: this program, started once more by a hidden subcommand, which starts the bot and ends it, with all that
//! came of it, when the program is no more.
//!
//! The guard's standard input is a pipe whose other end only the program has, so that it is closed whatever ends the
//! program, also what nobody can catch. Whoever loses its parent below the guard becomes the guard's child, even in a
//! session of its own. What the bot says does not pass through the guard: over a socket, its standard output, the guard
//! is handed the bot's ends of the pipes, hands them on and closes them; back go reports.

mod descendants;
mod keep;
mod launch;
mod post;

use std::ffi::OsString;
use std::process::ExitCode;

use serde::{Deserialize, Serialize};

pub use self::post::{BotPipes, Guard, adopt_orphans};
use super::limits::Limits;

/// The hidden subcommand that guards a bot.
const KEEP: &str = "guard";
/// The hidden subcommand that becomes a bot within limits, which are not to hold for its guard.
const CONFINE: &str = "guard-confine";

/// What a guard is to do, the argument of both subcommands as JSON.
#[derive(Serialize, Deserialize, Debug)]
struct Order {
    command: String,
    memory_mb: Option<u64>,
    cpu_s: Option<u64>,
}

impl Order {
    fn new(command: &str, limits: &Limits) -> Order {
        Order { command: command.into(), memory_mb: limits.memory_mb, cpu_s: limits.cpu_s }
    }

    fn argument(&self) -> String {
        serde_json::to_string(self).expect("it is plain data")
    }
}

/// What a guard tells, a line of JSON each.
#[derive(Serialize, Deserialize, Debug)]
enum Report {
    /// The bot runs; the process that leads its group.
    Started(i32),
    /// It could not be started.
    Refused(String),
    /// It ended, with a status as the system encodes it.
    Ended(i32),
    /// Nothing of it runs any more.
    Over {
        /// Whether others went on after the bot had ended.
        left_children: bool,
    },
}

/// Does what a guard does, if that is what the program was started for. It is asked before the command line is read,
/// which takes longer than the start of a process.
pub fn called(words: &[OsString]) -> Option<ExitCode> {
    let [_, name, order] = words else { return None };
    let task = [(KEEP, keep::keep as fn(&Order) -> ExitCode), (CONFINE, launch::confine)];
    let (_, task) = task.into_iter().find(|(known, _)| name == known)?;
    Some(task(&serde_json::from_str(order.to_str()?).ok()?))
}
