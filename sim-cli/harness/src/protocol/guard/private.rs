//! Files and folders that no bot in a sandbox may see: those of runs and leagues, which hold seeds and the games of others, logs
//! of other bots, deals to be played, and the other bots themselves.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

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

/// Returns the commands of the bots besides this one.
pub(super) fn others(command: &str) -> Vec<String> {
    let known = COMMANDS.lock().unwrap_or_else(PoisonError::into_inner);
    known
        .iter()
        .filter(|other| *other != command)
        .cloned()
        .collect()
}
