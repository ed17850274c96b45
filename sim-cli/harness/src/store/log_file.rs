//! Files with a line for some games of a run: `times.jsonl` and `faults.jsonl`. They differ from run to run, so they are not
//! verified and no result depends on them.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::Context;
use goldrush_support::input::open_file;
use serde::Deserialize;

use super::disk::DiskFile;

/// Field that every line has.
#[derive(Deserialize)]
struct Line {
    game: u64,
}

/// A file to which lines are appended in game order.
pub struct LogFile {
    name: &'static str,
    file: DiskFile,
}

impl LogFile {
    /// Opens a file in a folder and removes the lines of game `first` and later ones.
    pub fn open(folder: &Path, name: &'static str, first: u64) -> anyhow::Result<LogFile> {
        let path = folder.join(name);
        open_at_game(&path, first)
            .map(|file| LogFile { name, file })
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// Writes and clears `lines`.
    pub fn write(&mut self, lines: &mut Vec<u8>) -> anyhow::Result<()> {
        self.file
            .write_all(lines)
            .with_context(|| format!("cannot write {}", self.name))?;
        lines.clear();
        Ok(())
    }

    /// Appends the lines of the same file in another folder, if there is one.
    pub fn add(&mut self, folder: &Path) -> anyhow::Result<()> {
        let Ok(mut other) = open_file(&folder.join(self.name)) else {
            return Ok(());
        };
        io::copy(&mut other, &mut self.file)
            .map(drop)
            .with_context(|| format!("cannot write {}", self.name))
    }
}

/// Opens a file without the lines of game `first` and later ones.
fn open_at_game(path: &Path, first: u64) -> io::Result<DiskFile> {
    let mut file = DiskFile::open(path)?;
    let end = length_before(&mut file, first)?;
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    Ok(file)
}

/// Returns the length of the lines of games before `first`, in bytes.
fn length_before(file: &mut impl Read, first: u64) -> io::Result<u64> {
    let mut lines = BufReader::new(file);
    let mut line = String::new();
    let mut bytes = 0;
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
    fn lines_of_replayed_games_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let open = |first| LogFile::open(folder.path(), "log.jsonl", first).unwrap();
        let text = || std::fs::read_to_string(folder.path().join("log.jsonl")).unwrap();
        let line = |game| format!("{{\"game\":{game},\"ms\":[]}}\n");
        let mut log = open(0);
        for game in [0, 3, 6] {
            log.write(&mut line(game).into_bytes()).unwrap();
        }
        log.write(&mut b"{\"game\":9,\"m".to_vec()).unwrap();
        drop(log);
        open(6).write(&mut line(6).into_bytes()).unwrap();
        assert_eq!(text(), [line(0), line(3), line(6)].concat());
        open(9);
        assert_eq!(text().lines().count(), 3);
    }
}
