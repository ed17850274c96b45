//! The functions that are the same on every operating system.

use std::panic::{self, AssertUnwindSafe};
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
/// its result, or with `None` if it panicked. It has threads of its own: on those that all share, it would wait for the parts of
/// longer work.
pub fn spawn_long<T: Send>(
    stop: Arc<AtomicBool>,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    done: impl FnOnce(Option<T>) + Send + 'static,
) {
    thread::spawn(move || {
        done(panic::catch_unwind(AssertUnwindSafe(|| on_own_threads(|| work(&stop)))).ok());
    });
}

/// Works on threads that nothing else uses, or on those of everybody if there are no more to be had.
fn on_own_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    match rayon::ThreadPoolBuilder::new().build() {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

/// Waits at most `time` for what is sent.
///
/// # Errors
/// Fails if nothing was sent in time, or nothing can be sent any more.
pub fn receive<T>(receiver: &Receiver<T>, time: Duration) -> Result<T, RecvTimeoutError> {
    receiver.recv_timeout(time)
}

/// Time that interrupted work has to return the best it has found.
pub const PATIENCE: Duration = Duration::from_millis(500);

/// Waits.
pub fn sleep(time: Duration) {
    thread::sleep(time);
}
