//! Transcripts of the messages exchanged with bots, if requested: one file per process.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::error::bad_input;

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Starts keeping transcripts in this folder, which is created if missing.
///
/// # Errors
/// Bad input if the folder cannot be created.
pub fn keep_in(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).map_err(|e| bad_input(format!("--bot-log {}: {e}", folder.display())))?;
    FOLDER.get_or_init(|| folder.into());
    Ok(())
}

/// Transcript of one process: `>` marks lines sent to it, `<` lines from it, `!` its standard error.
pub struct Transcript {
    /// `None` if no transcript is wanted. Write errors are ignored, so that they affect no game.
    file: Option<File>,
    /// True if a line of its standard error is incomplete.
    in_error_line: bool,
}

impl Transcript {
    /// Starts a transcript for a command's process in the first free file: `bot-1.txt`, `bot-2.txt` and so on.
    pub fn begin(command: &str) -> Transcript {
        let new = |folder: &PathBuf| {
            let free = |n: u32| File::create_new(folder.join(format!("bot-{n}.txt"))).ok();
            (1..100_000).find_map(free)
        };
        let mut transcript = Transcript { file: FOLDER.get().and_then(new), in_error_line: false };
        transcript.line(b"# ", command.as_bytes());
        transcript
    }

    /// Writes one or more lines sent to the process, each with its line end.
    pub fn sent(&mut self, lines: &[u8]) {
        if self.file.is_some() {
            lines.split_inclusive(|byte| *byte == b'\n').for_each(|line| self.line(b"> ", line));
        }
    }

    /// Writes a line received from the process.
    pub fn received(&mut self, line: &[u8]) {
        self.line(b"< ", line);
    }

    /// Writes part of its standard error.
    pub fn errors(&mut self, text: &[u8]) {
        for part in text.split_inclusive(|byte| *byte == b'\n') {
            let Some(file) = &mut self.file else { return };
            let _ = if self.in_error_line { file.write_all(part) } else { file.write_all(&[b"! ", part].concat()) };
            self.in_error_line = !part.ends_with(b"\n");
        }
    }

    fn line(&mut self, mark: &[u8], line: &[u8]) {
        let Some(file) = &mut self.file else { return };
        let broken: &[u8] = if std::mem::take(&mut self.in_error_line) { b"\n" } else { b"" };
        let end: &[u8] = if line.ends_with(b"\n") { b"" } else { b"\n" };
        let _ = file.write_all(&[broken, mark, line, end].concat());
    }
}
