//! Record of a search: what was asked, and everything played so far, so that a search that was stopped can be resumed. Several processes
//! may share a search: each plays its part of a step, and adds it to the record.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

use goldrush_engine::plain_error::plain;
use goldrush_harness::store::disk::make_folder;
use goldrush_harness::store::file::write_atomically;
use goldrush_harness::store::folder::{LockedFolder, holds_only};
use goldrush_harness::store::seal::{sealed_json, unsealed_json};
use goldrush_harness::study::{Retuning, Shard};
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

/// Record in its folder. It is locked against other searches or, while processes share it, whenever it is changed.
pub struct Store {
    folder: PathBuf,
    record: Record,
    /// Numbers of numbers of players and of quantities.
    size: (usize, usize),
    /// Part of each step that this process plays, if others play the rest.
    shard: Option<Shard>,
    _lock: Option<LockedFolder>,
}

/// Error of a process that has played its part of a step while others have not.
#[derive(Debug)]
pub struct OthersMissing;

impl fmt::Display for OthersMissing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("other parts of the step are missing")
    }
}

impl Error for OthersMissing {}

impl Store {
    /// Opens the record of a folder, or begins one in a new or empty folder. Each sample must be of as many numbers of players
    /// and quantities as `size` says.
    ///
    /// # Errors
    /// Bad input if the folder holds something else, the record was changed, or another process searches there.
    pub fn open(
        folder: &Path,
        asked: Asked,
        size: (usize, usize),
        shard: Option<Shard>,
    ) -> anyhow::Result<Store> {
        let path = make_place(folder)?;
        let lock = match shard {
            Some(_) => LockedFolder::wait_for(folder)?,
            None => LockedFolder::take_new(folder, "searching in this folder")?,
        };
        let is_begun = path.exists();
        let record = if is_begun {
            Record::read(&path, &asked, size)?
        } else {
            Record {
                asked,
                played: BTreeMap::new(),
                retuned: BTreeMap::new(),
            }
        };
        let store = Store {
            folder: folder.into(),
            record,
            size,
            shard,
            _lock: shard.is_none().then_some(lock),
        };
        if !is_begun {
            store.save()?;
        }
        Ok(store)
    }

    /// Returns the error for a record that cannot be used.
    pub fn wrong(&self, problem: &str) -> anyhow::Error {
        wrong(&self.folder.join(RECORD_FILE), problem)
    }

    /// True if this process plays this entry of a step.
    pub fn is_mine(&self, index: usize) -> bool {
        self.shard
            .is_none_or(|shard| index as u64 % shard.of == shard.index)
    }

    /// Fails with [`OthersMissing`] unless the record `has` all that the step asks for, once what other processes have added is read.
    pub fn complete_step(&mut self, has: impl Fn(&Store) -> bool) -> anyhow::Result<()> {
        if has(self) {
            return Ok(());
        }
        self.refresh()?;
        if has(self) {
            Ok(())
        } else {
            Err(OthersMissing.into())
        }
    }

    /// Returns the samples of this name, if they were played.
    pub fn samples(&self, name: &str) -> Option<&Samples> {
        self.record.played.get(name)
    }

    /// Keeps samples.
    pub fn keep(&mut self, played: Vec<(String, Samples)>) -> anyhow::Result<()> {
        self.change(|record| record.played.extend(played))
    }

    /// Returns the bot of this name retuned, if that was done; it is `None` where that gains nothing.
    pub fn retuned(&self, name: &str) -> Option<&Option<Retuning>> {
        self.record.retuned.get(name)
    }

    /// Keeps a retuned bot.
    pub fn keep_retuned(&mut self, name: &str, retuned: Option<Retuning>) -> anyhow::Result<()> {
        self.change(|record| {
            record.retuned.insert(name.to_owned(), retuned);
        })
    }

    /// Changes the record, with all that other processes have added to it.
    fn change(&mut self, change: impl FnOnce(&mut Record)) -> anyhow::Result<()> {
        let _lock = self.refresh()?;
        change(&mut self.record);
        self.save()
    }

