//! The file of a game with people, of which one process at a time has a hold.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::error::{bad_input, open_input};
use crate::store::file::write_private;

/// Where a game is kept, if it is.
pub struct SavedFile {
    path: Option<PathBuf>,
    /// The file as it was written last, locked. It is replaced as a whole each time, and the lock with it.
    held: Option<File>,
}

impl SavedFile {
    /// A file that does not exist yet, or none.
    pub fn new(path: Option<PathBuf>) -> SavedFile {
        SavedFile { path, held: None }
    }

    /// The file of a game that is gone on with.
    ///
    /// # Errors
    /// If another process plays it, or it cannot be opened: bad input.
    pub fn take(path: &Path) -> anyhow::Result<SavedFile> {
        Ok(SavedFile { path: Some(path.into()), held: Some(hold(path)?) })
    }

    /// Where it is.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Writes all of it, or nothing.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, text: &str) -> anyhow::Result<()> {
        if let Some(path) = &self.path {
            self.held = Some(write_private(path, text, lock)?);
        }
        Ok(())
    }
}

/// Opens and locks a file; what was opened may be replaced before it is locked.
fn hold(path: &Path) -> anyhow::Result<File> {
    let wrong = |what: &dyn std::fmt::Display| bad_input(format!("{}: {what}", path.display()));
    loop {
        let file = open_input(path).map_err(|e| wrong(&e))?;
        match lock(&file) {
            Err(e) if e.kind() == ErrorKind::WouldBlock => return Err(wrong(&"another process plays this game")),
            locked => locked.map_err(|e| wrong(&e))?,
        }
        let (held, there) = (file.metadata(), std::fs::metadata(path));
        let identity = |file: std::fs::Metadata| (file.dev(), file.ino());
        if held.map(identity).ok() == there.map(identity).ok() {
            return Ok(file);
        }
    }
}

/// Locks a file for this process; on file systems without locks it is left as it is.
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
    fn a_game_is_played_by_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.json");
        let mut first = SavedFile::new(Some(path.clone()));
        for text in ["1", "2"] {
            first.write(text).unwrap();
            let refused = SavedFile::take(&path).err().unwrap().to_string();
            assert!(refused.contains("another process plays this game"), "{refused}");
        }
        drop(first);
        let mut second = SavedFile::take(&path).unwrap();
        second.write("3").unwrap();
        assert_eq!(std::fs::read_to_string(second.path().unwrap()).unwrap(), "3");
    }
}
