//! Folders that goldrush has made, whenever that was: of runs, leagues and searches, and of transcripts. They hold seeds, records and
//! what other bots wrote, so no bot in a sandbox sees them. Neither does it see sockets and pipes beside its files.

use std::fs::{self, File};
use std::io::Read as _;
use std::os::unix::fs::FileTypeExt as _;
use std::path::{Path, PathBuf};

/// Files of runs, leagues and searches, which mark a folder if one of these words is in them: the format of a run, the seal of the
/// others.
const MARKS: [&str; 4] = ["run.toml", "league.toml", "rounds.toml", "design.json"];
const WORDS: [&str; 2] = ["goldrush", "sha256_above"];
/// Longest part of such a file that is searched for these words, in bytes; a longer one is a mark anyway.
const LONGEST: u64 = 1 << 20;
/// Tables of a run, which mark a folder together, though the plan may be lost.
const TABLES: [&str; 2] = ["games.csv", "seats.csv"];
/// Start and end of the name of a transcript, with digits between.
const TRANSCRIPT: [&str; 2] = ["bot-", ".txt.gz"];

/// Longest path into which goldrush looks, in bytes; the system has none longer than 4096. What lies deeper is hidden.
const DEEPEST: usize = 4000;

/// Contents of a folder, as far as they matter here.
#[derive(Default)]
struct Contents {
    is_marked: bool,
    folders: Vec<PathBuf>,
    /// Sockets and pipes: read-only folders do not keep a bot from writing to them.
    channels: Vec<PathBuf>,
}

impl Contents {
    /// Looks into a folder; one that cannot be read is empty, for a bot as well.
    fn of(folder: &Path) -> Contents {
        let mut contents = Contents::default();
        let mut has_tables = [false; 2];
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(kind) = entry.file_type() else {
                continue;
            };
            if kind.is_dir() {
                let path = entry.path();
                contents.is_marked |= path.as_os_str().len() > DEEPEST;
                contents.folders.push(path);
                continue;
            }
            if kind.is_socket() || kind.is_fifo() {
                contents.channels.push(entry.path());
                continue;
            }
            let name = entry.file_name();
            let Some(name) = name.to_str() else { continue };
            contents.is_marked |=
                is_transcript(name) || MARKS.contains(&name) && is_of_goldrush(&entry.path());
            let unpacked = name.strip_suffix(".gz").unwrap_or(name);
            if let Some(nth) = TABLES.iter().position(|table| *table == unpacked) {
                has_tables[nth] = true;
            }
        }
        contents.is_marked |= has_tables == [true; 2];
        contents
    }
}

/// Returns the folders of goldrush at or below a folder, and sockets and pipes of other programs. Links are not followed.
pub(super) fn within(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        let contents = Contents::of(&folder);
        if contents.is_marked {
            found.push(folder);
        } else {
            open.extend(contents.folders);
            found.extend(contents.channels);
        }
    }
    found
}

/// Returns the folder of goldrush that a path leads through.
pub(super) fn around(path: &Path) -> Option<PathBuf> {
    path.ancestors()
        .find(|folder| Contents::of(folder).is_marked)
        .map(PathBuf::from)
}

fn is_transcript(name: &str) -> bool {
    let number = name
        .strip_prefix(TRANSCRIPT[0])
        .and_then(|rest| rest.strip_suffix(TRANSCRIPT[1]));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// True if one of the words is in a file, or may be: it is too long, or cannot be read.
fn is_of_goldrush(file: &Path) -> bool {
    let mut text = Vec::new();
    let read = File::open(file).and_then(|file| file.take(LONGEST + 1).read_to_end(&mut text));
    let is_short = read.is_ok_and(|length| length as u64 <= LONGEST);
    let text = String::from_utf8_lossy(&text);
    !is_short || WORDS.iter().any(|word| text.contains(word))
}

#[cfg(test)]
mod tests {
    use std::os::unix::net::UnixListener;

    use super::*;

    #[test]
    fn folders_of_goldrush_are_found_by_their_files() {
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in [
            ("run/run.toml", "format = \"goldrush-run/2\"\n"),
            ("run/figures/a.svg", ""),
            ("deep/er/cup/league.toml", "# sha256_above = \"0\"\n"),
            ("deep/found/design.json", "{\"sha256_above\": \"\"}"),
            ("lost/games.csv.gz", ""),
            ("lost/seats.csv", ""),
            ("log/bot-12.txt.gz", ""),
            ("bot/run.toml", "[settings]\n"),
            ("bot/games.csv", ""),
            ("bot/bot-.txt.gz", ""),
            ("bot/bot-x1.txt.gz", ""),
        ] {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        let _socket = UnixListener::bind(folder.path().join("bot/socket")).unwrap();
        let mut found = within(folder.path());
        found.sort();
        let expected = [
            "bot/socket",
            "deep/er/cup",
            "deep/found",
            "log",
            "lost",
            "run",
        ];
        assert_eq!(found, expected.map(|name| folder.path().join(name)));
        assert_eq!(
            around(&folder.path().join("run/figures/a.svg")),
            Some(folder.path().join("run"))
        );
        assert_eq!(around(&folder.path().join("bot/run.toml")), None);
    }
}
