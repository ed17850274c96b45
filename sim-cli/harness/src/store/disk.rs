//! File operations, one function each. Every change to the folder of a run, a league or a search goes through this module, so that
//! tests can inject a crash before any one of them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

use goldrush_support::system::{identity, make_owned, sync_folder};

/// A file open for writing.
pub struct DiskFile(File);

impl DiskFile {
    /// Creates an empty file, or truncates an existing one.
    pub fn create(path: &Path) -> io::Result<DiskFile> {
        before_change()?;
        File::create(path).map(DiskFile)
    }

    /// Creates an empty file that only its owner may read and write. A file of that name is removed first: another program may
    /// have it open.
    pub fn create_private(path: &Path) -> io::Result<DiskFile> {
        remove(path)?;
        before_change()?;
        make_owned(OpenOptions::new().write(true).create_new(true))
            .open(path)
            .map(DiskFile)
    }

    /// Creates an empty file that no other process writes at the same time: waits for one that does, and truncates what one left that
    /// was stopped. The file is locked as long as it is open.
    ///
    /// # Errors
    /// Fails if it cannot be created or locked.
    pub fn create_locked(path: &Path) -> io::Result<DiskFile> {
        loop {
            let file = DiskFile::open(path)?;
            match file.0.lock() {
                // Some file systems have no locks.
                Err(e) if e.kind() != ErrorKind::Unsupported => return Err(e),
                Ok(()) | Err(_) => {}
            }
            // The other process may have renamed or removed it.
            if file.is_at(path) {
                file.set_len(0)?;
                return Ok(file);
            }
        }
    }

    /// Opens a file for reading and writing without changing it; creates an empty one if it does not exist.
    pub fn open(path: &Path) -> io::Result<DiskFile> {
        before_change()?;
        OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map(DiskFile)
    }

    /// True if the path still names this file.
    pub fn is_at(&self, path: &Path) -> bool {
        let named = fs::metadata(path).map(|file| identity(&file)).ok();
        let own = self.0.metadata().map(|file| identity(&file)).ok();
        named.is_some() && named == own
    }

    /// Truncates the file to this many bytes.
    ///
    /// # Errors
    /// Fails if it cannot be truncated.
    pub fn set_len(&self, bytes: u64) -> io::Result<()> {
        before_change()?;
        self.0.set_len(bytes)
    }

    /// Waits until all data is on the disk.
    ///
    /// # Errors
    /// Fails if the data cannot be written.
    pub fn sync(&self) -> io::Result<()> {
        self.0.sync_all()
    }

    /// Borrows the file for operations that do not change it.
    pub fn as_file(&self) -> &File {
        &self.0
    }

    /// Unwraps the file, for operations that do not change it.
    pub fn into_file(self) -> File {
        self.0
    }

    /// Simulates a torn write: half of the bytes reach the file.
    #[cfg(any(test, feature = "fault-injection"))]
    fn write_torn(&mut self, bytes: &[u8]) {
        if fault_injection::is_now() {
            self.0
                .write_all(&bytes[..bytes.len() / 2])
                .expect("the torn half can be written");
        }
    }

    #[cfg(not(any(test, feature = "fault-injection")))]
    fn write_torn(&mut self, _: &[u8]) {}
}

impl Read for DiskFile {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.0.read(to)
    }
}

impl Seek for DiskFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

impl Write for DiskFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        before_change().inspect_err(|_| self.write_torn(bytes))?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Creates a folder and its parents, unless they exist.
pub fn make_folder(path: &Path) -> io::Result<()> {
    before_change()?;
    fs::create_dir_all(path).map_err(|e| {
        if path.is_file() {
            io::Error::other("is a file; a folder is expected")
        } else {
            e
        }
    })
}

/// Removes an empty folder.
///
/// # Errors
/// Fails if it is not empty, or cannot be removed.
pub fn remove_empty_folder(path: &Path) -> io::Result<()> {
    before_change()?;
    fs::remove_dir(path)
}

/// Removes a folder with everything in it.
///
/// # Errors
/// Fails if something in it cannot be removed.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    before_change()?;
    fs::remove_dir_all(path)
}

/// Removes a file if it exists.
///
/// # Errors
/// Fails if it exists and cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    before_change()?;
    match fs::remove_file(path) {
        Err(e) if e.kind() != ErrorKind::NotFound => Err(e),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Renames a file or folder, and waits until the new name is on the disk.
///
/// # Errors
/// Fails if it cannot be renamed.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    before_change()?;
    fs::rename(from, to)?;
    let folder = to
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    match sync_folder(folder) {
        // Some file systems cannot sync folders.
        Err(e) if !matches!(e.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Err(e),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Runs before every change.
///
/// # Errors
/// Fails only in tests that stop the program here.
fn before_change() -> io::Result<()> {
    #[cfg(any(test, feature = "fault-injection"))]
    fault_injection::count()?;
    Ok(())
}

/// Fault injection: stops the program before a file change, as SIGKILL would; neither that change nor any later one happens.
#[cfg(any(test, feature = "fault-injection"))]
pub mod fault_injection {
    use std::cell::Cell;
    use std::io;

    thread_local! {
        /// Number of changes that this thread may still make; negative once changes have been prevented.
        static LEFT: Cell<i64> = const { Cell::new(i64::MAX) };
    }

    pub(super) fn count() -> io::Result<()> {
        LEFT.set(LEFT.get() - 1);
        if LEFT.get() < 0 {
            Err(io::Error::other("the program was stopped"))
        } else {
            Ok(())
        }
    }

    /// True at the first change that is prevented.
    pub(super) fn is_now() -> bool {
        LEFT.get() == -1
    }

    /// Runs a function that is stopped after this many changes. Returns `None` if it was stopped, otherwise its result.
    pub fn after<T>(changes: i64, run: impl FnOnce() -> T) -> Option<T> {
        LEFT.set(changes);
        let result = run();
        let was_ended = LEFT.get() < 0;
        LEFT.set(i64::MAX);
        (!was_ended).then_some(result)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn locked_file_is_written_by_one_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let [partial, complete] = ["partial", "complete"].map(|name| folder.path().join(name));
        fs::write(&partial, "left by a process that was stopped").unwrap();
        let mut first = DiskFile::create_locked(&partial).unwrap();
        let waiting = {
            let partial = partial.clone();
            thread::spawn(move || {
                let mut second = DiskFile::create_locked(&partial).unwrap();
                second.write_all(b"second").unwrap();
            })
        };
        thread::sleep(std::time::Duration::from_millis(50));
        first.write_all(b"first").unwrap();
        rename(&partial, &complete).unwrap();
        drop(first);
        waiting.join().unwrap();
        assert_eq!(fs::read_to_string(&complete).unwrap(), "first");
        assert_eq!(fs::read_to_string(&partial).unwrap(), "second");
    }
}
