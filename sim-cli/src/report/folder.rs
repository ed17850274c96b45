//! A run's folder: tables appear under their names when they are complete.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::csv::Rows;
use crate::cli::bad_input;
use crate::cli::plan::{PLAN_FILE, Plan, Records, TILES_FILE};

/// Files of a run that are being written. They end in `.partial` until [`RunFolder::finish`].
pub struct RunFolder {
    folder: PathBuf,
    games: Table,
    seats: Table,
    records: Option<Table>,
}

struct Table {
    path: PathBuf,
    file: BufWriter<File>,
}

impl Table {
    fn create(folder: &Path, name: &str) -> anyhow::Result<Table> {
        let path = folder.join(name);
        let partial = partial(&path);
        let file = File::create(&partial).with_context(|| format!("cannot create {}", partial.display()))?;
        Ok(Table { path, file: BufWriter::with_capacity(1 << 20, file) })
    }

    fn write(&mut self, bytes: &[u8]) -> anyhow::Result<()> {
        self.file.write_all(bytes).with_context(|| format!("cannot write {}", partial(&self.path).display()))
    }

    fn finish(mut self) -> anyhow::Result<()> {
        let from = partial(&self.path);
        let done = self
            .file
            .flush()
            .and_then(|()| self.file.get_ref().sync_all())
            .and_then(|()| fs::rename(&from, &self.path));
        done.with_context(|| format!("cannot write {}", from.display()))
    }
}

fn partial(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}

/// Writes a small file under another name, then renames it, so that it is there whole or not at all.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, text: &str) -> anyhow::Result<()> {
    let from = partial(path);
    fs::write(&from, text)
        .and_then(|()| fs::rename(&from, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

impl RunFolder {
    /// Makes the folder, which must not exist, and writes the plan.
    ///
    /// # Errors
    /// If it exists or cannot be made: bad input.
    pub fn create(folder: &Path, plan: &Plan) -> anyhow::Result<RunFolder> {
        if folder.exists() {
            return Err(bad_input(format!("--out {}: exists already; give a folder that does not", folder.display())));
        }
        fs::create_dir_all(folder)
            .map_err(|e| bad_input(format!("--out {}: cannot be made: {e}", folder.display())))?;
        write_whole(&folder.join(PLAN_FILE), &plan.to_toml())?;
        if let Some(text) = &plan.tiles_text {
            write_whole(&folder.join(TILES_FILE), text)?;
        }
        let mut run = RunFolder {
            folder: folder.into(),
            games: Table::create(folder, "games.csv")?,
            seats: Table::create(folder, "seats.csv")?,
            records: match plan.records {
                Records::None => None,
                Records::Every(_) => Some(Table::create(folder, "records.jsonl")?),
            },
        };
        run.append(&Rows::headers())?;
        Ok(run)
    }

    /// Appends rows.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn append(&mut self, rows: &Rows) -> anyhow::Result<()> {
        self.games.write(&rows.games)?;
        self.seats.write(&rows.seats)?;
        if let Some(records) = &mut self.records {
            records.write(&rows.records)?;
        }
        Ok(())
    }

    /// Gives all files their names, and writes what is known only at the end.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn finish(self, summary: &str, machine: &str) -> anyhow::Result<()> {
        self.games.finish()?;
        self.seats.finish()?;
        if let Some(records) = self.records {
            records.finish()?;
        }
        write_whole(&self.folder.join("summary.json"), summary)?;
        write_whole(&self.folder.join("machine.json"), machine)
    }
}
