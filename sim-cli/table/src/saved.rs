//! The file of a game with people: a record of the turns played, with what is needed to resume under `session`. When
//! the game is over it is a complete record, which every command reads.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::Path;

use goldrush_engine::game::{State as _, Text as _};
use goldrush_engine::plain_error::plain;
use goldrush_games::GameName;
use goldrush_games::playable::{Components, Playable, RecordedGame};
use goldrush_harness::store::record::read_line;
use goldrush_support::error::bad_input;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::saved_file::SavedFile;
use super::seats::Seats;
use super::session::{GameSettings, NewGame, Session};

const FORMAT: &str = "goldrush-session/1";

/// The part of a session that is not in the record.
#[derive(Serialize, Deserialize)]
struct SavedSession {
    format: String,
    practice: bool,
    lessons: bool,
    assist: bool,
    told: BTreeSet<String>,
    undone: usize,
    /// The moves of the turn in progress.
    unfinished: Vec<String>,
    /// Text of the components, if they do not come with the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    components: Option<String>,
}

impl<G: Playable> Session<G> {
    /// Resumes a game from its file, and locks the file, so that no other process plays it.
    ///
    /// # Errors
    /// Bad input if the file cannot be read, breaks the rules, or is being played by another process.
    pub fn resume(file: &Path) -> anyhow::Result<Session<G>> {
        let kept = SavedFile::take(file)?;
        Session::read(&read_line(file, 0)?, kept, &file.display().to_string())
    }

    /// Reads a game that was saved; `source` names where it comes from.
    ///
    /// # Errors
    /// Bad input if the game breaks the rules, or is none that people played.
    pub fn read(value: &Value, kept: SavedFile, source: &str) -> anyhow::Result<Session<G>> {
        let part: SavedSession = match value.get("session") {
            Some(part) => {
                let part = serde_json::from_value(part.clone());
                part.map_err(|e| wrong(source, format!("session: {}", plain(&e.to_string()))))?
            }
            None => {
                return Err(wrong(
                    source,
                    "a record, but not of a game of goldrush play, which has a part \"session\"",
                ));
            }
        };
        if part.format != FORMAT {
            let problem = format!("session: format \"{}\"; {FORMAT} is expected", part.format);
            return Err(wrong(source, problem));
        }
        let components = Components::carried(part.components.clone(), "its components");
        let played =
            RecordedGame::<G>::read(value, false, &components).map_err(|e| wrong(source, e))?;
        let game: GameName = G::name(played.setup)
            .parse()
            .map_err(|e| wrong(source, e))?;
        let seats = Seats::of_heading(game, &played.heading)
            .map_err(|e| wrong(source, format!("seats: {e}")))?;
        if seats.humans().is_empty() {
            return Err(wrong(source, "seats: nobody is human"));
        }
        let mut state = played.after(played.moves.len());
        let mut moves = played.moves;
        for text in &part.unfinished {
            let mv = state.parse_move(text).ok().filter(|mv| state.is_legal(*mv));
            let mv = mv.ok_or_else(|| {
                let problem = format!("session: {text} is not a move that can be played there");
                wrong(source, problem)
            })?;
            state.play_unchecked(mv);
            moves.push(mv);
        }
        let settings = GameSettings {
            practice: part.practice,
            lessons: part.lessons,
            assist: part.assist,
        };
        let new_game = NewGame {
            setup: played.setup,
            seed: played.heading.seed,
            seats,
            settings,
            file: None,
            components: part.components,
        };
        let mut session = Session::begin(new_game, played.dealt, kept);
        session.follow(moves);
        session.restore(part.told, part.undone);
        Ok(session)
    }

    /// Saves the game atomically. Variations are not saved.
    pub fn save(&mut self) -> anyhow::Result<()> {
        match self.saved() {
            Some(text) => self.kept.write(&text),
            None => Ok(()),
        }
    }

    /// Returns the text of its file; `None` in a variation.
    pub fn saved(&self) -> Option<String> {
        if self.main_line.is_some() {
            return None;
        }
        let (
            GameSettings {
                practice,
                lessons,
                assist,
            },
            told,
            undone,
            components,
        ) = self.part();
        let part = SavedSession {
            format: FORMAT.into(),
            practice,
            lessons,
            assist,
            told: told.clone(),
            undone,
            unfinished: self.history().unfinished(),
            components: components.map(Into::into),
        };
        let mut value = serde_json::to_value(self.record()).expect("a record is JSON");
        value["session"] = serde_json::to_value(part).expect("settings are JSON");
        Some(format!("{value}\n"))
    }
}

/// Returns the error that a saved game cannot be resumed.
fn wrong(source: &str, problem: impl Display) -> anyhow::Error {
    bad_input(format!("{source}: {problem}"))
}
