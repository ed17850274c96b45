//! A run's folder. Tables grow by whole blocks, so that whatever ends the program, the run can go on;
//! `summary.json` is written last and says that the run is complete.

use std::fs::{self, OpenOptions, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;

use super::arms;
use super::collection::{folder_name, give_name, partial};
use super::csv::Rows;
use super::file::{GrowingFile, write_whole};
use super::gzip::{pack, packed, remove_unpacked, unpack};
use super::written::{Lengths, Reader, read_back};
use crate::error::{bad_input, read_input};
use crate::study::{PLAN_FILE, Plan, Records, differences};

/// One row a game.
pub const GAMES_FILE: &str = "games.csv";
/// One row a game and seat.
pub const SEATS_FILE: &str = "seats.csv";
/// One line a game that is written down.
pub const RECORDS_FILE: &str = "records.jsonl";
/// Every mean; there when the run is complete.
pub const SUMMARY_FILE: &str = "summary.json";
/// What the arms are; in a run of several.
pub const ARMS_FILE: &str = "arms.csv";
/// Effects of a balance study.
pub const EFFECTS_FILE: &str = "effects.csv";
/// What may differ between two runs of a plan.
pub const MACHINE_FILE: &str = "machine.json";

/// What has ended is in the files after this, even if nothing else ends.
const FLUSH: Duration = Duration::from_secs(1);
/// Bytes of rows that are not kept waiting.
const PLENTY: usize = 1 << 20;

/// Files of a run that grow.
pub struct RunFolder {
    folder: PathBuf,
    /// The name the folder gets when the run is complete, if it is another: a part's.
    complete: Option<PathBuf>,
    /// Whether the tables are packed then.
    compress: bool,
    games: GrowingFile,
    seats: GrowingFile,
    records: Option<GrowingFile>,
    /// Rows of a block that has not ended.
    block: Rows,
    /// Rows of whole blocks that are not in the files yet.
    ready: Rows,
    flushed: Instant,
}

/// A run's folder to which nobody else writes as long as this lives: its `games.csv` is locked.
pub struct LockedFolder {
    folder: PathBuf,
    games: GrowingFile,
}

impl LockedFolder {
    /// Takes the folder of a run.
    ///
    /// # Errors
    /// If it is not one, or another process has it: bad input.
    pub fn take(folder: &Path) -> anyhow::Result<LockedFolder> {
        let mut path = folder.join(GAMES_FILE);
        if !path.exists() && packed(&path).exists() {
            path = packed(&path);
        }
        let file = OpenOptions::new().read(true).write(true).open(&path);
        let file = file.map_err(|e| bad_input(format!("{}: {e}", path.display())))?;
        LockedFolder::lock(folder, GrowingFile { path, file })
    }

    /// Takes a folder in which there may be no run yet.
    ///
    /// # Errors
    /// If another process has it: bad input. If nothing can be written there.
    pub fn take_new(folder: &Path) -> anyhow::Result<LockedFolder> {
        LockedFolder::lock(folder, GrowingFile::open(folder, GAMES_FILE)?)
    }

    fn lock(folder: &Path, games: GrowingFile) -> anyhow::Result<LockedFolder> {
        match games.file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                Err(bad_input(format!("{}: another process is playing this run", folder.display())))
            }
            // There are file systems without locks.
            Err(TryLockError::Error(e)) if e.kind() != ErrorKind::Unsupported => {
                Err(e).with_context(|| format!("cannot lock {}", games.path.display()))
            }
            Ok(()) | Err(TryLockError::Error(_)) => Ok(LockedFolder { folder: folder.into(), games }),
        }
    }

    /// Begins a run: the plan is written last, for without one nobody can resume it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(self, plan: &Plan) -> anyhow::Result<RunFolder> {
        let mut run = self.open(plan)?;
        for (name, text) in plan.tiles_files() {
            write_whole(&run.folder.join(name), text)?;
        }
        if plan.arms.len() > 1 {
            write_whole(&run.folder.join(ARMS_FILE), &arms::to_csv(&plan.arms))?;
        }
        run.write_plan(plan)?;
        run.begin(plan)?;
        Ok(run)
    }

    /// Reads what the files have of a run; see [`read_back`].
    ///
    /// # Errors
    /// If a line is not of this run: bad input. If a file cannot be read.
    pub fn read_back(&self, plan: &Plan, reader: &mut impl Reader) -> anyhow::Result<Lengths> {
        read_back(&self.folder, plan, reader)
            .with_context(|| format!("{}: the run cannot go on", self.folder.display()))
    }

    /// Makes a complete run one that is not finished.
    ///
    /// # Errors
    /// If its summary cannot be removed.
    pub fn remove_summary(&self) -> anyhow::Result<()> {
        let path = self.folder.join(SUMMARY_FILE);
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))
    }

    /// Takes up a run where its whole blocks end: cuts the files to what is kept of them.
    ///
    /// # Errors
    /// If a file cannot be opened or cut.
    pub fn reopen(self, plan: &Plan, kept: Lengths) -> anyhow::Result<RunFolder> {
        let mut run = self.open(plan)?;
        let RunFolder { games, seats, records, .. } = &mut run;
        let tables = [(Some(games), kept.games), (Some(seats), kept.seats), (records.as_mut(), kept.records)];
        for (table, bytes) in tables {
            if let Some(table) = table {
                unpack(table)?;
                table.cut(bytes)?;
            }
        }
        if kept == Lengths::default() {
            run.begin(plan)?;
        }
        Ok(run)
    }

    fn open(self, plan: &Plan) -> anyhow::Result<RunFolder> {
        let LockedFolder { folder, mut games } = self;
        if games.path == packed(&folder.join(GAMES_FILE)) {
            // Whoever comes now locks this one too.
            games = LockedFolder::take_new(&folder)?.games;
        }
        let complete = plan.shard.map(|shard| folder.with_file_name(folder_name(shard)));
        Ok(RunFolder {
            games,
            seats: GrowingFile::open(&folder, SEATS_FILE)?,
            records: match plan.records {
                Records::None => None,
                Records::Every(_) => Some(GrowingFile::open(&folder, RECORDS_FILE)?),
            },
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
    /// Makes the folder, which must not exist, and writes the plan.
    ///
    /// # Errors
    /// If it exists or cannot be made: bad input.
    pub fn create(folder: &Path, plan: &Plan) -> anyhow::Result<RunFolder> {
        let shown = folder.display();
        if folder.exists() {
            let unfinished = folder.join(PLAN_FILE).exists() && !is_complete(folder);
            let problem = if unfinished {
                format!("--out {shown}: holds a run that is not finished; go on with: goldrush resume {shown}")
            } else {
                format!("--out {shown}: exists already; give a folder that does not")
            };
            return Err(bad_input(problem));
        }
        let parents = folder.parent().map_or(Ok(()), fs::create_dir_all);
        // Not the folder itself: of two processes only one makes it.
        parents
            .and_then(|()| fs::create_dir(folder))
            .map_err(|e| bad_input(format!("--out {shown}: cannot be made: {e}")))?;
        LockedFolder::take_new(folder)?.begin(plan)
    }

    /// As [`RunFolder::create`], but where this run was begun and is not finished, its tables are begun anew: for a
    /// run whose games are to be had again at once.
    ///
    /// # Errors
    /// If the folder holds anything else, or another process writes to it: bad input.
    pub fn create_anew(folder: &Path, plan: &Plan) -> anyhow::Result<RunFolder> {
        let plan_file = folder.join(PLAN_FILE);
        if !folder.is_dir() || is_complete(folder) {
            return RunFolder::create(folder, plan);
        }
        if plan_file.exists() {
            if !differences(&read_input(&plan_file)?, &plan.to_toml()).is_empty() {
                return RunFolder::create(folder, plan);
            }
            return LockedFolder::take(folder)?.reopen(plan, Lengths::default());
        }
        // Ended before the plan was written: nothing is there but what `begin` has made.
        let games = folder.join(GAMES_FILE);
        let is_empty = fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_none());
        if is_empty || fs::metadata(&games).is_ok_and(|games| games.len() == 0) {
            return LockedFolder::take_new(folder)?.begin(plan);
        }
        RunFolder::create(folder, plan)
    }

    fn begin(&mut self, plan: &Plan) -> anyhow::Result<()> {
        self.ready = Rows::headers(plan);
        self.flush()
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Puts a plan in the place of the one there is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_plan(&self, plan: &Plan) -> anyhow::Result<()> {
        write_whole(&self.folder.join(PLAN_FILE), &plan.to_toml())
    }

    /// Appends the rows of a game.
    pub fn append(&mut self, rows: &Rows) {
        self.block.extend(rows);
    }

    /// Ends a block: its rows go into the files, now or soon.
    pub fn end_block(&mut self) {
        self.ready.extend(&self.block);
        self.block.clear();
    }

    /// To be called again and again: writes blocks that have waited long enough.
    ///
    /// # Errors
    /// If they cannot be written; what is in the files stays valid.
    pub fn flush_in_time(&mut self) -> anyhow::Result<()> {
        if self.flushed.elapsed() >= FLUSH || self.ready.bytes() >= PLENTY { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        self.flushed = Instant::now();
        if self.ready.bytes() == 0 {
            return Ok(());
        }
        // Files that were removed can still be written to, for nobody.
        if !self.games.path.exists() {
            anyhow::bail!("cannot write {}: it has been removed", self.games.path.display());
        }
        self.games.write(&mut self.ready.games)?;
        self.seats.write(&mut self.ready.seats)?;
        match &mut self.records {
            Some(records) => records.write(&mut self.ready.records),
            None => Ok(()),
        }
    }

    /// Writes the blocks that wait and leaves the run to be resumed.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn pause(&mut self) -> anyhow::Result<()> {
        self.flush()?;
        self.tables().try_for_each(GrowingFile::finish)
    }

    /// Writes all there is, and what is known only at the end: `tables` are files of their own, by name. Returns the
    /// folder, which may have another name now.
    ///
    /// # Errors
    /// If something cannot be written.
    pub fn finish(mut self, tables: &[(&str, String)], summary: &str, machine: &str) -> anyhow::Result<PathBuf> {
        self.pause()?;
        if self.compress {
            self.tables().try_for_each(|table| pack(&table.path))?;
        }
        for (name, table) in tables {
            write_whole(&self.folder.join(name), table)?;
        }
        write_whole(&self.folder.join(MACHINE_FILE), machine)?;
        write_whole(&self.folder.join(SUMMARY_FILE), summary)?;
        let folder = match &self.complete {
            Some(complete) => give_name(&self.folder, complete.clone())?,
            None => self.folder.clone(),
        };
        // Last: the lock is on one of them.
        tidy(&folder)?;
        Ok(folder)
    }

    fn tables(&self) -> impl Iterator<Item = &GrowingFile> {
        [&self.seats, &self.games].into_iter().chain(&self.records)
    }
}

/// Removes the tables of a complete run that are there packed as well.
///
/// # Errors
/// If one cannot be removed.
pub fn tidy(folder: &Path) -> anyhow::Result<()> {
    [RECORDS_FILE, SEATS_FILE, GAMES_FILE].iter().try_for_each(|name| remove_unpacked(&folder.join(name)))
}

/// Whether the run in a folder has ended.
pub fn is_complete(folder: &Path) -> bool {
    folder.join(SUMMARY_FILE).exists()
}
