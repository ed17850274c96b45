//! Folders that no bot in a sandbox may see: those of runs and leagues, which hold seeds and the games of others.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

static PRIVATE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Hides a folder from the bots that are started in sandboxes from now on.
pub fn hide(folder: &Path) {
    let mut private = PRIVATE.lock().unwrap_or_else(PoisonError::into_inner);
    for path in [std::path::absolute(folder), folder.canonicalize()].into_iter().flatten() {
        if !private.contains(&path) {
            private.push(path);
        }
    }
}

/// Returns the hidden folders.
pub(super) fn hidden() -> Vec<PathBuf> {
    PRIVATE.lock().unwrap_or_else(PoisonError::into_inner).clone()
}
