//! Record of a search: what was asked, and everything played so far, so that a search that was stopped can be resumed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use goldrush_engine::plain_error::plain;
use goldrush_harness::store::disk::make_folder;
use goldrush_harness::store::file::write_atomically;
use goldrush_harness::store::folder::{LockedFolder, holds_only};
use goldrush_harness::store::seal::{sealed_json, unsealed_json};
use goldrush_harness::study::Retuning;
use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;
use serde::{Deserialize, Serialize};

use super::measurement::{Sample, Samples};

/// Name of the file in the folder of a search.
pub const RECORD_FILE: &str = "design.json";

/// Everything that decides a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// Game, options and rules that may vary, as words of the command line.
    pub command: Vec<String>,
    /// Hash of the tiles or cards.
    pub components: String,
    /// Version of the program.
    pub version: String,
}

/// A search and its games so far.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    asked: Asked,
    /// Samples by the name of what was played.
    played: BTreeMap<String, Samples>,
    /// Retuned bots by setting and number of players; `None` where retuning gains nothing.
    retuned: BTreeMap<String, Option<Retuning>>,
}

/// Record in its folder, which is locked against other searches.
pub struct Store {
    path: PathBuf,
    record: Record,
    _lock: LockedFolder,
}

impl Store {
    /// Opens the record of a folder, or begins one in a new or empty folder. Each sample must be of this many numbers of players
    /// and quantities.
    ///
    /// # Errors
    /// Bad input if the folder holds something else, the record was changed, or another process searches there.
    pub fn open(
        folder: &Path,
        asked: Asked,
        players: usize,
        quantities: usize,
    ) -> anyhow::Result<Store> {
        make_folder(folder).map_err(|e| bad_input(format!("--out {}: {e}", folder.display())))?;
        let path = folder.join(RECORD_FILE);
        if !path.exists() && !holds_only(folder, &[RECORD_FILE]) {
            return Err(bad_input(format!(
                "--out {}: the folder is not empty",
                folder.display()
            )));
        }
        let lock = LockedFolder::take_new(folder, "searching in this folder")?;
        let is_begun = path.exists();
        let record = if is_begun {
            Record::read(&path, &asked)?
        } else {
            Record {
                asked,
                played: BTreeMap::new(),
                retuned: BTreeMap::new(),
            }
        };
        let store = Store {
            path,
            record,
            _lock: lock,
        };
        if let Some((name, _)) = store
            .record
            .played
            .iter()
            .find(|(_, samples)| !fits(samples, players, quantities))
        {
            return Err(store.wrong(&format!("\"{name}\" has impossible results")));
        }
        if !is_begun {
            store.save()?;
        }
        Ok(store)
    }

    /// Returns the error for a record that cannot be used.
    pub fn wrong(&self, problem: &str) -> anyhow::Error {
        wrong(&self.path, problem)
    }

    /// Returns the samples of this name, if they were played.
    pub fn samples(&self, name: &str) -> Option<&Samples> {
        self.record.played.get(name)
    }

    /// Keeps samples.
    pub fn keep(&mut self, played: Vec<(String, Samples)>) -> anyhow::Result<()> {
        self.record.played.extend(played);
        self.save()
    }

    /// Returns the bot of this name retuned; retunes it with `retune` if that was not done yet.
    ///
    /// # Errors
    /// Passes on those of `retune`; fails if the result cannot be written.
    pub fn retuned(
        &mut self,
        name: &str,
        retune: impl FnOnce() -> anyhow::Result<Option<Retuning>>,
    ) -> anyhow::Result<Option<Retuning>> {
        if !self.record.retuned.contains_key(name) {
            self.record.retuned.insert(name.to_owned(), retune()?);
            self.save()?;
        }
        Ok(self.record.retuned[name].clone())
    }

    fn save(&self) -> anyhow::Result<()> {
        write_atomically(
            &self.path,
            &sealed_json(&serde_json::to_string(&self.record)?)?,
        )
    }
}

impl Record {
    /// Reads the record of the search that is asked for.
    fn read(path: &Path, asked: &Asked) -> anyhow::Result<Record> {
        let Some(text) = unsealed_json(&read_input(path)?) else {
            return Err(wrong(path, "was changed since goldrush wrote it"));
        };
        let record: Record =
            serde_json::from_str(&text).map_err(|e| wrong(path, &plain(&e.to_string())))?;
        let found = &record.asked;
        if found == asked {
            return Ok(record);
        }
        let problem = if found.command != asked.command {
            format!(
                "is of another search: goldrush {}",
                goldrush_harness::study::joined(&found.command)
            )
        } else if found.version != asked.version {
            format!(
                "was started by commit {} of goldrush; this is {}",
                found.version, asked.version
            )
        } else {
            "is of other tiles or cards".to_owned()
        };
        Err(wrong(path, &problem))
    }
}

fn wrong(path: &Path, problem: &str) -> anyhow::Error {
    bad_input(format!(
        "{}: {problem}; restore the file, or search anew in another folder with --out",
        path.display()
    ))
}

/// True if samples are of this many numbers of players and quantities, and can be of games.
fn fits(samples: &Samples, players: usize, quantities: usize) -> bool {
    let is_full =
        samples.len() == players && samples.iter().all(|samples| samples.len() == quantities);
    is_full && samples.iter().flatten().all(Sample::is_possible)
}
