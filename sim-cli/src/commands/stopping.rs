//! Tests that stop a command before each change of a file in turn, as SIGKILL or a full disk would, and then give it again.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use clap::Parser;
use goldrush_harness::store::disk::fault_injection;
use tempfile::TempDir;

use crate::cli::args::Cli;

/// Runs a command line of words with blanks between them.
pub fn command(words: &str) -> anyhow::Result<()> {
    let cli = Cli::try_parse_from(["goldrush"].into_iter().chain(words.split(' ')))?;
    super::run(cli.command, &mut Vec::new())
}

/// Texts of files by path, except for those that differ from run to run.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Returns all files below a folder.
pub fn files(folder: &Path) -> Files {
    let mut files = Files::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            files.extend(
                self::files(&path)
                    .into_iter()
                    .map(|(below, text)| (format!("{name}/{below}"), text)),
            );
        } else if !["machine.json", "times.jsonl"].contains(&&*name) {
            files.insert(name, fs::read(path).unwrap());
        }
    }
    files
}

/// Makes a folder a copy of another one.
pub fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let copied = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &copied);
        } else {
            fs::copy(&path, copied).unwrap();
        }
    }
}

/// A folder, in which commands are given, and a copy of what they find in it. Commands name the folder `HERE`.
pub struct Stopping {
    folder: TempDir,
}

impl Stopping {
    pub fn new() -> Stopping {
        let stopping = Stopping {
            folder: tempfile::tempdir().unwrap(),
        };
        ["here", "start"]
            .iter()
            .for_each(|name| fs::create_dir(stopping.folder.path().join(name)).unwrap());
        stopping
    }

    /// Returns the folder in which commands are given.
    pub fn here(&self) -> std::path::PathBuf {
        self.folder.path().join("here")
    }

    /// Gives a command.
    pub fn give(&self, words: &str) -> anyhow::Result<()> {
        command(&words.replace("HERE", self.here().to_str().unwrap()))
    }

    /// Gives a command that is stopped at each of its changes in turn, and then the same again. In the end there must be the files
    /// of a command that was not stopped, given once or, if `repeats`, twice.
    pub fn stop_everywhere(&self, words: &str, repeats: bool) {
        let start = self.folder.path().join("start");
        copy(&self.here(), &start);
        self.give(words).unwrap();
        let once = files(&self.here());
        let twice = repeats.then(|| self.give(words).map(|()| files(&self.here())).unwrap());
        for changes in 0.. {
            copy(&start, &self.here());
            let ended = fault_injection::after(changes, || self.give(words));
            let was_stopped = ended.is_none();
            let outcome = ended.unwrap_or_else(|| self.give(words));
            outcome.unwrap_or_else(|e| panic!("{words}, stopped after {changes} changes: {e:#}"));
            let found = files(&self.here());
            let differs = |name: &&String| once.get(*name) != found.get(*name);
            let different: Vec<&String> = once.keys().chain(found.keys()).filter(differs).collect();
            let is_right = different.is_empty() || twice.as_ref() == Some(&found);
            assert!(
                is_right,
                "{words}, stopped after {changes} changes: {different:?} differ"
            );
            if !was_stopped {
                println!("{changes} moments: {words}");
                assert!(changes > 2, "{words} changes files elsewhere");
                return;
            }
        }
    }
}
