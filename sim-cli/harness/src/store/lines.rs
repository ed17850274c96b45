//! Bounded line reader for files that may be damaged or not ours: it keeps at most one line of limited length in memory.

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};

use goldrush_support::error::bad_input;
use goldrush_support::input::{NOT_UTF8, OpenText, cause, open_text, open_unpacked};

use super::digest::Digest;
use super::gzip::file_of;

/// Longest line that is read, in bytes, more than a hundred times as long as any that is written.
const LONGEST: u64 = 16 << 20;

/// Reader of the lines of a file, with a count of what was read.
pub struct Lines {
    path: PathBuf,
    reader: Box<dyn BufRead>,
    /// True for a table of a run, of which every byte counts: its line ends stay as they are.
    is_table: bool,
    /// True if the file is packed with gzip.
    pub is_packed: bool,
    /// End of the last line read, in the file: `\n` or `\r\n`.
    pub line_end: &'static str,
    /// Number of lines read.
    pub line: u64,
    /// Bytes of the whole lines read, in the file or, if it is packed, in the table.
    pub bytes: u64,
    digest: Digest,
    /// True if the file was found to end in the middle of a line.
    pub is_torn: bool,
}

impl Lines {
    /// Opens a table, compressed or not.
    ///
    /// # Errors
    /// Bad input if it is missing. Fails if it cannot be opened.
    pub fn of_table(path: &Path) -> anyhow::Result<Lines> {
        let path = file_of(path);
        match open_unpacked(&path) {
            // It would be taken for what it is not where rows are cut off.
            Ok((true, _)) if path.extension().is_none_or(|ending| ending != "gz") => {
                let what = "is packed with gzip and not called so; add .gz to its name";
                Err(bad_input(format!("{}: {what}", path.display())))
            }
            Ok((is_packed, reader)) => Ok(Lines {
                is_table: true,
                ..Lines::of(
                    OpenText {
                        reader,
                        is_packed,
                        mark: 0,
                    },
                    path,
                )
            }),
            Err(e) if e.kind() == io::ErrorKind::NotFound => {
                Err(bad_input(format!("{}: is missing", path.display())))
            }
            Err(e) => Err(anyhow::Error::new(e).context(format!("cannot open {}", path.display()))),
        }
    }

    /// Opens a file of somebody, packed or not; its lines end in `\n`, whatever they end in there.
    ///
    /// # Errors
    /// Bad input that names the cause if it cannot be opened, or is no text.
    pub fn of_file(path: PathBuf) -> anyhow::Result<Lines> {
        match open_text(&path) {
            Ok(text) => Ok(Lines::of(text, path)),
            Err(e) => Err(bad_input(format!("{}: {}", path.display(), cause(&e)))),
        }
    }

    fn of(
        OpenText {
            reader,
            is_packed,
            mark,
        }: OpenText,
        path: PathBuf,
    ) -> Lines {
        let digest = Digest::default();
        Lines {
            path,
            reader,
            is_table: false,
            is_packed,
            line_end: "\n",
            line: 0,
            bytes: mark,
            digest,
            is_torn: false,
        }
    }

    /// Returns the next line with its line break, or `None` if it has none.
    ///
    /// # Errors
    /// Bad input if the file is damaged, or the line is not text or longer than any that is written. Fails if the disk cannot be
    /// read.
    pub fn next_whole(&mut self) -> anyhow::Result<Option<String>> {
        let line = self.read()?;
        // Checked first, because a torn line may end within a character.
        if line.last() != Some(&b'\n') {
            self.is_torn = !line.is_empty();
            return Ok(None);
        }
        self.line += 1;
        self.bytes += line.len() as u64;
        self.digest.update(&line);
        self.text(line).map(Some)
    }

    /// Reads the next line, with or without a line break; empty at the end of the file.
    fn read(&mut self) -> anyhow::Result<Vec<u8>> {
        let mut line = Vec::new();
        let read = self
            .reader
            .by_ref()
            .take(LONGEST)
            .read_until(b'\n', &mut line);
        read.map_err(|e| self.unreadable(e))?;
        if line.len() as u64 == LONGEST {
            return Err(self.wrong(self.line + 1, "longer than any line of such a file"));
        }
        Ok(line)
    }

