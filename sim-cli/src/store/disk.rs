//! Changes of files, one function each. All that a run's folder goes through comes through here, so that tests can end the
//! program before any change.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// A file that is written to.
pub struct DiskFile(File);

impl DiskFile {
    /// Makes an empty file, or empties the one there is.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn create(path: &Path) -> io::Result<DiskFile> {
        change()?;
        File::create(path).map(DiskFile)
    }

    /// Creates an empty file that only its owner may read and write. A file of that name is removed first: another program may
    /// have it open.
    ///
    /// # Errors
    /// Fails if it cannot be created.
    pub fn create_private(path: &Path) -> io::Result<DiskFile> {
        remove(path)?;
        change()?;
        OpenOptions::new().write(true).create_new(true).mode(0o600).open(path).map(DiskFile)
    }

    /// Opens a file for reading and writing as it is; an empty one if there is none.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(path: &Path) -> io::Result<DiskFile> {
        change()?;
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map(DiskFile)
    }

    /// Cuts it off after so many bytes.
    ///
    /// # Errors
    /// If it cannot be cut.
    pub fn set_len(&self, bytes: u64) -> io::Result<()> {
        change()?;
        self.0.set_len(bytes)
    }

    /// Returns when all of it is on the disk.
    ///
    /// # Errors
    /// If that cannot be.
    pub fn sync(&self) -> io::Result<()> {
        self.0.sync_all()
    }

    /// The file, for what does not change it.
    pub fn as_file(&self) -> &File {
        &self.0
    }

    /// The same, to be kept.
    pub fn into_file(self) -> File {
        self.0
    }

    /// A write that was cut off: half of the bytes are there.
    #[cfg(test)]
    fn tear(&mut self, bytes: &[u8]) {
        if cut_off::is_now() {
            self.0.write_all(&bytes[..bytes.len() / 2]).expect("half of it can be written");
        }
    }

    #[cfg(not(test))]
    fn tear(&mut self, _: &[u8]) {}
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
        change().inspect_err(|_| self.tear(bytes))?;
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Makes a folder and those above it, unless they are there.
///
/// # Errors
/// If it cannot be made.
pub fn make_folder(path: &Path) -> io::Result<()> {
    change()?;
    fs::create_dir_all(path)
}

/// Removes a folder with nothing in it.
///
/// # Errors
/// If there is something in it, or it cannot be removed.
pub fn remove_empty_folder(path: &Path) -> io::Result<()> {
    change()?;
    fs::remove_dir(path)
}

/// Removes a file, if there is one.
///
/// # Errors
/// If it is there and cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    change()?;
    match fs::remove_file(path) {
        Err(e) if e.kind() != ErrorKind::NotFound => Err(e),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Gives a file or folder another name, for good: the name is on the disk too.
///
/// # Errors
/// If it cannot be renamed.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    change()?;
    fs::rename(from, to)?;
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match File::open(folder)?.sync_all() {
        // There are file systems whose folders cannot be synced.
        Err(e) if !matches!(e.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Err(e),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Called before every change.
///
/// # Errors
/// In tests that end the program here.
fn change() -> io::Result<()> {
    #[cfg(test)]
    cut_off::count()?;
    Ok(())
}

/// Ends the program before a change of a file, as a signal would: neither that change nor any later one is made.
#[cfg(test)]
pub mod cut_off {
    use std::cell::Cell;
    use std::io;

    thread_local! {
        /// Changes that this thread may still make, less those that it tried in vain.
        static LEFT: Cell<i64> = const { Cell::new(i64::MAX) };
    }

    pub(super) fn count() -> io::Result<()> {
        LEFT.set(LEFT.get() - 1);
        if LEFT.get() < 0 { Err(io::Error::other("the program was ended")) } else { Ok(()) }
    }

    /// True at the first change that is not made.
    pub(super) fn is_now() -> bool {
        LEFT.get() == -1
    }

    /// Runs something that is ended after this many changes. Returns `None` if it was, else its result.
    pub fn after<T>(changes: i64, run: impl FnOnce() -> T) -> Option<T> {
        LEFT.set(changes);
        let result = run();
        let was_ended = LEFT.get() < 0;
        LEFT.set(i64::MAX);
        (!was_ended).then_some(result)
    }
}
