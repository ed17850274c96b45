//! Files of a run: tables, which grow, and small files, which are written atomically.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process;

use anyhow::Context;

use super::digest::Digest;
use super::disk::{DiskFile, remove, rename};

/// A file that grows: a table or the records.
pub struct AppendFile {
    /// Path of the file.
    pub path: PathBuf,
    file: DiskFile,
    /// Digest of the bytes that were kept and written.
    pub digest: Digest,
    /// Length of the file, in bytes.
    bytes: u64,
}

impl AppendFile {
    /// Opens a table in a folder, creating it if it does not exist; call [`AppendFile::cut`] to keep what it holds.
    pub fn open(folder: &Path, name: &str) -> anyhow::Result<AppendFile> {
        let path = folder.join(name);
        let file =
            DiskFile::open(&path).with_context(|| format!("cannot open {}", path.display()))?;
        Ok(AppendFile {
            path,
            file,
            digest: Digest::default(),
            bytes: 0,
        })
    }

    /// Keeps this many bytes and continues after them.
    ///
    /// # Errors
    /// Fails if it cannot be truncated or read.
    pub fn cut(&mut self, bytes: u64) -> anyhow::Result<()> {
        self.keep(bytes)
            .with_context(|| format!("cannot cut {}", self.path.display()))
    }

    fn keep(&mut self, bytes: u64) -> io::Result<()> {
        self.file.set_len(bytes)?;
        self.digest = Digest::default();
        self.bytes = bytes;
        self.file.seek(SeekFrom::Start(0))?;
        let mut chunk = vec![0; 1 << 16];
        let mut seen = 0;
        while seen < bytes {
            let read = self.file.read(&mut chunk)?;
            if read == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            self.digest.update(&chunk[..read]);
            seen += read as u64;
        }
        Ok(())
    }

    /// Writes and clears the buffer.
    ///
    /// # Errors
    /// Fails if the bytes cannot be written, or the file was removed or replaced.
    pub fn write(&mut self, bytes: &mut Vec<u8>) -> anyhow::Result<()> {
        // A removed file can still be written to, but the bytes would be lost.
        if !self.file.is_at(&self.path) {
            anyhow::bail!(
                "cannot write {}: it has been removed or replaced",
                self.path.display()
            );
        }
        self.file
            .write_all(bytes)
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        self.digest.update(bytes);
        self.bytes += bytes.len() as u64;
        bytes.clear();
        Ok(())
    }

    /// Waits until all data is on the disk.
    ///
    /// # Errors
    /// Fails if the data cannot be written, or something else has removed or changed the file.
    pub fn finish(&self) -> anyhow::Result<()> {
        self.file
            .sync()
            .with_context(|| format!("cannot write {}", self.path.display()))?;
        if !self.file.is_at(&self.path)
            || !self
                .file
                .as_file()
                .metadata()
                .is_ok_and(|file| file.len() == self.bytes)
        {
            anyhow::bail!(
                "{}: something else has removed or changed it",
                self.path.display()
            );
        }
        Ok(())
    }
}

/// Returns the path with `ending` appended to its name.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Writes a small file under another name, then renames it, so that it is never incomplete.
pub fn write_atomically(path: &Path, text: &str) -> anyhow::Result<()> {
    write_beside(path, &beside(path, ".partial"), text, DiskFile::create).map(drop)
}

/// Like [`write_atomically`], for a file in a folder without a lock: another process may write a file of this name at the same
/// time.
pub fn write_shared(path: &Path, text: &str) -> anyhow::Result<()> {
    let partial = own_partial(path);
    let written = write_beside(path, &partial, text, DiskFile::create).map(drop);
    if written.is_err() {
        // Nobody else removes it, and the error that matters is the first.
        let _ = remove(&partial);
    }
    written
}

/// Returns a name beside a file for its unfinished copy that no other process uses.
fn own_partial(path: &Path) -> PathBuf {
    beside(path, &format!(".{}.partial", process::id()))
}

/// Like [`write_atomically`], for a file that only its owner may read. Calls `prepare` before the rename; returns the open file.
///
/// # Errors
/// Fails if it cannot be written or `prepare` fails.
pub fn write_private(
    path: &Path,
    text: &str,
    prepare: impl FnOnce(&File) -> io::Result<()>,
) -> anyhow::Result<File> {
    write_beside(path, &beside(path, ".partial"), text, |partial| {
        let file = DiskFile::create_private(partial)?;
        prepare(file.as_file())?;
        Ok(file)
    })
}

fn write_beside(
    path: &Path,
    partial: &Path,
    text: &str,
    open: impl FnOnce(&Path) -> io::Result<DiskFile>,
) -> anyhow::Result<File> {
    open(partial)
        .and_then(|file| write_and_rename(file, partial, path, text))
        .with_context(|| format!("cannot write {}", path.display()))
}

fn write_and_rename(
    mut file: DiskFile,
    partial: &Path,
    path: &Path,
    text: &str,
) -> io::Result<File> {
    file.write_all(text.as_bytes())?;
    file.sync()?;
    rename(partial, path)?;
    Ok(file.into_file())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn shared_file_is_whole_whatever_others_write_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tiles.toml");
        // A file that another process is still writing.
        let of_another = beside(&file, ".partial");
        fs::write(&of_another, "half").unwrap();
        write_shared(&file, "whole").unwrap();
        assert_eq!(fs::read_to_string(&of_another).unwrap(), "half");
        assert_eq!(fs::read_to_string(&file).unwrap(), "whole");
    }

    #[test]
    fn shared_file_that_cannot_be_written_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("tiles.toml");
        fs::create_dir(&file).unwrap();
        assert!(write_shared(&file, "whole").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
