//! Games that were written down, as a user names them: a file of records, and which of them.

use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;

use goldrush_engine::gold_rush::{Catalogue, GAME, Record, Setup};
use serde_json::Value;

use super::gzip;
use crate::error::bad_input;
use crate::games::GameName;
use crate::games::gold_rush::variants::load_catalogue;
use crate::study::tiles_file;

/// Reads a game of a file of records of whatever game, one a line, numbered from 0.
///
/// # Errors
/// If there is no such line or it is no JSON: bad input.
pub fn read_line(file: &Path, game: u64) -> anyhow::Result<Value> {
    let wrong = |what: String| bad_input(format!("{}: {what}", file.display()));
    if file.is_dir() {
        return Err(wrong("is a folder; a file of records is expected, or --run and the folder of a run".into()));
    }
    let reader = gzip::open(file).map_err(|e| wrong(e.to_string()))?;
    let mut games = 0;
    for line in reader.lines() {
        let line = line.map_err(|e| wrong(e.to_string()))?;
        if games == game {
            return serde_json::from_str(&line).map_err(|e| wrong(format!("line {}: not a record: {e}", game + 1)));
        }
        games += 1;
    }
    Err(wrong(format!("--game {game}: the file has {games} games, numbered from 0")))
}

/// Reads a game of Gold Rush of a file of records; also gives it as it is written.
///
/// # Errors
/// If there is no such game or it is no record: bad input.
pub fn read_record(file: &Path, game: u64) -> anyhow::Result<(Record, Value)> {
    let wrong = |what: String| bad_input(format!("{}: {what}", file.display()));
    let value = read_line(file, game)?;
    let other = value.get("game").and_then(Value::as_str).filter(|name| *name != GAME);
    if let Some(other) = other.filter(|name| name.parse::<GameName>().is_ok()) {
        return Err(wrong(format!("a record of {other}; this command knows {GAME} only")));
    }
    if !is_made_of_objects(&value) {
        return Err(wrong(format!("line {}: not a record: an object is written as a list", game + 1)));
    }
    let record = serde_json::from_value(value.clone());
    Ok((record.map_err(|e| wrong(format!("line {}: not a record: {e}", game + 1)))?, value))
}

/// Whether a record's parts are objects where they should be; the reader would take lists of their fields too.
fn is_made_of_objects(record: &Value) -> bool {
    let parts = ["rules", "deal", "final"].iter().filter_map(|key| record.get(key));
    let turns = record.get("turns").and_then(|t| t.as_array()).into_iter().flatten();
    let actions = turns.clone().filter_map(|turn| turn.get("action"));
    record.is_object() && parts.chain(turns).chain(actions).all(Value::is_object)
}

/// The game's setup: the catalogue is the one named on the command line, or the built-in one the record names, or
/// the one that lies beside the record.
///
/// # Errors
/// If it is not to be found, or not a game this program knows: bad input.
pub fn setup_of(record: &Record, tiles: Option<&str>, file: &Path, game: u64) -> anyhow::Result<Setup> {
    let wrong = |what: String| bad_input(format!("{}: game {game}: {what}", file.display()));
    let (rules, players) = record.check_format().map_err(|e| wrong(e.to_string()))?;
    let beside = file.with_file_name(tiles_file(&record.catalogue_hash));
    let built_in = Catalogue::built_in(&record.catalogue);
    let catalogue = match (tiles, built_in) {
        (Some(name), _) => load_catalogue(name)?,
        (None, Some(catalogue)) => catalogue,
        (None, None) if beside.exists() => load_catalogue(&beside.display().to_string())?,
        (None, None) => {
            let name = &record.catalogue;
            return Err(wrong(format!("there is no built-in catalogue {name}; give its file with --tiles")));
        }
    };
    Setup::new(Arc::new(catalogue), rules, players).map_err(wrong)
}
