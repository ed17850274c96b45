//! The file of a game with people: a record of the turns played, with what is needed to resume under `session`. When
//! the game is over it is a complete record, which every command reads.

use std::collections::BTreeSet;
use std::path::Path;

use goldrush_engine::game::{State as _, Text as _};
use goldrush_engine::plain_error::plain;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::saved_file::SavedFile;
use super::seats::Seats;
use super::session::{GameSettings, NewGame, Session};
use crate::error::bad_input;
use crate::games::playable::{Components, Playable, RecordedGame};
use crate::store::record::read_line;

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
        let wrong = |what: String| bad_input(format!("{source}: {what}"));
        let part: SavedSession = match value.get("session") {
            Some(part) => serde_json::from_value(part.clone())
                .map_err(|e| wrong(format!("session: {}", plain(&e.to_string()))))?,
            None => {
                return Err(wrong(
                    "a record, but not of a game of goldrush play, which has a part \"session\""
                        .into(),
                ));
            }
        };
        if part.format != FORMAT {
            return Err(wrong(format!(
                "session: format \"{}\"; {FORMAT} is expected",
                part.format
            )));
        }
        let components = Components::carried(part.components.clone(), "its components");
        let played =
            RecordedGame::<G>::read(value, false, &components).map_err(|e| wrong(e.to_string()))?;
        let game = G::name(played.setup).parse().map_err(wrong)?;
        let seats = Seats::of_names(game, &played.heading.seats)
            .map_err(|e| wrong(format!("seats: {e}")))?;
        if seats.humans().is_empty() {
            return Err(wrong("seats: nobody is human".into()));
        }
        let mut state = played.after(played.moves.len());
        let mut moves = played.moves;
        for text in &part.unfinished {
            let mv = state.parse_move(text).ok().filter(|mv| state.is_legal(*mv));
            let mv = mv.ok_or_else(|| {
                wrong(format!(
                    "session: {text} is not a move that can be played there"
                ))
            })?;
            state.play_unchecked(mv);
            moves.push(mv);
        }
        let settings = GameSettings {
            practice: part.practice,
            lessons: part.lessons,
            assist: part.assist,
        };
        let (seed, components, setup) = (played.heading.seed, part.components, played.setup);
        let new_game = NewGame {
            setup,
            seed,
            seats,
            settings,
            file: None,
            components,
        };
        let mut session = Session::begin(new_game, played.dealt, kept);
        session.follow(moves);
        session.restore(part.told, part.undone);
        Ok(session)
    }

    /// Saves the game atomically. Variations are not saved.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
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
