//! Record of a search: what was asked, and everything played so far, so that a search that was stopped can be resumed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::measurement::Samples;
use crate::error::{bad_input, read_input};
use crate::store::file::write_atomically;
use crate::study::Retuning;

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

/// Record in its folder.
pub struct Store {
    path: PathBuf,
    record: Record,
}

impl Store {
    /// Opens the record of a folder, or begins one in a new or empty folder.
    ///
    /// # Errors
    /// Bad input if the folder holds something else.
    pub fn open(folder: &Path, asked: Asked) -> anyhow::Result<Store> {
        let path = folder.join(RECORD_FILE);
        if path.exists() {
            let wrong = |problem: String| bad_input(format!("{}: {problem}", path.display()));
            let record: Record = serde_json::from_str(&read_input(&path)?).map_err(|e| wrong(e.to_string()))?;
            if record.asked != asked {
                return Err(wrong(format!(
                    "it is of another search: goldrush {}; name another folder",
                    crate::study::joined(&record.asked.command)
                )));
            }
            return Ok(Store { path, record });
        }
        if folder.read_dir().is_ok_and(|mut files| files.next().is_some()) {
            return Err(bad_input(format!("--out {}: the folder is not empty", folder.display())));
        }
        std::fs::create_dir_all(folder).map_err(|e| bad_input(format!("--out {}: {e}", folder.display())))?;
        Ok(Store { path, record: Record { asked, played: BTreeMap::new(), retuned: BTreeMap::new() } })
    }

    /// Returns the samples of this name, if they were played.
    pub fn samples(&self, name: &str) -> Option<&Samples> {
        self.record.played.get(name)
    }

    /// Keeps samples.
    ///
    /// # Errors
    /// Fails if they cannot be written.
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
        write_atomically(&self.path, &(serde_json::to_string(&self.record)? + "\n"))
    }
}
