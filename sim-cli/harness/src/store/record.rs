//! Recorded games as users refer to them: a file of records, a number in it, and the components of the game.

use std::path::Path;

use goldrush_games::GameName;
use goldrush_games::playable::Components;
use goldrush_games::variants::load_components;
use goldrush_support::error::{bad_input, counted};
use goldrush_support::input::json_line;
use serde_json::Value;

use super::lines::Lines;
use crate::study::tiles_file;

/// Reads one record from a file with one per line, numbered from 0; it may be of any game. Empty lines do not count.
///
/// # Errors
/// Bad input that names the cause if there is no such record, or it is not JSON.
pub fn read_line(file: &Path, game: u64) -> anyhow::Result<Value> {
    if file.is_dir() {
        return Err(bad_input(format!(
            "{}: is a folder; a file of records is expected, or --run and the folder of a run",
            file.display()
        )));
    }
    let mut lines = Lines::of_file(file.into())?;
    let mut games = 0;
    let mut first = None;
    while let Some(line) = lines.next_or_torn()? {
        if line.trim().is_empty() {
            continue;
        }
        let number = lines.line;
        if games == game {
            let checked = check_first(&lines, first.as_ref());
            return json_line(&line, "record")
                .map_err(|e| checked.err().unwrap_or_else(|| lines.wrong(number, &e)));
        }
        first.get_or_insert((number, line));
        games += 1;
    }
    check_first(&lines, first.as_ref())?;
    let problem = if games == 0 {
        "is empty; a record is expected on each line".to_owned()
    } else {
        format!(
            "--number {game}: the file has {}, numbered from 0",
            counted(games, "game")
        )
    };
    Err(bad_input(format!("{}: {problem}", file.display())))
}

/// Checks the first line of a file, in which it shows what is wrong with the file; `first` is its number and text, if it has one.
///
/// # Errors
/// Bad input if it is not JSON.
fn check_first(lines: &Lines, first: Option<&(u64, String)>) -> anyhow::Result<()> {
    let Some((number, text)) = first else {
        return Ok(());
    };
    json_line(text, "record")
        .map(drop)
        .map_err(|e| lines.wrong(*number, &e))
}

/// Returns the game that a record is of.
///
/// # Errors
/// Fails if the record names no game, or an unknown one.
pub fn game_of(record: &Value) -> Result<GameName, String> {
    let name = record
        .get("game")
        .and_then(Value::as_str)
        .ok_or("not a record: it names no game")?;
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
    let carried = Components::carried(
        record["session"]["components"].as_str().map(Into::into),
        "its components",
    );
    move |name, hash| match (tiles, carried(name, hash)?) {
        (Some(name), _) => load_components(name).map(Some),
        (None, Some(carried)) => Ok(Some(carried)),
        (None, None) => {
            let beside = file
                .map(|file| file.with_file_name(tiles_file(hash)))
                .filter(|beside| beside.exists());
            beside
                .map(|beside| load_components(&beside.display().to_string()))
                .transpose()
        }
    }
}