    fn text(&mut self, mut line: Vec<u8>) -> anyhow::Result<String> {
        self.line_end = if line.ends_with(b"\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        if !self.is_table && self.line_end.len() > 1 {
            line.truncate(line.len() - self.line_end.len());
            line.push(b'\n');
        }
        String::from_utf8(line).map_err(|_| self.wrong(self.line, NOT_UTF8))
    }

    /// Like [`Lines::next_whole`], but also returns a last line without a line break.
    ///
    /// # Errors
    /// Same as for [`Lines::next_whole`].
    pub fn next_or_torn(&mut self) -> anyhow::Result<Option<String>> {
        let line = self.read()?;
        if line.is_empty() {
            return Ok(None);
        }
        self.line += 1;
        self.text(line).map(Some)
    }

    /// True if the file ends here.
    ///
    /// # Errors
    /// Bad input if the file is damaged. Fails if the disk cannot be read.
    pub fn is_at_end(&mut self) -> anyhow::Result<bool> {
        match self.reader.fill_buf() {
            Ok(rest) => Ok(rest.is_empty()),
            Err(e) => Err(self.unreadable(e)),
        }
    }

    /// Returns the SHA-256 of the whole lines read.
    pub fn sha256(&self) -> String {
        self.digest.hex()
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the error for a line that cannot be read: bad input if the file is damaged, another error if the disk is at fault.
    fn unreadable(&self, error: io::Error) -> anyhow::Error {
        match error.raw_os_error() {
            None => self.wrong(self.line + 1, &cause(&error)),
            Some(_) => {
                anyhow::Error::new(error).context(format!("cannot read {}", self.path.display()))
            }
        }
    }

    /// Returns the error for a wrong line: bad input.
    pub fn wrong(&self, line: u64, what: &str) -> anyhow::Error {
        bad_input(format!("{}: line {line}: {what}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use goldrush_support::error::BadInput;

    use super::*;

    #[test]
    fn unreadable_table_is_not_reported_as_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table");
        assert!(Lines::of_table(&path).err().unwrap().is::<BadInput>());
        std::fs::write(&path, b"\xff\n").unwrap();
        assert!(
            Lines::of_table(&path)
                .unwrap()
                .next_whole()
                .unwrap_err()
                .is::<BadInput>()
        );
        assert!(
            !Lines::of_table(folder.path())
                .err()
                .unwrap()
                .is::<BadInput>()
        );
        let file = Box::new(io::BufReader::new(
            std::fs::File::open(folder.path()).unwrap(),
        ));
        let mut unreadable = Lines::of(
            OpenText {
                reader: file,
                is_packed: false,
                mark: 0,
            },
            path,
        );
        assert!(!unreadable.next_whole().unwrap_err().is::<BadInput>());
        assert!(!unreadable.is_at_end().unwrap_err().is::<BadInput>());
    }

    #[test]
    fn line_ending_within_a_character_is_torn_and_invalid_text_is_rejected() {
        let folder = tempfile::tempdir().unwrap();
        let table = folder.path().join("table.csv");
        let text = "run,żółw\n1,żółw\n".as_bytes();
        std::fs::write(&table, &text[..text.len() - 4]).unwrap();
        let mut lines = Lines::of_table(&table).unwrap();
        assert_eq!(lines.next_whole().unwrap().as_deref(), Some("run,żółw\n"));
        assert_eq!(
            (lines.next_whole().unwrap(), lines.line, lines.is_torn),
            (None, 1, true)
        );
        std::fs::write(&table, b"run\n\xff\n").unwrap();
        let mut lines = Lines::of_table(&table).unwrap();
        lines.next_whole().unwrap();
        assert!(
            lines
                .next_whole()
                .unwrap_err()
                .to_string()
                .ends_with("line 2: not text in UTF-8; save the file as UTF-8")
        );
    }
}
