//! Failures of the pipes to a bot's process, and how the process ended.

use std::io;

/// Longest line a bot may write, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;

/// Reason why a line could not be sent or received.
#[derive(Debug)]
pub enum ProcessError {
    /// The deadline passed.
    Late,
    /// The process ended or closed a pipe.
    Gone,
    /// The process guarding the bot was killed.
    Unguarded,
    /// A line was longer than [`LONGEST_LINE`].
    TooLong,
    /// The system call failed.
    System(io::Error),
}

/// State of the processes of a bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Activity {
    /// All wait for input, or for another that does.
    Reading,
    /// All sleep; the system does not say for how long.
    Asleep,
    /// One runs, or sleeps until a time is up, or there is input that it has not read.
    Busy,
}

/// Ending of a process after its standard input was closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// True if it had to be killed.
    pub killed: bool,
    /// True if it left children behind, which were killed.
    pub left_children: bool,
}
