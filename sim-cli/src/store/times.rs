//! `times.jsonl`: how long agents took for each turn of the games that are written down. It differs from run to run, so
//! nothing checks it and nothing depends on it.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use serde::Deserialize;

use super::disk::DiskFile;
use crate::error::open_input;

/// The file in a run's folder.
pub const TIMES_FILE: &str = "times.jsonl";

/// A line of it.
#[derive(Deserialize)]
struct Line {
    /// The game's number.
    game: u64,
    /// Milliseconds of each turn, all decisions of its agents together.
    #[allow(dead_code, reason = "a line without its times is damaged")]
    ms: Vec<f64>,
}

/// The line of a game.
pub fn line(game: u64, turns: &[Duration]) -> Vec<u8> {
    let mut line = Vec::with_capacity(32 + 8 * turns.len());
    line.extend_from_slice(format!("{{\"game\":{game},\"ms\":[").as_bytes());
    for turn in turns {
        let micros = turn.as_secs() * 1_000_000 + u64::from(turn.subsec_micros());
        let digit = |place: u64| b'0' + (micros / place % 10) as u8;
        line.extend_from_slice(itoa::Buffer::new().format(micros / 1000).as_bytes());
        line.extend_from_slice(&[b'.', digit(100), digit(10), digit(1), b',']);
    }
    line.pop_if(|last| *last == b',');
    line.extend_from_slice(b"]}\n");
    line
}

/// The file, to which lines are added.
pub struct Times(DiskFile);

impl Times {
    /// Opens the file of a folder, and cuts off what it has of game `first` and those after it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn open(folder: &Path, first: u64) -> anyhow::Result<Times> {
        let path = folder.join(TIMES_FILE);
        let open = || {
            let mut file = DiskFile::open(&path)?;
            let end = kept(&mut file, first)?;
            file.set_len(end)?;
            file.seek(SeekFrom::Start(end))?;
            Ok::<_, io::Error>(file)
        };
        open().map(Times).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Writes lines and takes them away.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write(&mut self, lines: &mut Vec<u8>) -> anyhow::Result<()> {
        self.0.write_all(lines).with_context(|| format!("cannot write {TIMES_FILE}"))?;
        lines.clear();
        Ok(())
    }

    /// Adds those of another folder, if it has any.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add(&mut self, folder: &Path) -> anyhow::Result<()> {
        let Ok(mut other) = open_input(&folder.join(TIMES_FILE)) else { return Ok(()) };
        io::copy(&mut other, &mut self.0).map(drop).with_context(|| format!("cannot write {TIMES_FILE}"))
    }
}

/// The bytes of the lines of games before `first`.
fn kept(file: &mut impl Read, first: u64) -> io::Result<u64> {
    let (mut lines, mut line, mut bytes) = (BufReader::new(file), String::new(), 0);
    loop {
        line.clear();
        let read = lines.read_line(&mut line)? as u64;
        let is_before = serde_json::from_str(&line).is_ok_and(|Line { game, .. }| game < first);
        if !line.ends_with('\n') || !is_before {
            return Ok(bytes);
        }
        bytes += read;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_are_played_again_are_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let text = || std::fs::read_to_string(folder.path().join(TIMES_FILE)).unwrap();
        let mut times = Times::open(folder.path(), 0).unwrap();
        for game in [0, 3, 6] {
            times.write(&mut line(game, &[Duration::from_micros(1500)])).unwrap();
        }
        times.write(&mut b"{\"game\":9,\"m".to_vec()).unwrap();
        drop(times);
        Times::open(folder.path(), 6).unwrap().write(&mut line(6, &[])).unwrap();
        assert_eq!(text(), "{\"game\":0,\"ms\":[1.500]}\n{\"game\":3,\"ms\":[1.500]}\n{\"game\":6,\"ms\":[]}\n");
        Times::open(folder.path(), 9).unwrap();
        assert_eq!(text().lines().count(), 3);
    }
}
