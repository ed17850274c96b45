//! Faults of bots.

use std::fmt;
use std::str::FromStr;

use goldrush_support::printable::printable;

use super::source_line::source_line;

/// Kinds of faults, as named in tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FaultKind {
    /// The bot did not answer in time.
    Timeout,
    /// It answered with a move that was not offered.
    Illegal,
    /// It exited or closed its standard output.
    Crash,
    /// It answered with something that is not a message.
    Protocol,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [FaultKind; 4] = [
        FaultKind::Timeout,
        FaultKind::Illegal,
        FaultKind::Crash,
        FaultKind::Protocol,
    ];

    /// Returns the lower-case name.
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

/// A fault of a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    /// Description in one line.
    pub what: String,
    /// The end of its standard error.
    pub stderr_tail: String,
    /// Advice for its author, if more is known than the kind says.
    pub advice: Option<String>,
}

impl Fault {
    /// Returns the lines at the end of its standard error.
    pub fn stderr_lines(&self) -> Vec<String> {
        let lines = self.stderr_tail.trim_end().lines();
        lines
            .map(|line| printable(line.replace('\t', "    ")).to_string())
            .collect()
    }

    /// Returns the line of its source where a bot that crashed ended, as far as its standard error names it, and the error.
    pub fn source_line(&self) -> Option<String> {
        let is_crash = self.kind == FaultKind::Crash;
        is_crash.then(|| source_line(&self.stderr_lines()))?
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, printable(&self.what))?;
        match self.stderr_tail.trim_end() {
            "" => Ok(()),
            words => write!(
                f,
                "; standard error: {}",
                printable(words.replace('\n', " | "))
            ),
        }
    }
}
