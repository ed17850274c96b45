//! Recorded games as users refer to them: a file of records, a number in it, and the components of the game.

use std::path::Path;

use serde_json::Value;

use super::lines::Lines;
use crate::error::bad_input;
use crate::games::GameName;
use crate::games::playable::Components;
use crate::games::variants::load_components;
use crate::study::tiles_file;

/// Reads one record from a file with one per line, numbered from 0; it may be of any game.
///
/// # Errors
/// Bad input if there is no such line, or it is not JSON.
pub fn read_line(file: &Path, game: u64) -> anyhow::Result<Value> {
    let wrong = |what: String| bad_input(format!("{}: {what}", file.display()));
    if file.is_dir() {
        return Err(wrong("is a folder; a file of records is expected, or --run and the folder of a run".into()));
    }
    let mut lines = Lines::of_file(file.into())?;
    while let Some(line) = lines.next_or_torn()? {
        if lines.line == game + 1 {
            return serde_json::from_str(&line).map_err(|e| lines.wrong(lines.line, &format!("not a record: {e}")));
        }
    }
    Err(wrong(format!("--number {game}: the file has {} games, numbered from 0", lines.line)))
}

/// Returns the game that a record is of.
///
/// # Errors
/// Fails if the record names no game, or an unknown one.
pub fn game_of(record: &Value) -> Result<GameName, String> {
    let name = record.get("game").and_then(Value::as_str).ok_or("not a record: it names no game")?;
    name.parse()
}

/// True if the game of a record is still in progress.
pub fn is_being_played(record: &Value) -> bool {
    record.get("session").is_some()
}

/// Returns a finder for the components of a record that do not come with the program: those named on the command line, those
/// that a saved game carries with it, or those in a file beside that of the record.
pub fn components<'a>(
    tiles: Option<&'a str>,
    file: Option<&'a Path>,
    record: &'a Value,
) -> impl Fn(&str, &str) -> anyhow::Result<Option<Components>> + 'a {
    let carried = Components::carried(record["session"]["components"].as_str().map(Into::into), "its components");
    move |name, hash| match (tiles, carried(name, hash)?) {
        (Some(name), _) => load_components(name).map(Some),
        (None, Some(carried)) => Ok(Some(carried)),
        (None, None) => {
            let beside = file.map(|file| file.with_file_name(tiles_file(hash))).filter(|beside| beside.exists());
            beside.map(|beside| load_components(&beside.display().to_string())).transpose()
        }
    }
}
