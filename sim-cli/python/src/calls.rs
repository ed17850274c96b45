//! Long calls: they run without holding the interpreter, on a thread pool of this process, and Ctrl-C stops them.

use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The pool and the process that created it. It is locked only while attached to the interpreter, so never during a fork.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Number of games between two checks for signals; any work on them takes a fraction of a second.
const SLICE: usize = 2048;

/// Time between two checks for signals while waiting.
const PATIENCE: Duration = Duration::from_millis(50);

/// Returns the pool of this process. Threads do not survive a fork, so a child creates its own and never touches its parent's.
fn pool(_: Python<'_>) -> PyResult<Arc<ThreadPool>> {
    let mut slot = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let here = process::id();
    if let Some((_, pool)) = slot.as_ref().filter(|(process, _)| *process == here) {
        return Ok(pool.clone());
    }
    let pool = ThreadPoolBuilder::new()
        .build()
        .map_err(|e| PyRuntimeError::new_err(format!("no threads: {e}")))?;
    let pool = Arc::new(pool);
    std::mem::forget(slot.replace((here, pool.clone())));
    Ok(pool)
}

/// Runs work on all cores while other Python threads continue.
pub fn on_all_cores<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let pool = pool(py)?;
    Ok(py.detach(|| pool.install(work)))
}

/// Works on games in slices, on all cores; a signal stops it between two slices.
pub fn in_slices(
    py: Python<'_>,
    games: usize,
    mut work: impl FnMut(Range<usize>) + Send,
) -> PyResult<()> {
    for first in (0..games).step_by(SLICE) {
        on_all_cores(py, || work(first..games.min(first + SLICE)))?;
        py.check_signals()?;
    }
    Ok(())
}

/// Waits for long work that has no slices. A signal ends the wait and asks the work to stop.
pub fn in_background<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut result) = channel();
    let stop = Arc::new(AtomicBool::new(false));
    let told = stop.clone();
    pool(py)?.spawn(move || {
        // After a signal nobody waits for the result.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(|| work(&told))));
    });
    loop {
        let result = &mut result;
        match py.detach(move || result.recv_timeout(PATIENCE)) {
            Ok(result) => return Ok(result.unwrap_or_else(|panic| resume_unwind(panic))),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("the work ended without a result"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(signal) = py.check_signals() {
            stop.store(true, Ordering::Relaxed);
            // The threads of this pool may stay busy for long, so the next call gets a new pool.
            POOL.lock().unwrap_or_else(PoisonError::into_inner).take();
            return Err(signal);
        }
    }
}
