//! The functions in a page, where a worker has all of the program. It has one thread: what runs in the background waits until the
//! page asks for it. Long work runs in a copy of the worker, with a copy of its memory, which returns the result as text.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

type Job = Box<dyn FnOnce()>;
type Work = Box<dyn FnOnce() -> String>;
type Done = Box<dyn FnOnce(Option<&str>)>;

/// Work for a copy of the worker.
struct LongJob {
    stop: Arc<AtomicBool>,
    /// Returns the result as JSON.
    work: Option<Work>,
    /// Takes it; nothing if the work failed.
    done: Done,
}

thread_local! {
    static CLOCK: Cell<fn() -> Duration> = const { Cell::new(|| Duration::ZERO) };
    static RANDOM: Cell<Option<fn() -> u32>> = const { Cell::new(None) };
    static JOBS: RefCell<VecDeque<Job>> = const { RefCell::new(VecDeque::new()) };
    static LONG_JOBS: RefCell<BTreeMap<u32, LongJob>> = const { RefCell::new(BTreeMap::new()) };
    static STARTED: Cell<u32> = const { Cell::new(0) };
}

/// Sets what the page has of its own: the time since any moment, and unpredictable bits.
pub fn set_sources(clock: fn() -> Duration, random: fn() -> u32) {
    CLOCK.set(clock);
    RANDOM.set(Some(random));
}

/// Does one piece of the background work. False if there was none.
pub fn run_next() -> bool {
    let job = JOBS.with_borrow_mut(VecDeque::pop_front);
    job.map(|job| job()).is_some()
}

/// True if background work is waiting.
pub fn has_next() -> bool {
    JOBS.with_borrow(|jobs| !jobs.is_empty())
}

/// Returns the numbers of the long work that has not ended and is still wanted.
pub fn wanted_long() -> Vec<u32> {
    LONG_JOBS.with_borrow_mut(|jobs| {
        jobs.retain(|_, job| !job.stop.load(Ordering::Relaxed));
        jobs.keys().copied().collect()
    })
}

/// In the copy: does long work, and returns its result as JSON.
pub fn run_long(number: u32) -> Option<String> {
    let work = LONG_JOBS.with_borrow_mut(|jobs| jobs.get_mut(&number)?.work.take())?;
    Some(work())
}

/// Hands over the result of long work; nothing if it failed.
pub fn finish_long(number: u32, result: Option<&str>) {
    let job = LONG_JOBS.with_borrow_mut(|jobs| jobs.remove(&number));
    if let Some(job) = job {
        (job.done)(result);
    }
}

/// The functions that every system has.
pub mod functions {
    use std::fs::{self, Metadata, OpenOptions};
    use std::io;
    use std::path::Path;
    use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};

    use serde::Serialize;
    use serde::de::DeserializeOwned;

    use super::*;

    /// Returns the time since some moment.
    pub fn clock() -> Duration {
        CLOCK.get()()
    }

    /// Fills a buffer with unpredictable bytes.
    ///
    /// # Errors
    /// Fails before the page has said where they come from.
    pub fn fill_random(bytes: &mut [u8]) -> anyhow::Result<()> {
        let random = RANDOM
            .get()
            .ok_or_else(|| anyhow::anyhow!("the page gives no random numbers"))?;
        bytes
            .chunks_mut(4)
            .for_each(|chunk| chunk.copy_from_slice(&random().to_le_bytes()[..chunk.len()]));
        Ok(())
    }

    /// Returns no name.
    pub fn host_name() -> String {
        String::new()
    }

    /// Lets the page run this next.
    pub fn spawn(work: impl FnOnce() + 'static) {
        JOBS.with_borrow_mut(|jobs| jobs.push_back(Box::new(work)));
    }

    /// Lets a copy of the worker run this, and then `done` with its result, or with `None` if it failed. Stopping it ends the copy.
    pub fn spawn_long<T: Serialize + DeserializeOwned + 'static>(
        stop: Arc<AtomicBool>,
        work: impl FnOnce(&AtomicBool) -> T + 'static,
        done: impl FnOnce(Option<T>) + 'static,
    ) {
        let stops = stop.clone();
        let job = LongJob {
            stop,
            work: Some(Box::new(move || {
                serde_json::to_string(&work(&stops)).unwrap_or_default()
            })),
            done: Box::new(move |text| done(text.and_then(|text| serde_json::from_str(text).ok()))),
        };
        STARTED.set(STARTED.get() + 1);
        LONG_JOBS.with_borrow_mut(|jobs| jobs.insert(STARTED.get(), job));
    }

    /// Returns what was sent; does not wait.
    ///
    /// # Errors
    /// Fails if nothing was sent yet, or nothing can be sent any more.
    pub fn receive<T>(receiver: &Receiver<T>, _: Duration) -> Result<T, RecvTimeoutError> {
        receiver.try_recv().map_err(|e| match e {
            TryRecvError::Empty => RecvTimeoutError::Timeout,
            TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
        })
    }

    /// No time for interrupted work: a copy of the worker does not hear that it should come to an end.
    pub const PATIENCE: Duration = Duration::ZERO;

    /// Does not wait: nothing else would happen meanwhile.
    pub fn sleep(_: Duration) {}

    /// Does nothing: a page gets no signals.
    pub fn on_termination_signal(_: impl FnMut() + Send + 'static) {}

    /// Returns what is equal for two descriptions of the same file; a page has none.
    pub fn identity(file: &Metadata) -> impl Eq + use<> {
        file.len()
    }

    /// Changes nothing: a page has no files.
    pub fn make_owned(options: &mut OpenOptions) -> &mut OpenOptions {
        options
    }

    /// True if a file that is open can be replaced by another one of its name.
    pub const REPLACES_OPEN_FILES: bool = false;

    /// Does nothing: a page has no folders.
    pub fn sync_folder(_: &Path) -> io::Result<()> {
        Ok(())
    }

    /// Creates a folder.
    ///
    /// # Errors
    /// Always: a page has none.
    pub fn make_private(folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)
    }
}
