//! Files of a run: those that grow, and those that are there whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// A table or the records.
pub struct GrowingFile {
    /// Where it is.
    pub path: PathBuf,
    /// Open for reading and writing.
    pub file: File,
}

impl GrowingFile {
    /// Opens a table of a folder, new or not.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(folder: &Path, name: &str) -> anyhow::Result<GrowingFile> {
        let path = folder.join(name);
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path);
        Ok(GrowingFile { file: file.with_context(|| format!("cannot open {}", path.display()))?, path })
    }

    /// Keeps so many bytes and goes on after them.
    ///
    /// # Errors
    /// If it cannot be cut.
    pub fn cut(&mut self, bytes: u64) -> anyhow::Result<()> {
        let done = self.file.set_len(bytes).and_then(|()| self.file.seek(SeekFrom::Start(bytes)));
        done.map(drop).with_context(|| format!("cannot cut {}", self.path.display()))
    }

    /// Writes bytes and takes them away.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, bytes: &mut Vec<u8>) -> anyhow::Result<()> {
        self.file.write_all(bytes).with_context(|| format!("cannot write {}", self.path.display()))?;
        bytes.clear();
        Ok(())
    }

    /// Returns when all is on the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(&self) -> anyhow::Result<()> {
        self.file.sync_all().with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// The path with something more at its end.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Writes a small file under another name, then renames it, so that it is there whole or not at all.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, text: &str) -> anyhow::Result<()> {
    write_whole_and(path, text, |_| Ok(())).map(drop)
}

/// As [`write_whole`]; does something to the file before it has its name, and gives it back.
///
/// # Errors
/// If it cannot be written, or those of `prepare`.
pub fn write_whole_and(
    path: &Path,
    text: &str,
    prepare: impl FnOnce(&File) -> std::io::Result<()>,
) -> anyhow::Result<File> {
    let partial = beside(path, ".partial");
    let write = || {
        let mut file = File::create(&partial)?;
        prepare(&file)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&partial, path)?;
        Ok::<_, std::io::Error>(file)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}
