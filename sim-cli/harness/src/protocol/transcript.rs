//! Transcripts of the messages exchanged with bots, if requested: one compressed file per process.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use flate2::Compression;
use flate2::write::GzEncoder;

use goldrush_support::error::bad_input;

static FOLDER: OnceLock<PathBuf> = OnceLock::new();

/// Starts keeping transcripts in this folder, which is created if missing.
///
/// # Errors
/// Bad input if the folder cannot be created.
pub fn keep_in(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)
        .map_err(|e| bad_input(format!("--bot-log {}: {e}", folder.display())))?;
    FOLDER.get_or_init(|| folder.into());
    Ok(())
}

/// Transcript of one process: `>` marks lines sent to it, `<` lines from it, `!` its standard error. Each message can be
/// read from the file as soon as it is written, so that a crash loses none.
pub struct Transcript<W: Write = File> {
    /// `None` if no transcript is wanted. Write errors are ignored, so that they affect no game.
    file: Option<GzEncoder<W>>,
    /// True if a line of its standard error is incomplete.
    in_error_line: bool,
}

impl Transcript {
    /// Starts a transcript for a command's process in the first free file: `bot-1.txt.gz`, `bot-2.txt.gz` and so on.
    pub fn begin(command: &str) -> Transcript {
        let new = |folder: &PathBuf| {
            let free = |n: u32| File::create_new(folder.join(format!("bot-{n}.txt.gz"))).ok();
            (1..100_000).find_map(free)
        };
        Transcript::on(FOLDER.get().and_then(new), command)
    }
}

impl<W: Write> Transcript<W> {
    fn on(file: Option<W>, command: &str) -> Transcript<W> {
        // Messages are much alike: the fastest level makes them small already.
        let file = file.map(|file| GzEncoder::new(file, Compression::fast()));
        let mut transcript = Transcript {
            file,
            in_error_line: false,
        };
        transcript.line(b"# ", command.as_bytes());
        transcript
    }

    /// Writes one or more lines sent to the process, each with its line end.
    pub fn sent(&mut self, lines: &[u8]) {
        if self.file.is_some() {
            lines
                .split_inclusive(|byte| *byte == b'\n')
                .for_each(|line| self.line(b"> ", line));
        }
    }

    /// Writes a line received from the process.
    pub fn received(&mut self, line: &[u8]) {
        self.line(b"< ", line);
    }

    /// Writes part of its standard error.
    pub fn errors(&mut self, text: &[u8]) {
        for part in text.split_inclusive(|byte| *byte == b'\n') {
            let mark: &[u8] = if self.in_error_line { b"" } else { b"! " };
            self.write(&[mark, part].concat());
            self.in_error_line = !part.ends_with(b"\n");
        }
    }

    fn line(&mut self, mark: &[u8], line: &[u8]) {
        if self.file.is_some() {
            let broken: &[u8] = if std::mem::take(&mut self.in_error_line) {
                b"\n"
            } else {
                b""
            };
            let end: &[u8] = if line.ends_with(b"\n") { b"" } else { b"\n" };
            self.write(&[broken, mark, line, end].concat());
        }
    }

    fn write(&mut self, text: &[u8]) {
        if let Some(file) = &mut self.file {
            let _ = file.write_all(text).and_then(|()| file.flush());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;

    use super::*;

    /// Returns the text of a file that may end early, as `zcat` does.
    fn text(bytes: &[u8]) -> String {
        let (mut decoder, mut text, mut chunk) = (GzDecoder::new(bytes), Vec::new(), [0; 64]);
        while let Ok(count @ 1..) = decoder.read(&mut chunk) {
            text.extend_from_slice(&chunk[..count]);
        }
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn transcript_is_small_and_whole_after_a_crash() {
        let mut written = Vec::new();
        let mut transcript = Transcript::on(Some(&mut written), "./bot");
        let mut expected = "# ./bot\n".to_owned();
        for n in 0..100 {
            let question = format!(
                "{{\"t\":\"decide\",\"n\":{n},\"moves\":[{}]}}\n",
                "{\"kind\":\"none\"},".repeat(100)
            );
            transcript.sent(question.as_bytes());
            transcript.errors(b"thin");
            transcript.errors(b"king");
            transcript.received(b"{}");
            expected += &format!("> {question}! thinking\n< {{}}\n");
        }
        // Nothing is written at the end, as in a crash.
        std::mem::forget(transcript);
        assert_eq!(text(&written), expected);
        assert!(
            written.len() * 10 < expected.len(),
            "{} of {}",
            written.len(),
            expected.len()
        );
    }
}
