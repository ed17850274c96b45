//! What can be wrong with a bot.

use std::fmt;
use std::str::FromStr;

use crate::printable::printable;

/// Kinds of faults, as tables name them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FaultKind {
    /// It did not answer in time.
    Timeout,
    /// It answered with a move that is none of those it was offered.
    Illegal,
    /// It ended, or closed its standard output.
    Crash,
    /// It answered with something that is no message.
    Protocol,
}

impl FaultKind {
    /// All of them.
    pub const ALL: [FaultKind; 4] = [FaultKind::Timeout, FaultKind::Illegal, FaultKind::Crash, FaultKind::Protocol];

    /// Lower-case name.
    pub fn name(self) -> &'static str {
        ["timeout", "illegal", "crash", "protocol"][self as usize]
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for FaultKind {
    type Err = String;
    fn from_str(text: &str) -> Result<FaultKind, String> {
        let kind = FaultKind::ALL.into_iter().find(|kind| kind.name() == text);
        kind.ok_or_else(|| format!("\"{text}\" is no kind of fault"))
    }
}

/// What a bot did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Of which kind.
    pub kind: FaultKind,
    /// In words, in one line.
    pub what: String,
    /// The end of what it wrote to standard error.
    pub last_words: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, printable(&self.what))?;
        match self.last_words.trim_end() {
            "" => Ok(()),
            words => write!(f, "; its last words: {}", printable(words.replace('\n', " | "))),
        }
    }
}
