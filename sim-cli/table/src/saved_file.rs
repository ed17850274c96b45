//! The file of a saved game, locked by the process that plays it.

use std::fmt::Display;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use goldrush_harness::protocol::guard::hide;
use goldrush_harness::store::file::write_private;
use goldrush_support::error::bad_input;
use goldrush_support::input::open_file;
use goldrush_support::system::{REPLACES_OPEN_FILES, identity};

/// The file of a game, if the game is saved.
pub struct SavedFile {
    path: Option<PathBuf>,
    /// The file as last written, locked. Each write replaces the file, and with it the lock.
    held: Option<File>,
}

impl SavedFile {
    /// Creates a handle for a file that does not exist yet, or for a game that is not saved. Bots do not see the file.
    pub fn new(path: Option<PathBuf>) -> SavedFile {
        path.iter().for_each(|path| hide(path));
        SavedFile { path, held: None }
    }

    /// Locks the file of a game that is being resumed.
    ///
    /// # Errors
    /// Bad input if another process plays the game, or the file cannot be opened.
    pub fn take(path: &Path) -> anyhow::Result<SavedFile> {
        hide(path);
        Ok(SavedFile {
            path: Some(path.into()),
            held: Some(hold(path)?),
        })
    }

    /// Path of the file; `None` if the game is not saved.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Replaces the file's contents atomically.
    pub fn write(&mut self, text: &str) -> anyhow::Result<()> {
        if let Some(path) = &self.path {
            if !REPLACES_OPEN_FILES {
                self.held = None;
            }
            self.held = Some(write_private(path, text, lock)?);
        }
        Ok(())
    }
}

/// Opens and locks a file; tries again if the file was replaced before the lock was held.
fn hold(path: &Path) -> anyhow::Result<File> {
    loop {
        let file = open_file(path).map_err(|e| wrong(path, e))?;
        match lock(&file) {
            Err(e) if e.kind() == ErrorKind::WouldBlock => {
                return Err(wrong(path, "another process plays this game"));
            }
            locked => locked.map_err(|e| wrong(path, e))?,
        }
        let held = file.metadata().ok();
        let there = std::fs::metadata(path).ok();
        if held.as_ref().map(identity) == there.as_ref().map(identity) {
            return Ok(file);
        }
    }
}

/// Returns the error that a file cannot be held.
fn wrong(path: &Path, problem: impl Display) -> anyhow::Error {
    bad_input(format!("{}: {problem}", path.display()))
}

/// Locks a file for this process; does nothing on file systems without locks.
fn lock(file: &File) -> std::io::Result<()> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(ErrorKind::WouldBlock.into()),
        Err(TryLockError::Error(e)) if e.kind() != ErrorKind::Unsupported => Err(e),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_played_by_one_process_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.json");
        let mut first = SavedFile::new(Some(path.clone()));
        for text in ["1", "2"] {
            first.write(text).unwrap();
            let refused = SavedFile::take(&path).err().unwrap().to_string();
            assert!(
                refused.contains("another process plays this game"),
                "{refused}"
            );
        }
        drop(first);
        let mut second = SavedFile::take(&path).unwrap();
        second.write("3").unwrap();
        assert_eq!(
            std::fs::read_to_string(second.path().unwrap()).unwrap(),
            "3"
        );
    }
}
