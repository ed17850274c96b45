//! Tables compressed with gzip. They grow uncompressed, so that they can be truncated, and are compressed when a run is complete.
//!
//! Each of the two files gets its final name once it is whole, and only then is the other removed. If both exist, the compressed
//! one counts.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use flate2::{Compression, GzBuilder};
use goldrush_support::input::open_unpacked;

use super::digest::Digest;
use super::disk::{DiskFile, remove, rename};
use super::file::{AppendFile, beside};

/// A fifth of the work of the usual level 6, for files that are a seventh larger; gives the same bytes on every machine.
const LEVEL: u32 = 3;
const BUFFER: usize = 1 << 16;

/// Returns the path of a table's compressed file.
pub fn packed(path: &Path) -> PathBuf {
    beside(path, ".gz")
}

/// Returns the file to read a table from: the compressed one if it exists.
pub fn file_of(path: &Path) -> PathBuf {
    let packed = packed(path);
    if packed.exists() { packed } else { path.into() }
}

/// Replaces a table by its compressed file, whose bytes depend only on those of the table: it stores neither time nor name.
///
/// # Errors
/// Fails if it cannot be read or written, or something else has changed the table.
pub fn pack(table: &AppendFile) -> anyhow::Result<()> {
    let packed = packed(&table.path);
    pack_to(table, &packed).with_context(|| format!("cannot write {}", packed.display()))
}

fn pack_to(table: &AppendFile, packed: &Path) -> io::Result<()> {
    let partial = beside(packed, ".partial");
    let to = BufWriter::new(DiskFile::create(&partial)?);
    let mut to = DigestingWriter {
        to: GzBuilder::new().write(to, Compression::new(LEVEL)),
        digest: Digest::default(),
    };
    io::copy(
        &mut BufReader::with_capacity(BUFFER, File::open(&table.path)?),
        &mut to,
    )?;
    if to.digest.hex() != table.digest.hex() {
        return Err(io::Error::other("the table was changed"));
    }
    to.to.finish()?.into_inner()?.sync()?;
    rename(&partial, packed)?;
    remove(&table.path)
}

/// Writer that digests the bytes it writes.
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

/// Replaces the compressed file of a table, if there is one, by the first `bytes` bytes of the table.
///
/// # Errors
/// Fails if it cannot be read or written, or the table is shorter; the compressed file stays.
pub fn unpack(path: &Path, bytes: u64) -> anyhow::Result<()> {
    let packed = packed(path);
    if !packed.exists() {
        return Ok(());
    }
    unpack_to(path, &packed, bytes).with_context(|| format!("cannot unpack {}", packed.display()))
}

fn unpack_to(path: &Path, packed: &Path, bytes: u64) -> io::Result<()> {
    let partial = beside(path, ".partial");
    let mut to = BufWriter::with_capacity(BUFFER, DiskFile::create(&partial)?);
    if io::copy(&mut open_unpacked(packed)?.1.take(bytes), &mut to)? < bytes {
        return Err(ErrorKind::UnexpectedEof.into());
    }
    to.into_inner()?.sync()?;
    rename(&partial, path)?;
    remove(packed)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::BufRead as _;

    use super::*;

    #[test]
    fn unpacked_table_is_unchanged_and_its_packed_file_has_no_timestamp() {
        let folder = tempfile::tempdir().unwrap();
        let text: String = (0..50_000).map(|i| format!("row {i}\n")).collect();
        let mut table = AppendFile::open(folder.path(), "table.csv").unwrap();
        table.write(&mut text.clone().into_bytes()).unwrap();
        pack(&table).unwrap();
        assert!(!table.path.exists());
        let gz = packed(&table.path);
        assert_eq!(
            fs::read(&gz).unwrap()[..10],
            [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]
        );
        assert!(
            open_unpacked(&file_of(&table.path))
                .unwrap()
                .1
                .lines()
                .map(Result::unwrap)
                .eq(text.lines())
        );
        // An uncompressed file beside a compressed one is ignored.
        fs::write(&table.path, "row 7").unwrap();
        assert!(unpack(&table.path, text.len() as u64 + 1).is_err() && gz.exists());
        unpack(&table.path, text.len() as u64 - 4).unwrap();
        assert_eq!(
            fs::read_to_string(&table.path).unwrap(),
            text[..text.len() - 4]
        );
        assert!(!gz.exists());
    }
}
