//! Rounds of a league, each a run in a folder of its own.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::error::bad_input;
use crate::store::folder::is_complete;
use crate::study::PLAN_FILE;

/// Folder of the rounds in the folder of a league.
const ROUNDS: &str = "rounds";
/// Folder of the parts of a round in the folder of a league.
const PARTS: &str = "parts";

/// A round of a league.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// Number, from 1.
    pub number: usize,
    /// Folder of its run.
    pub folder: PathBuf,
}

impl Round {
    /// True if all of its games have been played.
    pub fn is_complete(&self) -> bool {
        is_complete(&self.folder)
    }

    /// True if its plan has been written.
    pub fn has_begun(&self) -> bool {
        self.folder.join(PLAN_FILE).exists()
    }
}

/// Returns the folder of the rounds of a league.
pub fn rounds_folder(league: &Path) -> PathBuf {
    league.join(ROUNDS)
}

/// Returns the folder of the parts of a round that is played in parts.
pub fn parts_folder(league: &Path, number: usize) -> PathBuf {
    league.join(PARTS).join(format!("{number:05}"))
}

/// Returns the folder of a round.
pub fn folder(league: &Path, number: usize) -> PathBuf {
    rounds_folder(league).join(format!("{number:05}"))
}

/// Returns the rounds of a league so far; only the last one may be unfinished.
///
/// # Errors
/// Bad input if one is missing, or one before the last is not complete.
pub fn rounds(league: &Path) -> anyhow::Result<Vec<Round>> {
    let all = (1..).map(|number| Round { number, folder: folder(league, number) });
    let rounds: Vec<Round> = all.take_while(Round::has_begun).collect();
    let number = |name: OsString| name.to_str().and_then(|name| name.parse().ok());
    let files = fs::read_dir(rounds_folder(league)).into_iter().flatten().flatten();
    let last: usize = files.filter_map(|file| number(file.file_name())).max().unwrap_or(0);
    let next = rounds.len() + 1;
    if last > next {
        let shown = folder(league, next);
        return Err(bad_input(format!("{}: round {next} of {last} is missing; restore it", shown.display())));
    }
    match rounds.iter().rev().skip(1).find(|round| !round.is_complete()) {
        Some(Round { folder, .. }) => {
            let shown = folder.display();
            Err(bad_input(format!(
                "{shown}: this round is not complete any more; restore it, or goldrush resume {shown}"
            )))
        }
        None => Ok(rounds),
    }
}
