//! The functions on Windows.

use std::fs::{self, Metadata, OpenOptions};
use std::io;
use std::os::windows::fs::MetadataExt as _;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use signal_hook::consts::SIGINT;

/// True if a file that is open can be replaced by another one of its name.
pub const REPLACES_OPEN_FILES: bool = false;

/// Time between two looks whether Ctrl-C was pressed.
const LOOK: Duration = Duration::from_millis(50);

/// Calls `run` whenever Ctrl-C is pressed.
pub fn on_termination_signal(mut run: impl FnMut() + Send + 'static) {
    let pressed = Arc::new(AtomicBool::new(false));
    // If this fails, Ctrl-C ends the program at once, and runs can still be resumed.
    if signal_hook::flag::register(SIGINT, pressed.clone()).is_err() {
        return;
    }
    thread::spawn(move || {
        loop {
            if pressed.swap(false, Ordering::Relaxed) {
                run();
            }
            thread::sleep(LOOK);
        }
    });
}

/// Ignores Ctrl-C from now on.
pub fn ignore_termination_signals() -> io::Result<()> {
    signal_hook::flag::register(SIGINT, Arc::default()).map(drop)
}

/// Does nothing: there is no such signal.
pub fn ignore_file_size_signal() {}

/// Returns what is equal for two descriptions of the same file: here the time at which it was created.
pub fn identity(file: &Metadata) -> impl Eq + use<> {
    file.creation_time()
}

/// Changes nothing: files in a user's own folders are the user's.
pub fn make_owned(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

/// Creates a folder; the user's own folders are closed to others.
pub fn make_private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// Does nothing: folders cannot be synced here.
pub fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Number of the user who runs this program: the system has no numbers.
pub fn own_user() -> Option<u32> {
    None
}

/// Largest number of files and connections that this program may have open: there is no limit.
pub fn most_open_files() -> u64 {
    u64::MAX
}

/// Opens no browser: the key in the address is safe only if the server can tell which user sends it.
pub fn open_in_browser(_: &str) -> bool {
    false
}
