//! Lines of a file that may be damaged or none of ours: whatever it holds, only so much of it is kept in memory.

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use super::digest::Digest;
use super::gzip::{file_of, open};
use crate::error::bad_input;

/// The longest line that is read, in bytes; the longest that is written has not a hundredth of it.
const LONGEST: u64 = 16 << 20;

/// Lines of a file, and how much of it they are.
pub struct Lines {
    path: PathBuf,
    reader: Box<dyn BufRead>,
    /// Lines read, with their ends.
    pub line: u64,
    /// Their length.
    pub bytes: u64,
    digest: Digest,
    /// True if the file was found to end in the middle of a line.
    pub is_torn: bool,
}

impl Lines {
    /// Of a table, packed or not.
    ///
    /// # Errors
    /// If it is missing: bad input. If it cannot be opened.
    pub fn of_table(path: &Path) -> anyhow::Result<Lines> {
        let path = file_of(path);
        match open(&path) {
            Ok(reader) => Ok(Lines::of(reader, path)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Err(bad_input(format!("{}: is missing", path.display()))),
            Err(e) => Err(anyhow::Error::new(e).context(format!("cannot open {}", path.display()))),
        }
    }

    /// Of a file; if its name ends in `.gz`, of what is packed in it.
    ///
    /// # Errors
    /// If it cannot be opened: bad input.
    pub fn of_file(path: PathBuf) -> anyhow::Result<Lines> {
        match open(&path) {
            Ok(reader) => Ok(Lines::of(reader, path)),
            Err(e) => Err(bad_input(format!("{}: {e}", path.display()))),
        }
    }

    fn of(reader: Box<dyn BufRead>, path: PathBuf) -> Lines {
        Lines { reader, path, line: 0, bytes: 0, digest: Digest::default(), is_torn: false }
    }

    /// The next line with its end; none if it has no end.
    ///
    /// # Errors
    /// If it cannot be read, is no text or longer than any line that is written: bad input.
    pub fn next_whole(&mut self) -> anyhow::Result<Option<String>> {
        let line = self.read()?;
        // Looked at first: what is torn may end within a character.
        if line.last() != Some(&b'\n') {
            self.is_torn = !line.is_empty();
            return Ok(None);
        }
        self.line += 1;
        self.bytes += line.len() as u64;
        self.digest.update(&line);
        self.text(line).map(Some)
    }

    /// The next line, whether it has an end or not; empty if there is none.
    fn read(&mut self) -> anyhow::Result<Vec<u8>> {
        let mut line = Vec::new();
        let read = self.reader.by_ref().take(LONGEST).read_until(b'\n', &mut line);
        read.map_err(|e| self.unreadable(e))?;
        if line.len() as u64 == LONGEST {
            return Err(self.wrong(self.line + 1, "longer than any line of such a file"));
        }
        Ok(line)
    }

    fn text(&self, line: Vec<u8>) -> anyhow::Result<String> {
        String::from_utf8(line).map_err(|_| self.wrong(self.line, "not text"))
    }

    /// As [`Lines::next_whole`], with or without an end.
    ///
    /// # Errors
    /// As [`Lines::next_whole`].
    pub fn next_or_torn(&mut self) -> anyhow::Result<Option<String>> {
        let line = self.read()?;
        if line.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        self.text(line).map(Some)
    }

    /// Whether the file ends here.
    ///
    /// # Errors
    /// If it cannot be read: bad input.
    pub fn is_at_end(&mut self) -> anyhow::Result<bool> {
        match self.reader.fill_buf() {
            Ok(rest) => Ok(rest.is_empty()),
            Err(e) => Err(self.unreadable(e)),
        }
    }

    /// SHA-256 of what was read.
    pub fn sha256(&self) -> String {
        self.digest.hex()
    }

    /// Where they are.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong where the next line cannot be read: the file, or the disk, about which nothing in the file can be told.
    fn unreadable(&self, error: io::Error) -> anyhow::Error {
        match error.raw_os_error() {
            None => self.wrong(self.line + 1, &error.to_string()),
            Some(_) => anyhow::Error::new(error).context(format!("cannot read {}", self.path.display())),
        }
    }

    /// What is wrong with a line.
    pub fn wrong(&self, line: u64, what: &str) -> anyhow::Error {
        bad_input(format!("{}: line {line}: {what}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::BadInput;

    #[test]
    fn unreadable_table_is_not_taken_for_a_damaged_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        assert!(Lines::of_table(&path).err().unwrap().is::<BadInput>());
        std::fs::write(&path, b"\xff\n").unwrap();
        assert!(Lines::of_table(&path).unwrap().next_whole().unwrap_err().is::<BadInput>());
        assert!(!Lines::of_table(folder.path()).err().unwrap().is::<BadInput>());
        let file = Box::new(io::BufReader::new(std::fs::File::open(folder.path()).unwrap()));
        let mut unreadable = Lines::of(file, path);
        assert!(!unreadable.next_whole().unwrap_err().is::<BadInput>());
        assert!(!unreadable.is_at_end().unwrap_err().is::<BadInput>());
    }

    #[test]
    fn a_line_that_ends_within_a_character_is_torn_and_one_that_is_no_text_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("table.csv");
        let text = "run,żółw\n1,żółw\n".as_bytes();
        std::fs::write(&table, &text[..text.len() - 4]).unwrap();
        let mut lines = Lines::of_table(&table).unwrap();
        assert_eq!(lines.next_whole().unwrap().as_deref(), Some("run,żółw\n"));
        assert_eq!((lines.next_whole().unwrap(), lines.line, lines.is_torn), (None, 1, true));
        std::fs::write(&table, b"run\n\xff\n").unwrap();
        let mut lines = Lines::of_table(&table).unwrap();
        lines.next_whole().unwrap();
        assert!(lines.next_whole().unwrap_err().to_string().ends_with("line 2: not text"));
    }
}
