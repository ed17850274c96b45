//! A run's folder. Tables grow by whole blocks, so that an interrupted run can be resumed; `summary.json` is written last and
//! marks the run as complete.

use std::fs::{self, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use goldrush_support::error::bad_input;
use goldrush_support::input::read_input;
use goldrush_support::printable::printable;
use goldrush_support::system::sleep;
use serde::Serialize;

use super::arms;
use super::disk::{DiskFile, make_folder, remove, remove_empty_folder};
use super::faults::FAULTS_FILE;
use super::file::{AppendFile, write_atomically};
use super::gzip::{pack, unpack};
use super::log_file::LogFile;
pub use super::names::{
    ARMS_FILE, EFFECTS_FILE, FIGURES, GAMES_FILE, MACHINE_FILE, RECORDS_FILE, REPORT_FILES,
    SEATS_FILE, SUMMARY_FILE,
};
use super::part::{folder_name, partial, rename_complete};
use super::seal::with_digests;
use super::times::TIMES_FILE;
use super::written::{Lengths, OnDamage, Reader, read_back};
use crate::protocol::guard::hide;
use crate::sim::batch::Rows;
use crate::sim::bots::check_titles;
use crate::study::{PLAN_FILE, Plan, Records, check_is_run, differences, is_beside};

/// Longest time that a finished block waits to be written, even if no other block ends.
const FLUSH: Duration = Duration::from_secs(1);
/// Number of waiting bytes from which they are written at once.
const PLENTY: usize = 1 << 20;

/// A run being written: its folder and the files that grow.
pub struct RunFolder {
    folder: PathBuf,
    /// Final name of the folder once the run is complete, if it differs: only for a part.
    complete: Option<PathBuf>,
    /// True if the tables are compressed when the run is complete.
    compress: bool,
    _lock: DiskFile,
    games: AppendFile,
    seats: AppendFile,
    records: Option<AppendFile>,
    times: Option<LogFile>,
    faults: Option<LogFile>,
    /// Rows of the block in progress.
    block: Rows,
    /// Rows of whole blocks that are not in the files yet.
    ready: Rows,
    flushed: Instant,
}

/// Empty file that is locked while a process writes to the folder. It stays in the folder, so that all processes lock the same
/// file.
const LOCK_FILE: &str = ".lock";

/// Words for a process that has locked the folder of a run.
pub(super) const PLAYING: &str = "playing this run";
/// Time between two looks at whether a folder is still locked, and the time after which the person is told.
const LOOK: Duration = Duration::from_millis(50);
const PATIENCE: Duration = Duration::from_secs(2);

/// A folder, locked against other writers as long as this value lives.
pub struct LockedFolder {
    folder: PathBuf,
    lock: DiskFile,
}

impl LockedFolder {
    /// Locks the folder of a run.
    ///
    /// # Errors
    /// Bad input if it is not the folder of a run, or another process has locked it.
    pub fn take(folder: &Path) -> anyhow::Result<LockedFolder> {
        check_is_run(folder)?;
        LockedFolder::take_new(folder, PLAYING)
    }

    /// Locks a folder that may not hold a run yet. `busy` says what another process does that has locked it: `playing this run`.
    ///
    /// # Errors
    /// Bad input if another process has locked it. Fails if nothing can be written there.
    pub fn take_new(folder: &Path, busy: &str) -> anyhow::Result<LockedFolder> {
        let locked = LockedFolder::open_lock(folder)?;
        if locked.is_ours()? {
            return Ok(locked);
        }
        Err(bad_input(format!(
            "{}: another process is {busy}",
            folder.display()
        )))
    }

    /// Locks a folder as soon as no other process has it locked.
    ///
    /// # Errors
    /// Fails if nothing can be written there.
    pub fn wait_for(folder: &Path) -> anyhow::Result<LockedFolder> {
        let locked = LockedFolder::open_lock(folder)?;
        let mut waited = Duration::ZERO;
        while !locked.is_ours()? {
            if waited == PATIENCE {
                eprintln!(
                    "waiting for another process that changes {}",
                    printable(folder.display())
                );
            }
            sleep(LOOK);
            waited += LOOK;
        }
        Ok(locked)
    }

    fn open_lock(folder: &Path) -> anyhow::Result<LockedFolder> {
        hide(folder);
        let path = folder.join(LOCK_FILE);
        let lock =
            DiskFile::open(&path).with_context(|| format!("cannot open {}", path.display()))?;
        Ok(LockedFolder {
            folder: folder.into(),
            lock,
        })
    }

    /// Tries to lock the folder; returns false if another process has locked it.
    fn is_ours(&self) -> anyhow::Result<bool> {
        match self.lock.as_file().try_lock() {
            Err(TryLockError::WouldBlock) => Ok(false),
            // Some file systems have no locks.
            Err(TryLockError::Error(e)) if e.kind() != ErrorKind::Unsupported => Err(e)
                .with_context(|| format!("cannot lock {}", self.folder.join(LOCK_FILE).display())),
            Ok(()) | Err(TryLockError::Error(_)) => Ok(true),
        }
    }

    /// Removes the folder if nothing was written to it.
    pub fn discard(self) {
        let _ =
            remove(&self.folder.join(LOCK_FILE)).and_then(|()| remove_empty_folder(&self.folder));
    }

    /// Starts a run. The plan is written last: no folder without one can be resumed, so no half-prepared one can be.
    pub fn begin(self, plan: &Plan) -> anyhow::Result<RunFolder> {
        let mut run = self.open(plan, 0)?;
        run.tables_mut().try_for_each(|table| table.cut(0))?;
        for (name, text) in plan.files_beside() {
            write_atomically(&run.folder.join(name), text)?;
        }
        if plan.arms.len() > 1 {
            write_atomically(&run.folder.join(ARMS_FILE), &arms::to_csv(&plan.arms))?;
        }
        run.write_plan(plan)?;
        run.begin(plan)?;
        Ok(run)
    }

    /// Reads the games that the files hold; see [`read_back`].
    ///
    /// # Errors
    /// Bad input if a line is not of this run. Fails if a file cannot be read.
    pub fn read_back(
        &self,
        plan: &Plan,
        wrong: OnDamage,
        reader: &mut impl Reader,
    ) -> anyhow::Result<Lengths> {
        read_back(&self.folder, plan, wrong, reader)
    }

    /// Marks a complete run as unfinished: removes its summary and its report.
    ///
    /// # Errors
    /// Fails if a file cannot be removed.
    pub fn remove_summary(&self) -> anyhow::Result<()> {
        let figures = fs::read_dir(self.folder.join(FIGURES))
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path());
        let drawn = figures.filter(|figure| {
            figure
                .extension()
                .is_some_and(|ending| ending == "svg" || ending == "html")
        });
        let reports = REPORT_FILES.map(|name| self.folder.join(name));
        // The summary last: as long as it exists, the run is complete.
        for path in drawn.chain(reports).chain([self.folder.join(SUMMARY_FILE)]) {
            remove(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
        Ok(())
    }

    /// Resumes a run after its last whole block, with a plan that may have more games than the complete run.
    ///
    /// # Errors
    /// Bad input if a bot now reports another name or version; then nothing is changed. Fails if a bot cannot be
    /// started or a file cannot be written.
    pub fn reopen(self, plan: &Plan, kept: Lengths) -> anyhow::Result<RunFolder> {
        if kept.blocks < plan.blocks_here() {
            check_titles(plan)?;
        }
        // Before the plan changes: one of more games beside a summary of fewer would seem complete.
        if is_complete(&self.folder) {
            self.remove_summary()?;
        }
        self.truncate(plan, kept)
    }

    /// Resumes a run whose bots are known, or play no more: truncates the files to the lengths that are `kept`.
    ///
    /// # Errors
    /// Fails if a file cannot be opened or truncated.
    pub(super) fn truncate(self, plan: &Plan, kept: Lengths) -> anyhow::Result<RunFolder> {
        let bytes = [kept.games, kept.seats, kept.records];
        for (name, bytes) in [GAMES_FILE, SEATS_FILE, RECORDS_FILE]
            .into_iter()
            .zip(bytes)
        {
            unpack(&self.folder.join(name), bytes)?;
        }
        let mut run = self.open(plan, kept.blocks)?;
        run.tables_mut()
            .zip(bytes)
            .try_for_each(|(table, bytes)| table.cut(bytes))?;
        run.write_plan(plan)?;
        if kept == Lengths::default() {
            run.begin(plan)?;
        }
        Ok(run)
    }

    /// Opens the files of a run that continues after this many blocks.
    fn open(self, plan: &Plan, blocks: u64) -> anyhow::Result<RunFolder> {
        let LockedFolder { folder, lock } = self;
        let first = (plan.range().start + blocks) * plan.games_per_block();
        let complete = plan
            .shard
            .map(|shard| folder.with_file_name(folder_name(shard)));
        Ok(RunFolder {
            _lock: lock,
            games: AppendFile::open(&folder, GAMES_FILE)?,
            seats: AppendFile::open(&folder, SEATS_FILE)?,
            records: match plan.records {
                Records::None => None,
                Records::Every(_) => Some(AppendFile::open(&folder, RECORDS_FILE)?),
            },
            times: match plan.records {
                Records::None => None,
                Records::Every(_) => Some(LogFile::open(&folder, TIMES_FILE, first)?),
            },
            faults: plan
                .bots
                .as_ref()
                .map(|_| LogFile::open(&folder, FAULTS_FILE, first))
                .transpose()?,
            complete: complete.filter(|complete| partial(complete) == folder),
            compress: plan.compress,
            folder,
            block: Rows::default(),
            ready: Rows::default(),
            flushed: Instant::now(),
        })
    }
}

impl RunFolder {
    /// Creates the folder, which must not exist, and writes the plan.
    ///
    /// # Errors
    /// Bad input if it exists or cannot be created.
    pub fn create(folder: &Path, plan: &Plan) -> anyhow::Result<RunFolder> {
        make_folder(folder).map_err(|e| unmade(folder, &e))?;
        let locked = if is_unstarted(folder) {
            LockedFolder::take_new(folder, PLAYING)?
        } else {
            return Err(exists_error(folder));
        };
        // If several processes get here, one starts the run; the others find it started.
        if is_unstarted(folder) {
            locked.begin(plan)
        } else {
            Err(exists_error(folder))
        }
    }

    /// Like [`RunFolder::create`], but if the folder holds an unfinished run of this plan, starts its tables again: for runs
    /// whose games can be appended again quickly, such as merged ones.
    ///
    /// # Errors
    /// Bad input if the folder holds anything else, or another process writes to it.
    pub fn create_anew(folder: &Path, plan: &Plan) -> anyhow::Result<RunFolder> {
        let plan_file = folder.join(PLAN_FILE);
        if !plan_file.exists() {
            return RunFolder::create(folder, plan);
        }
        let locked = LockedFolder::take(folder)?;
        // Checked only now that no other process writes.
        if is_complete(folder) || !differences(&read_input(&plan_file)?, &plan.to_toml()).is_empty()
        {
            return Err(exists_error(folder));
        }
        locked.truncate(plan, Lengths::default())
    }

    fn begin(&mut self, plan: &Plan) -> anyhow::Result<()> {
        self.ready = Rows::headers(plan);
        self.flush()
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    fn write_plan(&self, plan: &Plan) -> anyhow::Result<()> {
        write_atomically(&self.folder.join(PLAN_FILE), &plan.to_toml())
    }

    /// Appends the rows of a game.
    pub fn append(&mut self, rows: &Rows) {
        self.block.extend(rows);
    }

    /// Ends a block: its rows are written to the files now or soon.
    pub fn end_block(&mut self) {
        self.ready.extend(&self.block);
        self.block.clear();
    }

    /// Writes blocks that have waited long enough; to be called regularly.
    ///
    /// # Errors
    /// Fails if they cannot be written; the content of the files stays valid.
    pub fn flush_in_time(&mut self) -> anyhow::Result<()> {
        if self.flushed.elapsed() >= FLUSH || self.ready.bytes() >= PLENTY {
            self.flush()
        } else {
            Ok(())
        }
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        self.flushed = Instant::now();
        if self.ready.bytes() == 0 {
            return Ok(());
        }
        self.games.write(&mut self.ready.games)?;
        self.seats.write(&mut self.ready.seats)?;
        if let Some(records) = &mut self.records {
            records.write(&mut self.ready.records)?;
        }
        if let Some(times) = &mut self.times {
            times.write(&mut self.ready.times)?;
        }
        self.faults
            .as_mut()
            .map_or(Ok(()), |faults| faults.write(&mut self.ready.faults))
    }

    /// Adds the times and faults from the folder of a part whose games were appended.
    pub fn add_logs(&mut self, part: &Path) -> anyhow::Result<()> {
        self.times
            .iter_mut()
            .chain(&mut self.faults)
            .try_for_each(|log| log.add(part))
    }

    /// Writes the waiting blocks; the run can be resumed later.
    pub fn pause(&mut self) -> anyhow::Result<()> {
        self.flush()?;
        self.tables().try_for_each(AppendFile::finish)
    }

    /// Completes the run: writes the remaining rows and the results that are known only at the end. `tables` are additional
    /// files, by name. Returns the folder, which may have been renamed.
    ///
    /// # Errors
    /// Fails if something cannot be written, or if another program has changed a file.
    pub fn finish(
        mut self,
        tables: &[(&str, String)],
        summary: &impl Serialize,
        machine: &impl Serialize,
    ) -> anyhow::Result<PathBuf> {
        self.pause()?;
        if self.compress {
            self.tables().try_for_each(pack)?;
        }
        for (name, table) in tables {
            write_atomically(&self.folder.join(name), table)?;
        }
        write_atomically(&self.folder.join(MACHINE_FILE), &json(machine)?)?;
        let sha256 = self
            .tables()
            .filter_map(|table| {
                let name = table.path.file_name()?.to_str()?;
                Some((name.to_owned(), table.digest.hex()))
            })
            .collect();
        write_atomically(
            &self.folder.join(SUMMARY_FILE),
            &with_digests(summary, sha256)?,
        )?;
        match &self.complete {
            Some(complete) => rename_complete(&self.folder, complete.clone()),
            None => Ok(self.folder.clone()),
        }
    }

    fn tables(&self) -> impl Iterator<Item = &AppendFile> {
        [&self.games, &self.seats].into_iter().chain(&self.records)
    }

    fn tables_mut(&mut self) -> impl Iterator<Item = &mut AppendFile> {
        [&mut self.games, &mut self.seats]
            .into_iter()
            .chain(&mut self.records)
    }
}

/// True if a folder holds nothing but files and folders of these names, unfinished copies of them, and a lock: what a command
/// leaves that was stopped before it had begun.
pub fn holds_only(folder: &Path, names: &[&str]) -> bool {
    let Ok(entries) = fs::read_dir(folder) else {
        return false;
    };
    entries.flatten().all(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        let whole = name.strip_suffix(".partial").unwrap_or(&name);
        name == LOCK_FILE || names.contains(&whole)
    })
}

/// True if a folder holds only files that are created before a run's first rows.
fn is_unstarted(folder: &Path) -> bool {
    fs::read_dir(folder).is_ok_and(|entries| entries.flatten().all(|file| is_before_rows(&file)))
}

/// True if a file is one that is created before a run's first rows.
fn is_before_rows(file: &fs::DirEntry) -> bool {
    let name = file.file_name().to_string_lossy().into_owned();
    let is_empty_at_first = [
        LOCK_FILE,
        GAMES_FILE,
        SEATS_FILE,
        RECORDS_FILE,
        TIMES_FILE,
        FAULTS_FILE,
    ]
    .contains(&&*name);
    let whole = name.strip_suffix(".partial").unwrap_or(&name);
    whole == ARMS_FILE
        || is_beside(whole)
        || whole == PLAN_FILE
        || is_empty_at_first && file.metadata().is_ok_and(|table| table.len() == 0)
}

/// Makes the folder of results that are no run.
///
/// # Errors
/// Bad input if it has files or cannot be made.
pub fn make_new(folder: &Path) -> anyhow::Result<()> {
    make_folder(folder).map_err(|e| unmade(folder, &e))?;
    if holds_only(folder, &[]) {
        Ok(())
    } else {
        Err(exists_error(folder))
    }
}

/// Returns the error for a folder in which no run can start.
fn exists_error(folder: &Path) -> anyhow::Error {
    let shown = folder.display();
    bad_input(if folder.join(PLAN_FILE).exists() && !is_complete(folder) {
        format!(
            "--out {shown}: holds a run that is not finished; continue it with: goldrush resume {shown}"
        )
    } else {
        format!("--out {shown}: exists already; give a folder that does not")
    })
}

/// Returns the error for a folder that cannot be made.
fn unmade(folder: &Path, e: &std::io::Error) -> anyhow::Error {
    bad_input(format!("--out {}: cannot be made: {e}", folder.display()))
}

/// Formats a value as the content of a JSON file.
fn json(value: &impl Serialize) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

/// True if the run in a folder is complete.
pub fn is_complete(folder: &Path) -> bool {
    folder.join(SUMMARY_FILE).exists()
}
