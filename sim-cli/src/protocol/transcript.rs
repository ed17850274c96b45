//! What is said with bots, kept in files if somebody asks for it: a file for each process.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::error::bad_input;

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Has everything kept that is said with bots from now on, in this folder, which is made if there is none.
///
/// # Errors
/// If it cannot be made: bad input.
pub fn keep_in(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).map_err(|e| bad_input(format!("--bot-log {}: {e}", folder.display())))?;
    FOLDER.get_or_init(|| folder.into());
    Ok(())
}

/// What was said with one process: `>` to it, `<` by it, `!` on its standard error.
pub struct Transcript {
    /// None if nobody asked for it. What cannot be written is left out, and changes no game.
    file: Option<File>,
    /// Whether a line of its standard error has begun and not ended.
    complains: bool,
}

impl Transcript {
    /// Of the process of a command, in the first file that is free: `bot-1.txt`, `bot-2.txt` and so on.
    pub fn begin(command: &str) -> Transcript {
        let new = |folder: &PathBuf| {
            let free = |n: u32| File::create_new(folder.join(format!("bot-{n}.txt"))).ok();
            (1..100_000).find_map(free)
        };
        let mut transcript = Transcript { file: FOLDER.get().and_then(new), complains: false };
        transcript.line(b"# ", command.as_bytes());
        transcript
    }

    /// A line, or several, that it was sent, each with its end.
    pub fn sent(&mut self, lines: &[u8]) {
        if self.file.is_some() {
            lines.split_inclusive(|byte| *byte == b'\n').for_each(|line| self.line(b"> ", line));
        }
    }

    /// A line that it wrote.
    pub fn received(&mut self, line: &[u8]) {
        self.line(b"< ", line);
    }

    /// A part of what it wrote to standard error.
    pub fn complained(&mut self, text: &[u8]) {
        for part in text.split_inclusive(|byte| *byte == b'\n') {
            let Some(file) = &mut self.file else { return };
            let _ = if self.complains { file.write_all(part) } else { file.write_all(&[b"! ", part].concat()) };
            self.complains = !part.ends_with(b"\n");
        }
    }

    fn line(&mut self, mark: &[u8], line: &[u8]) {
        let Some(file) = &mut self.file else { return };
        let broken: &[u8] = if std::mem::take(&mut self.complains) { b"\n" } else { b"" };
        let end: &[u8] = if line.ends_with(b"\n") { b"" } else { b"\n" };
        let _ = file.write_all(&[broken, mark, line, end].concat());
    }
}
