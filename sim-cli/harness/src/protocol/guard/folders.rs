//! Folders from which commands of bots are started, where that is not the current folder.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Folders by the commands that are started from them.
static FOLDERS: Mutex<BTreeMap<String, PathBuf>> = Mutex::new(BTreeMap::new());

/// Starts a command from this folder, from now on.
pub fn start_from(command: &str, folder: &Path) {
    let mut folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
    folders.insert(command.into(), folder.into());
}

/// Returns the folder from which a command is started, or `None` if that is the current one.
pub(super) fn folder_of(command: &str) -> Option<PathBuf> {
    let folders = FOLDERS.lock().unwrap_or_else(PoisonError::into_inner);
    folders.get(command).cloned()
}

/// Lets a process run in the folder from which a command is started.
///
/// # Errors
/// Fails if that folder is missing.
pub(super) fn enter(process: &mut Command, command: &str) -> io::Result<()> {
    let Some(folder) = folder_of(command) else {
        return Ok(());
    };
    if !folder.is_dir() {
        let shown = folder.display();
        return Err(io::Error::other(format!(
            "the folder {shown}, from which it is started, is missing"
        )));
    }
    process.env("PWD", &folder).current_dir(folder);
    Ok(())
}
