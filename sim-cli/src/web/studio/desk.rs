//! The desk: how a study goes and what it has found, for every page that is open.

use std::io;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::sync::watch;

use crate::interrupt::Interrupt;

/// Most lines kept.
const LINES: usize = 200;
/// Time between two notices of the number of games.
const PAUSE: Duration = Duration::from_millis(200);

/// State of a study.
#[derive(Clone, Default, Serialize, Debug)]
pub(super) struct State {
    /// True while it is played.
    pub(super) running: bool,
    /// The command.
    pub(super) command: String,
    /// Games played so far, and at most; 0 if unknown.
    pub(super) games: [u64; 2],
    /// Lines of the study, oldest first.
    pub(super) lines: Vec<String>,
    /// Why it failed.
    pub(super) error: Option<String>,
    /// Counts the changes of `page`.
    #[serde(skip)]
    pub(super) edition: u64,
    /// The answer so far, in HTML.
    #[serde(skip)]
    pub(super) page: String,
}

/// The desk of a studio, on which one study lies at a time.
pub struct Desk {
    state: watch::Sender<State>,
    interrupt: Mutex<Interrupt>,
    /// Time of the last notice of the number of games.
    noticed_at: Mutex<Instant>,
}

impl Default for Desk {
    fn default() -> Desk {
        Desk {
            state: watch::Sender::new(State::default()),
            interrupt: Mutex::default(),
            noticed_at: Mutex::new(Instant::now()),
        }
    }
}

impl Desk {
    /// Begins a study; false if one is being played.
    pub(super) fn begin(&self, command: String) -> bool {
        self.state.send_if_modified(|state| {
            let is_free = !state.running;
            if is_free {
                let edition = state.edition + 1;
                *state = State { running: true, command, edition, ..State::default() };
                *self.interrupt.lock().unwrap_or_else(PoisonError::into_inner) = Interrupt::default();
            }
            is_free
        })
    }

    /// Ends the study, with what went wrong.
    pub(super) fn end(&self, error: Option<String>) {
        self.state.send_modify(|state| (state.running, state.error) = (false, error));
    }

    /// Asks the study to end.
    pub(super) fn stop(&self) {
        self.interrupt().request();
    }

    /// Returns a receiver of the states.
    pub(super) fn listen(&self) -> watch::Receiver<State> {
        let mut news = self.state.subscribe();
        news.mark_changed();
        news
    }

    /// Flag that is set when the user stops the study.
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Says something in a line.
    pub fn say(&self, line: &str) {
        self.state.send_modify(|state| {
            state.lines.push(line.to_owned());
            let old = state.lines.len().saturating_sub(LINES);
            state.lines.drain(..old);
        });
    }

    /// Shows how many games were played, of how many at most.
    pub fn count(&self, games: u64, of: u64) {
        let mut noticed_at = self.noticed_at.lock().unwrap_or_else(PoisonError::into_inner);
        if games < of && noticed_at.elapsed() < PAUSE {
            return;
        }
        *noticed_at = Instant::now();
        self.state.send_modify(|state| state.games = [games, of]);
    }

    /// Shows the answer so far, in HTML.
    pub fn show(&self, page: String) {
        self.state.send_modify(|state| {
            state.page = page;
            state.edition += 1;
        });
    }

    /// Returns a writer that says each line that it is given, and fails once the user stops the study.
    pub fn writer(&self) -> impl io::Write + '_ {
        DeskWriter { desk: self, line: Vec::new() }
    }
}

struct DeskWriter<'d> {
    desk: &'d Desk,
    line: Vec<u8>,
}

impl io::Write for DeskWriter<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if self.desk.interrupt().requested() {
            return Err(io::Error::other("stopped; the same command continues"));
        }
        for &byte in text {
            match byte {
                b'\n' => self.desk.say(&String::from_utf8_lossy(&std::mem::take(&mut self.line))),
                byte => self.line.push(byte),
            }
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn one_study_lies_on_the_desk_until_it_ends() {
        let desk = Desk::default();
        assert!(desk.begin("first".into()) && !desk.begin("second".into()));
        let mut out = desk.writer();
        write!(out, "half a ").unwrap();
        writeln!(out, "line\nanother").unwrap();
        desk.stop();
        assert!(writeln!(out, "too late").is_err());
        drop(out);
        desk.end(Some("stopped".into()));
        let state = desk.listen().borrow().clone();
        assert_eq!(state.lines, ["half a line", "another"]);
        assert_eq!((state.command.as_str(), state.error.as_deref()), ("first", Some("stopped")));
        assert!(desk.begin("second".into()) && !desk.interrupt().requested());
        assert!(desk.listen().borrow().lines.is_empty());
    }
}
