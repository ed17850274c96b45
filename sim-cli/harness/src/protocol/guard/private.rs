//! Files and folders that no bot in a sandbox may see: those of runs and leagues, which hold seeds and the games of others, logs
//! of other bots, deals to be played, and the other bots themselves.

use std::collections::BTreeSet;
use std::env;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::folders::folder_of;

/// Hidden files and folders.
static PRIVATE: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
/// Commands of all bots that play.
static COMMANDS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Hides a file or folder from the bots that are started in sandboxes from now on.
pub fn hide(path: &Path) {
    let mut private = PRIVATE.lock().unwrap_or_else(PoisonError::into_inner);
    private.extend(
        [std::path::absolute(path), path.canonicalize()]
            .into_iter()
            .flatten(),
    );
}

/// Hides bots from each other, from now on.
pub fn keep_apart<'a>(commands: impl IntoIterator<Item = &'a str>) {
    let mut known = COMMANDS.lock().unwrap_or_else(PoisonError::into_inner);
    known.extend(commands.into_iter().map(String::from));
}

/// Returns the hidden files and folders.
pub(super) fn hidden() -> Vec<PathBuf> {
    PRIVATE
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .iter()
        .cloned()
        .collect()
}

/// A bot's command, and the folder from which it is started.
pub(super) struct PlacedCommand {
    pub(super) line: String,
    pub(super) folder: PathBuf,
}

impl PlacedCommand {
    /// Returns a command with its folder.
    pub(super) fn new(line: &str) -> PlacedCommand {
        let folder = folder_of(line).or_else(|| env::current_dir().ok());
        PlacedCommand {
            line: line.into(),
            folder: folder.unwrap_or_else(|| "/".into()),
        }
    }
}

/// Returns the commands of the bots besides this one.
pub(super) fn others(command: &str) -> Vec<PlacedCommand> {
    let known = COMMANDS.lock().unwrap_or_else(PoisonError::into_inner);
    let others = known.iter().filter(|other| *other != command);
    others.map(|other| PlacedCommand::new(other)).collect()
}
