//! Work outside the interpreter: on the threads of a pool of this process, and ended by Ctrl-C.

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

/// The pool and the process that made it. Only locked while attached to the interpreter, so never by another thread during a fork.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Games that are worked on between two looks for signals: less than half a second with anything done to a game.
const SLICE: usize = 2048;

/// How often a thread that waits looks for signals.
const PATIENCE: Duration = Duration::from_millis(50);

/// The pool of this process. Threads do not outlive a fork: a child makes its own pool, and never touches its parent's, whose
/// threads it does not have.
fn pool(_: Python<'_>) -> PyResult<Arc<ThreadPool>> {
    let mut slot = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let here = process::id();
    if let Some((_, pool)) = slot.as_ref().filter(|(process, _)| *process == here) {
        return Ok(pool.clone());
    }
    let pool = ThreadPoolBuilder::new().build().map_err(|e| PyRuntimeError::new_err(format!("no threads: {e}")))?;
    let pool = Arc::new(pool);
    std::mem::forget(slot.replace((here, pool.clone())));
    Ok(pool)
}

/// Does something on all cores, while other threads of Python go on.
pub fn on_all_cores<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    let pool = pool(py)?;
    Ok(py.detach(|| pool.install(work)))
}

/// The same for so many games, a slice of them at a time; a signal ends it between two of them.
pub fn in_slices(py: Python<'_>, games: usize, mut work: impl FnMut(Range<usize>) + Send) -> PyResult<()> {
    for first in (0..games).step_by(SLICE) {
        on_all_cores(py, || work(first..games.min(first + SLICE)))?;
        py.check_signals()?;
    }
    Ok(())
}

/// Does something that takes long and cannot be sliced. After a signal it is left to itself, and asked to stop.
pub fn in_background<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut result) = channel();
    let stop = Arc::new(AtomicBool::new(false));
    let told = stop.clone();
    pool(py)?.spawn(move || {
        // After a signal nobody waits for it any more.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(|| work(&told))));
    });
    loop {
        let result = &mut result;
        match py.detach(move || result.recv_timeout(PATIENCE)) {
            Ok(result) => return Ok(result.unwrap_or_else(|panic| resume_unwind(panic))),
            Err(RecvTimeoutError::Disconnected) => return Err(PyRuntimeError::new_err("the work was given up")),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(signal) = py.check_signals() {
            stop.store(true, Ordering::Relaxed);
            // Its threads end with the work; the next call is not to wait for them.
            POOL.lock().unwrap_or_else(PoisonError::into_inner).take();
            return Err(signal);
        }
    }
}
