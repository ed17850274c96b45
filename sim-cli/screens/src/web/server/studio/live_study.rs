//! A study that is played for a page: how it goes and what it has found, for every page that is open.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::sync::watch;

use goldrush_games::GameName;
use goldrush_games::variants::OptionValues;
use goldrush_support::interrupt::Interrupt;

/// Most lines kept.
const LINES: usize = 200;
/// Most earlier answers kept.
const EARLIER: usize = 30;
/// Time between two notices of the number of games.
const PAUSE: Duration = Duration::from_millis(200);

/// State of a study.
#[derive(Clone, Default, Serialize, Debug)]
pub(super) struct StudyState {
    /// True while it is played.
    pub(super) running: bool,
    pub(super) title: String,
    pub(super) command: String,
    /// Games played so far, and at most; 0 if unknown.
    pub(super) games: [u64; 2],
    /// Lines of the study, oldest first.
    pub(super) lines: Vec<String>,
    /// Why it failed.
    pub(super) error: Option<String>,
    /// The rules that a search found best.
    pub(super) best: Option<Best>,
    /// Number of the first earlier answer that is kept.
    pub(super) first: usize,
    /// The earlier answers, oldest first.
    pub(super) earlier: VecDeque<Earlier>,
    /// Counts the changes of `page`.
    #[serde(skip)]
    pub(super) edition: u64,
    /// The answer so far, in HTML.
    #[serde(skip)]
    pub(super) page: String,
    /// The earlier answers, in HTML.
    #[serde(skip)]
    pub(super) pages: VecDeque<Arc<str>>,
}

/// Rules that a search found best.
#[derive(Clone, Serialize, Debug)]
pub(super) struct Best {
    game: &'static str,
    /// The rules that differ from the printed game, by name of the option.
    rules: OptionValues,
}

/// An answer of an earlier study.
#[derive(Clone, Serialize, Debug)]
pub(super) struct Earlier {
    title: String,
    best: Option<Best>,
}

impl StudyState {
    /// Moves the current answer, if there is one, to the earlier ones.
    fn keep_answer(&mut self) {
        if self.page.is_empty() {
            return;
        }
        self.earlier.push_back(Earlier {
            title: std::mem::take(&mut self.title),
            best: self.best.take(),
        });
        self.pages.push_back(std::mem::take(&mut self.page).into());
        if self.pages.len() > EARLIER {
            self.first += 1;
            self.earlier.pop_front();
            self.pages.pop_front();
        }
    }
}

/// The study that a studio plays, one at a time, and the answers of those before.
pub struct LiveStudy {
    state: watch::Sender<StudyState>,
    interrupt: Mutex<Interrupt>,
    /// Time of the last notice of the number of games.
    noticed_at: Mutex<Instant>,
}

impl Default for LiveStudy {
    fn default() -> LiveStudy {
        LiveStudy {
            state: watch::Sender::new(StudyState::default()),
            interrupt: Mutex::default(),
            noticed_at: Mutex::new(Instant::now()),
        }
    }
}

impl LiveStudy {
    /// Begins a study; false if one is being played.
    pub(super) fn begin(&self, title: String, command: String) -> bool {
        self.state.send_if_modified(|state| {
            let is_free = !state.running;
            if is_free {
                state.keep_answer();
                let StudyState {
                    first,
                    edition,
                    earlier,
                    pages,
                    ..
                } = std::mem::take(state);
                *state = StudyState {
                    running: true,
                    title,
                    command,
                    edition: edition + 1,
                    first,
                    earlier,
                    pages,
                    ..StudyState::default()
                };
                *self
                    .interrupt
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner) = Interrupt::default();
            }
            is_free
        })
    }

    /// Ends the study, with what went wrong.
    pub(super) fn end(&self, error: Option<String>) {
        self.state
            .send_modify(|state| (state.running, state.error) = (false, error));
    }

    /// Returns an earlier answer by its number, in HTML.
    pub(super) fn earlier(&self, number: usize) -> Option<Arc<str>> {
        let state = self.state.borrow();
        number
            .checked_sub(state.first)
            .and_then(|at| state.pages.get(at).cloned())
    }

    /// Asks the study to end.
    pub(super) fn stop(&self) {
        self.interrupt().request();
    }

    /// Returns a receiver of the states.
    pub(super) fn listen(&self) -> watch::Receiver<StudyState> {
        let mut news = self.state.subscribe();
        news.mark_changed();
        news
    }

    /// Flag that is set when the user stops the study.
    pub fn interrupt(&self) -> Interrupt {
        self.interrupt
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
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
        let mut noticed_at = self
            .noticed_at
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
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

    /// Offers the rules that a search found best.
    pub fn offer(&self, game: GameName, rules: OptionValues) {
        self.state.send_modify(|state| {
            state.best = Some(Best {
                game: game.about().name,
                rules,
            });
        });
    }

    /// Returns a writer that says each line that it is given, and fails once the user stops the study.
    pub fn writer(&self) -> impl io::Write + '_ {
        LineWriter {
            live_study: self,
            line: Vec::new(),
        }
    }
}

struct LineWriter<'s> {
    live_study: &'s LiveStudy,
    line: Vec<u8>,
}

impl io::Write for LineWriter<'_> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        if self.live_study.interrupt().requested() {
            return Err(io::Error::other("stopped; the same command continues"));
        }
        for &byte in text {
            match byte {
                b'\n' => self
                    .live_study
                    .say(&String::from_utf8_lossy(&std::mem::take(&mut self.line))),
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
    fn one_study_is_live_until_it_ends() {
        let live_study = LiveStudy::default();
        let begin = |command: &str| live_study.begin(format!("The {command}"), command.into());
        assert!(begin("first") && !begin("second"));
        let mut out = live_study.writer();
        write!(out, "half a ").unwrap();
        writeln!(out, "line\nanother").unwrap();
        live_study.stop();
        assert!(writeln!(out, "too late").is_err());
        drop(out);
        live_study.end(Some("stopped".into()));
        let state = live_study.listen().borrow().clone();
        assert_eq!(state.lines, ["half a line", "another"]);
        assert_eq!(
            (state.command.as_str(), state.error.as_deref()),
            ("first", Some("stopped"))
        );
        assert!(begin("second") && !live_study.interrupt().requested());
        let state = live_study.listen().borrow().clone();
        assert!(
            state.lines.is_empty() && state.earlier.is_empty(),
            "{state:?}"
        );
    }

    #[test]
    fn answers_are_kept_until_there_are_too_many() {
        let live_study = LiveStudy::default();
        for number in 0..EARLIER + 3 {
            assert!(live_study.begin(format!("title {number}"), "command".into()));
            live_study.show(format!("answer {number}"));
            live_study.end(None);
        }
        assert!(live_study.begin("last".into(), "command".into()));
        let state = live_study.listen().borrow().clone();
        assert_eq!(
            (state.first, state.earlier.len(), &*state.earlier[0].title),
            (3, EARLIER, "title 3")
        );
        assert_eq!(live_study.earlier(3).as_deref(), Some("answer 3"));
        assert!(live_study.earlier(2).is_none() && live_study.earlier(EARLIER + 3).is_none());
    }
}
