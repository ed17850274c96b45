//! Tables packed with gzip. They grow unpacked, so that they can be cut, and are packed when a run is complete.
//!
//! Each of the two files gets its name when it is whole, and only then is the other removed. Where both are there, the
//! packed one counts.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use flate2::bufread::MultiGzDecoder;
use flate2::{Compression, GzBuilder};

use super::digest::Digest;
use super::disk::{DiskFile, remove, rename};
use super::file::{AppendFile, beside};
use crate::error::open_input;

/// A fifth of the work of the usual level 6, for files that are a seventh larger; the same bytes everywhere.
const LEVEL: u32 = 3;
const BUFFER: usize = 1 << 16;

/// The packed file of a table.
pub fn packed(path: &Path) -> PathBuf {
    beside(path, ".gz")
}

/// The file that a table is read from: the packed one if there is one.
pub fn file_of(path: &Path) -> PathBuf {
    let packed = packed(path);
    if packed.exists() { packed } else { path.into() }
}

/// Opens a file for reading; if its name ends in `.gz`, what is packed in it.
///
/// # Errors
/// If it cannot be opened.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let file = BufReader::with_capacity(BUFFER, open_input(path)?);
    if path.extension().is_some_and(|ending| ending == "gz") {
        return Ok(Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(file))));
    }
    Ok(Box::new(file))
}

/// Puts a packed file in the place of a table. Its bytes depend on the table's alone: no time and no name is in them.
///
/// # Errors
/// If it cannot be read or written, or is not what was written.
pub fn pack(table: &AppendFile) -> anyhow::Result<()> {
    let packed = packed(&table.path);
    let partial = beside(&packed, ".partial");
    let write = || {
        let to = BufWriter::new(DiskFile::create(&partial)?);
        let mut to =
            DigestingWriter { to: GzBuilder::new().write(to, Compression::new(LEVEL)), digest: Digest::default() };
        io::copy(&mut BufReader::with_capacity(BUFFER, File::open(&table.path)?), &mut to)?;
        if to.digest.hex() != table.digest.hex() {
            return Err(io::Error::other("the table was changed"));
        }
        to.to.finish()?.into_inner()?.sync()?;
        rename(&partial, &packed)?;
        remove(&table.path)
    };
    write().with_context(|| format!("cannot write {}", packed.display()))
}

/// Writes, and sees what.
struct DigestingWriter<W> {
    to: W,
    digest: Digest,
}

impl<W: Write> Write for DigestingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Puts the beginning of a table in the place of its packed file, if there is one.
///
/// # Errors
/// If it cannot be read or written, or is shorter; the packed file stays.
pub fn unpack(path: &Path, bytes: u64) -> anyhow::Result<()> {
    let packed = packed(path);
    if !packed.exists() {
        return Ok(());
    }
    let partial = beside(path, ".partial");
    let write = || {
        let mut to = BufWriter::with_capacity(BUFFER, DiskFile::create(&partial)?);
        if io::copy(&mut open(&packed)?.take(bytes), &mut to)? < bytes {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        to.into_inner()?.sync()?;
        rename(&partial, path)?;
        remove(&packed)
    };
    write().with_context(|| format!("cannot unpack {}", packed.display()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn unpacked_table_is_the_same_and_its_packed_file_says_no_time() {
        let folder = tempfile::tempdir().unwrap();
        let text: String = (0..50_000).map(|i| format!("row {i}\n")).collect();
        let mut table = AppendFile::open(folder.path(), "table.csv").unwrap();
        table.write(&mut text.clone().into_bytes()).unwrap();
        pack(&table).unwrap();
        assert!(!table.path.exists());
        let gz = packed(&table.path);
        assert_eq!(fs::read(&gz).unwrap()[..10], [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
        assert!(open(&file_of(&table.path)).unwrap().lines().map(Result::unwrap).eq(text.lines()));
        // What is beside a packed file does not count.
        fs::write(&table.path, "row 7").unwrap();
        assert!(unpack(&table.path, text.len() as u64 + 1).is_err() && gz.exists());
        unpack(&table.path, text.len() as u64 - 4).unwrap();
        assert_eq!(fs::read_to_string(&table.path).unwrap(), text[..text.len() - 4]);
        assert!(!gz.exists());
    }
}
