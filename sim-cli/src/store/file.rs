//! Files of a run: those that grow, and those that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::digest::Digest;
use super::disk::{DiskFile, rename};

/// A table or the records.
pub struct AppendFile {
    /// Where it is.
    pub path: PathBuf,
    file: DiskFile,
    /// Of what was written and kept.
    pub digest: Digest,
    /// Its length.
    bytes: u64,
}

impl AppendFile {
    /// Opens a table of a folder, new or not, of which nothing is kept yet.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open(folder: &Path, name: &str) -> anyhow::Result<AppendFile> {
        let path = folder.join(name);
        let file = DiskFile::open(&path).with_context(|| format!("cannot open {}", path.display()))?;
        Ok(AppendFile { path, file, digest: Digest::default(), bytes: 0 })
    }

    /// Whether it is still the file of its name.
    fn is_at_its_path(&self) -> bool {
        let identity = |file: io::Result<fs::Metadata>| file.map(|file| (file.dev(), file.ino())).ok();
        let named = identity(fs::metadata(&self.path));
        named.is_some() && named == identity(self.file.as_file().metadata())
    }

    /// Keeps so many bytes and goes on after them.
    ///
    /// # Errors
    /// If it cannot be cut.
    pub fn cut(&mut self, bytes: u64) -> anyhow::Result<()> {
        self.keep(bytes).with_context(|| format!("cannot cut {}", self.path.display()))
    }

    fn keep(&mut self, bytes: u64) -> io::Result<()> {
        self.file.set_len(bytes)?;
        (self.digest, self.bytes) = (Digest::default(), bytes);
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

    /// Writes bytes and takes them away.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, bytes: &mut Vec<u8>) -> anyhow::Result<()> {
        // What was removed can still be written to, for nobody.
        if !self.is_at_its_path() {
            anyhow::bail!("cannot write {}: it has been removed or replaced", self.path.display());
        }
        self.file.write_all(bytes).with_context(|| format!("cannot write {}", self.path.display()))?;
        self.digest.update(bytes);
        self.bytes += bytes.len() as u64;
        bytes.clear();
        Ok(())
    }

    /// Returns when all is on the disk.
    ///
    /// # Errors
    /// If it cannot be written, or is not what was written.
    pub fn finish(&self) -> anyhow::Result<()> {
        self.file.sync().with_context(|| format!("cannot write {}", self.path.display()))?;
        if !self.is_at_its_path() || !self.file.as_file().metadata().is_ok_and(|file| file.len() == self.bytes) {
            anyhow::bail!("{}: something else has removed or changed it", self.path.display());
        }
        Ok(())
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
/// Fails if it cannot be written.
pub fn write_atomically(path: &Path, text: &str) -> anyhow::Result<()> {
    write_beside(path, text, DiskFile::create).map(drop)
}

/// Like [`write_atomically`], for a file that only its owner may read. Calls `prepare` before the file gets its name, and returns it.
///
/// # Errors
/// Fails if it cannot be written or `prepare` fails.
pub fn write_private(path: &Path, text: &str, prepare: impl FnOnce(&File) -> io::Result<()>) -> anyhow::Result<File> {
    write_beside(path, text, |partial| {
        let file = DiskFile::create_private(partial)?;
        prepare(file.as_file())?;
        Ok(file)
    })
}

/// Makes a folder that its owner alone may look into, also if it is there already.
///
/// # Errors
/// If it cannot be made.
pub fn make_private(folder: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
}

fn write_beside(path: &Path, text: &str, open: impl FnOnce(&Path) -> io::Result<DiskFile>) -> anyhow::Result<File> {
    let partial = beside(path, ".partial");
    let write = || {
        let mut file = open(&partial)?;
        file.write_all(text.as_bytes())?;
        file.sync()?;
        rename(&partial, path)?;
        Ok::<_, io::Error>(file.into_file())
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}