    /// Reads what other processes have added to a shared record, and returns the lock under which nothing more is added.
    fn refresh(&mut self) -> anyhow::Result<Option<LockedFolder>> {
        if self.shard.is_none() {
            return Ok(None);
        }
        let lock = LockedFolder::wait_for(&self.folder)?;
        let path = self.folder.join(RECORD_FILE);
        self.record = Record::read(&path, &self.record.asked, self.size)?;
        Ok(Some(lock))
    }

    fn save(&self) -> anyhow::Result<()> {
        self.record.save(&self.folder.join(RECORD_FILE))
    }
}

/// Returns the folders of searches within these folders.
pub fn searches_in(folders: &[PathBuf]) -> Vec<PathBuf> {
    let entries = folders.iter().filter_map(|folder| folder.read_dir().ok());
    let within = entries.flatten().flatten().map(|entry| entry.path());
    let mut searches: Vec<PathBuf> = within
        .filter(|folder| folder.join(RECORD_FILE).exists())
        .collect();
    searches.sort_unstable();
    searches
}

/// Adds what these searches have played, each on a machine of its own, to the same search in another folder, which may be new.
///
/// # Errors
/// Bad input if they are not the same search, a record was changed, or the folder holds something else.
pub fn merge_searches(searches: &[PathBuf], folder: &Path) -> anyhow::Result<()> {
    let path = make_place(folder)?;
    let _lock = LockedFolder::wait_for(folder)?;
    let parts = searches.iter().map(|search| search.join(RECORD_FILE));
    let own = path.exists().then(|| path.clone());
    let mut merged: Option<Record> = None;
    for path in own.into_iter().chain(parts) {
        let record = Record::load(&path)?;
        match &mut merged {
            None => merged = Some(record),
            Some(merged) => {
                record.check_asked(&path, &merged.asked)?;
                merged.played.extend(record.played);
                merged.retuned.extend(record.retuned);
            }
        }
    }
    merged.map_or(Ok(()), |merged| merged.save(&path))
}

/// Makes the folder of a search; returns the path of its record.
fn make_place(folder: &Path) -> anyhow::Result<PathBuf> {
    make_folder(folder).map_err(|e| bad_input(format!("--out {}: {e}", folder.display())))?;
    let path = folder.join(RECORD_FILE);
    if !path.exists() && !holds_only(folder, &[RECORD_FILE]) {
        return Err(bad_input(format!(
            "--out {}: the folder is not empty",
            folder.display()
        )));
    }
    Ok(path)
}

impl Record {
    /// Reads the record of the search that is asked for.
    fn read(path: &Path, asked: &Asked, size: (usize, usize)) -> anyhow::Result<Record> {
        let record = Record::load(path)?;
        record.check_asked(path, asked)?;
        let mut played = record.played.iter();
        match played.find(|(_, samples)| !fits(samples, size)) {
            Some((name, _)) => Err(wrong(path, &format!("\"{name}\" has impossible results"))),
            None => Ok(record),
        }
    }

    /// Reads the record of any search.
    fn load(path: &Path) -> anyhow::Result<Record> {
        let Some(text) = unsealed_json(&read_input(path)?) else {
            return Err(wrong(path, "was changed since goldrush wrote it"));
        };
        serde_json::from_str(&text).map_err(|e| wrong(path, &plain(&e.to_string())))
    }

    fn save(&self, path: &Path) -> anyhow::Result<()> {
        write_atomically(path, &sealed_json(&serde_json::to_string(self)?)?)
    }

    fn check_asked(&self, path: &Path, asked: &Asked) -> anyhow::Result<()> {
        let found = &self.asked;
        if found == asked {
            return Ok(());
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
fn fits(samples: &Samples, (players, quantities): (usize, usize)) -> bool {
    let is_full =
        samples.len() == players && samples.iter().all(|samples| samples.len() == quantities);
    is_full && samples.iter().flatten().all(Sample::is_possible)
}
