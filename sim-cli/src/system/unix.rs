//! The functions on a Unix system.

use std::fs::{self, Metadata, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _, PermissionsExt as _};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Returns the time since the first call.
pub fn clock() -> Duration {
    START.elapsed()
}

/// Fills a buffer with unpredictable bytes.
///
/// # Errors
/// Fails if the system has no random number generator.
pub fn fill_random(bytes: &mut [u8]) -> anyhow::Result<()> {
    getrandom::fill(bytes).map_err(|e| anyhow::anyhow!("{e}"))
}

/// Returns the name of this machine.
pub fn host_name() -> String {
    gethostname::gethostname().to_string_lossy().into_owned()
}

/// Runs this in the background.
pub fn spawn(work: impl FnOnce() + Send + 'static) {
    thread::spawn(work);
}

/// Runs work in the background that takes longer than a page may wait, and that may ask whether it should stop; then `done` with
/// its result, or with `None` if it panicked.
pub fn spawn_long<T>(
    stop: Arc<AtomicBool>,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    done: impl FnOnce(Option<T>) + Send + 'static,
) {
    thread::spawn(move || done(panic::catch_unwind(AssertUnwindSafe(|| work(&stop))).ok()));
}

/// Waits at most `time` for what is sent.
///
/// # Errors
/// Fails if nothing was sent in time, or nothing can be sent any more.
pub fn receive<T>(receiver: &Receiver<T>, time: Duration) -> Result<T, RecvTimeoutError> {
    receiver.recv_timeout(time)
}

/// Waits.
pub fn sleep(time: Duration) {
    thread::sleep(time);
}

/// Returns what is equal for two descriptions of the same file only.
pub fn identity(file: &Metadata) -> impl Eq + use<> {
    (file.dev(), file.ino())
}

/// Lets only the owner read and write a file that is created.
pub fn make_owned(options: &mut OpenOptions) -> &mut OpenOptions {
    options.mode(0o600)
}

/// Creates a folder that only its owner can access, or restricts an existing one.
///
/// # Errors
/// Fails if it cannot be created or restricted.
pub fn make_private(folder: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
}

/// Opens an address in the user's browser. False if there is no graphical browser.
pub fn open_in_browser(url: &str) -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    // Without a display, Linux would start a text browser in this terminal.
    let seen = ["DISPLAY", "WAYLAND_DISPLAY"].into_iter().any(set);
    // The key in the address is safe only if the server can tell which user sends it.
    cfg!(target_os = "linux") && seen && open::that_detached(url).is_ok()
}
