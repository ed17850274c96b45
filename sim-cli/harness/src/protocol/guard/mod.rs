//! A bot's guard: this program, started again with a hidden subcommand, which starts the bot and kills it with all its
//! descendants when the program ends.
//!
//! The guard's standard input is a pipe whose other end only the program has, so that it closes however the program ends, even
//! by a signal that cannot be caught. A process below the guard that loses its parent becomes the guard's child, even in its own
//! session. The bot's output does not pass through the guard: over a socket, its standard output, the guard receives the bot's
//! ends of the pipes, passes them on and closes them; it sends reports back.

mod descendants;
mod folders;
mod interpreter;
mod keep;
mod keys;
mod launch;
mod marks;
mod mistyped;
mod pin;
mod places;
mod post;
mod private;
mod sandbox;
mod sight;
mod signals;
mod system_files;
mod timers;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use serde::{Deserialize, Serialize};

pub use self::folders::start_from;
pub use self::mistyped::problem;
pub use self::post::{BotPipes, Guard, become_subreaper};
pub use self::private::{hide, keep_apart};
use self::sandbox::Sandbox;
pub use self::sandbox::{check as check_sandbox, described, unlimited};
pub use self::sight::check_shown_folder;
use super::limits::Limits;

/// Hidden subcommand that guards a bot.
const KEEP: &str = "guard";
/// Hidden subcommand that becomes a bot with limits, which must not apply to its guard.
const CONFINE: &str = "guard-confine";

/// Orders to a guard: the argument of both subcommands, as JSON.
#[derive(Serialize, Deserialize, Debug)]
struct LaunchOrder {
    command: String,
    memory_mb: Option<u64>,
    cpu_s: Option<u64>,
    sandbox: Option<Sandbox>,
    /// CPUs to run on; empty if it does not matter.
    #[serde(default)]
    cpus: Vec<usize>,
}

impl LaunchOrder {
    fn new(command: &str, limits: &Limits) -> io::Result<LaunchOrder> {
        let Limits {
            memory_mb,
            cpu_s,
            sandbox,
            pin,
            cpus,
            ..
        } = *limits;
        let cpus = if pin { Some(1) } else { cpus };
        let cpus = cpus
            .map(pin::cpus_of_thread)
            .transpose()?
            .unwrap_or_default();
        let sandbox = sandbox
            .then(|| Sandbox::new(command, limits))
            .transpose()
            .map_err(io::Error::other)?;
        Ok(LaunchOrder {
            command: command.into(),
            memory_mb,
            cpu_s,
            sandbox,
            cpus,
        })
    }

    /// Returns the order as an argument.
    ///
    /// # Errors
    /// Fails if the name of a folder in it is not UTF-8.
    fn argument(&self) -> io::Result<String> {
        Ok(serde_json::to_string(self)?)
    }
}

/// Report of a guard, one line of JSON each.
#[derive(Serialize, Deserialize, Debug)]
enum Report {
    /// The bot runs; holds the process that leads its group.
    Started(i32),
    /// The bot could not be started.
    Refused(String),
    /// The bot ended.
    Ended {
        /// Status as the system encodes it.
        status: i32,
        /// Processor time it used, in milliseconds, if it is limited and the system reports it.
        processor_ms: Option<u64>,
    },
    /// No process of the bot is left.
    Over {
        /// True if children outlived the bot.
        left_children: bool,
    },
}

/// Runs as a guard if the program was started as one; otherwise returns `None`. Called before the command line is parsed, which
/// takes longer than starting a process.
pub fn called(words: &[OsString]) -> Option<ExitCode> {
    let [_, name, order] = words else { return None };
    let task = [
        (KEEP, keep::keep as fn(&LaunchOrder) -> ExitCode),
        (CONFINE, launch::confine),
    ];
    let (_, task) = task.into_iter().find(|(known, _)| name == known)?;
    Some(task(&serde_json::from_str(order.to_str()?).ok()?))
}
