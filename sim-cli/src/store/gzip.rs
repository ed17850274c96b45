//! Tables packed with gzip: they grow as they are, so that they can be cut, and are packed when a run is complete.
//!
//! Where a packed file is, it is whole, and counts; the other may be on its way there or back.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use flate2::bufread::MultiGzDecoder;
use flate2::{Compression, GzBuilder};

use super::digest::Digest;
use super::file::{GrowingFile, beside, rename};

/// A fifth of the work of the usual level 6, for files that are a seventh larger; the same bytes everywhere.
const LEVEL: u32 = 3;
const BUFFER: usize = 1 << 16;

/// The packed file of a table.
pub fn packed(path: &Path) -> PathBuf {
    beside(path, ".gz")
}

/// Reads a table, packed or not; one that does not exist is empty.
///
/// # Errors
/// If it cannot be opened.
pub fn reader(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    let packed = packed(path);
    let path = if packed.exists() { &packed } else { path };
    match open(path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(Box::new(io::empty())),
        opened => opened.with_context(|| format!("cannot open {}", path.display())),
    }
}

/// Opens a file for reading; if its name ends in `.gz`, what is packed in it.
///
/// # Errors
/// If it cannot be opened.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let file = BufReader::with_capacity(BUFFER, File::open(path)?);
    if path.extension().is_some_and(|ending| ending == "gz") {
        return Ok(Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(file))));
    }
    Ok(Box::new(file))
}

/// Packs a table; it stays as it is beside that. The bytes depend on the table's alone: no time and no name is in them.
///
/// # Errors
/// If it cannot be read or written, or is not what was written.
pub fn pack(table: &GrowingFile) -> anyhow::Result<()> {
    let packed = packed(&table.path);
    let partial = beside(&packed, ".partial");
    let write = || {
        let to = BufWriter::new(File::create(&partial)?);
        let mut to = Seen { to: GzBuilder::new().write(to, Compression::new(LEVEL)), digest: Digest::default() };
        io::copy(&mut BufReader::with_capacity(BUFFER, File::open(&table.path)?), &mut to)?;
        if to.digest.hex() != table.digest.hex() {
            return Err(io::Error::other("the table was changed"));
        }
        let mut to = to.to.finish()?;
        to.flush()?;
        to.get_ref().sync_all()?;
        rename(&partial, &packed)
    };
    write().with_context(|| format!("cannot write {}", packed.display()))
}

/// Writes, and sees what.
struct Seen<W> {
    to: W,
    digest: Digest,
}

impl<W: Write> Write for Seen<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Removes a table that is packed.
///
/// # Errors
/// If it is there and cannot be removed.
pub fn remove_unpacked(path: &Path) -> anyhow::Result<()> {
    if packed(path).exists() && path.exists() {
        fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    Ok(())
}

/// Puts a table in the place of its packed file, if there is one.
///
/// # Errors
/// If it cannot be read or written; the packed file stays.
pub fn unpack(table: &mut GrowingFile) -> anyhow::Result<()> {
    let packed = packed(&table.path);
    if !packed.exists() {
        return Ok(());
    }
    let mut plain = reader(&table.path)?;
    table.cut(0)?;
    let mut to = BufWriter::with_capacity(BUFFER, &table.file);
    let written = io::copy(&mut plain, &mut to).and_then(|_| to.flush()).and_then(|()| table.file.sync_all());
    written.and_then(|()| fs::remove_file(&packed)).with_context(|| format!("cannot unpack {}", packed.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_the_same_when_it_comes_back_and_its_packed_file_says_no_time() {
        let folder = tempfile::tempdir().unwrap();
        let text: String = (0..50_000).map(|i| format!("row {i}\n")).collect();
        let mut table = GrowingFile::open(folder.path(), "table.csv").unwrap();
        table.write(&mut text.clone().into_bytes()).unwrap();
        pack(&table).unwrap();
        let header = &fs::read(packed(&table.path)).unwrap()[..10];
        assert_eq!(header, [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
        table.cut(7).unwrap();
        assert!(reader(&table.path).unwrap().lines().map(Result::unwrap).eq(text.lines()));
        unpack(&mut table).unwrap();
        assert_eq!(fs::read_to_string(&table.path).unwrap(), text);
        assert!(!packed(&table.path).exists());
    }
}
