//! The file of a game with people, of which one process at a time has a hold.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::cli::bad_input;
use crate::report::file::write_whole;

/// Where a game is kept.
pub struct Kept {
    path: PathBuf,
    /// The file as it was written last, locked. It is replaced as a whole each time, and the lock with it.
    held: Option<File>,
}

impl Kept {
    /// A file that does not exist yet.
    pub fn new(path: PathBuf) -> Kept {
        Kept { path, held: None }
    }

    /// The file of a game that is gone on with.
    ///
    /// # Errors
    /// If another process plays it, or it cannot be opened: bad input.
    pub fn take(path: &Path) -> anyhow::Result<Kept> {
        let mut kept = Kept::new(path.into());
        kept.hold()?;
        Ok(kept)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes all of it, or nothing.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, text: &str) -> anyhow::Result<()> {
        write_whole(&self.path, text)?;
        self.hold()
    }

    fn hold(&mut self) -> anyhow::Result<()> {
        let name = self.path.display();
        let file = File::open(&self.path).map_err(|e| bad_input(format!("{name}: {e}")))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Err(bad_input(format!("{name}: another process plays this game"))),
            // There are file systems without locks.
            Err(TryLockError::Error(e)) if e.kind() != ErrorKind::Unsupported => {
                return Err(e).with_context(|| format!("cannot lock {name}"));
            }
            Ok(()) | Err(TryLockError::Error(_)) => {}
        }
        self.held = Some(file);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_played_by_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.json");
        let mut first = Kept::new(path.clone());
        for text in ["1", "2"] {
            first.write(text).unwrap();
            let refused = Kept::take(&path).err().unwrap().to_string();
            assert!(refused.contains("another process plays this game"), "{refused}");
        }
        drop(first);
        let mut second = Kept::take(&path).unwrap();
        second.write("3").unwrap();
        assert_eq!(std::fs::read_to_string(second.path()).unwrap(), "3");
    }
}
