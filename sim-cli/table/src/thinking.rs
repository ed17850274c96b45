//! Work on background threads, so that the screen never freezes, and a clock that can be hurried, so that a bot that
//! thinks by the clock can be interrupted.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use goldrush_ai::environment::Clock;
use serde::Serialize;
use serde::de::DeserializeOwned;

use goldrush_support::system::{clock, receive, spawn, spawn_long};

/// Work on a background thread. Dropping it asks the work to stop and discards its result.
pub struct Task<T> {
    result: Receiver<T>,
    stop: Arc<AtomicBool>,
    /// Counts the steps done, if their number is known.
    steps: Option<Steps<T>>,
}

/// Counts the steps that work has done, of a known number, and keeps what it has found so far; wakes at each twentieth and when
/// more is found.
pub struct Steps<T> {
    done: Arc<AtomicUsize>,
    all: usize,
    found: Arc<Mutex<Option<T>>>,
    waker: Waker,
}

impl<T> Clone for Steps<T> {
    fn clone(&self) -> Steps<T> {
        Steps {
            done: self.done.clone(),
            all: self.all,
            found: self.found.clone(),
            waker: self.waker.clone(),
        }
    }
}

/// Number of times that counting steps wakes.
const WAKES: usize = 20;

impl<T> Steps<T> {
    /// Creates the count of work that takes this number of steps.
    pub fn of(all: usize, waker: Waker) -> Steps<T> {
        Steps {
            done: Arc::default(),
            all: all.max(1),
            found: Arc::default(),
            waker,
        }
    }

    /// Replaces what was found so far.
    pub fn find(&self, found: T) {
        *self.found.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
        self.waker.0();
    }

    /// Counts a step.
    pub fn count(&self) {
        let before = self.done.fetch_add(1, Ordering::Relaxed);
        if WAKES * before / self.all < WAKES * (before + 1) / self.all {
            self.waker.0();
        }
    }
}

/// The progress of a task.
#[derive(PartialEq, Eq, Debug)]
pub enum Progress<T> {
    /// The work continues.
    Working,
    /// The work is finished.
    Done(T),
    /// The work panicked.
    Failed,
}

/// A function that is called from another thread when the result of some background work is there; by default none.
#[derive(Clone)]
pub struct Waker(Arc<dyn Fn() + Send + Sync>);

impl Waker {
    /// Creates a waker that calls this function.
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Waker {
        Waker(Arc::new(wake))
    }
}

impl Default for Waker {
    fn default() -> Waker {
        Waker::new(|| {})
    }
}

impl<T: Send + 'static> Task<T> {
    /// Starts the work, which can check whether it should stop.
    pub fn begin(work: impl FnOnce(&AtomicBool) -> T + Send + 'static) -> Task<T> {
        Task::begin_waking(&Waker::default(), work)
    }

    /// Starts the work, and wakes once its result is there or it has failed.
    pub fn begin_waking(
        waker: &Waker,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Task<T> {
        let (sender, result) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stop_flag = stop.clone();
        let done = done(sender, waker);
        spawn(move || done(catch_unwind(AssertUnwindSafe(|| work(&stop_flag))).ok()));
        Task {
            result,
            stop,
            steps: None,
        }
    }

    /// Like [`Task::begin_waking`], for work of more than a tenth of a second.
    pub fn begin_long(
        waker: &Waker,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Task<T>
    where
        T: Serialize + DeserializeOwned,
    {
        let (sender, result) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        spawn_long(stop.clone(), work, done(sender, waker));
        Task {
            result,
            stop,
            steps: None,
        }
    }

    /// Waits at most `time` for the result.
    pub fn wait(&mut self, time: Duration) -> Progress<T> {
        match receive(&self.result, time) {
            Ok(result) => Progress::Done(result),
            Err(RecvTimeoutError::Timeout) => Progress::Working,
            Err(RecvTimeoutError::Disconnected) => Progress::Failed,
        }
    }
}

/// Returns the function that hands over the result of finished work, and wakes.
fn done<T>(sender: Sender<T>, waker: &Waker) -> impl FnOnce(Option<T>) + Send + 'static
where
    T: Send + 'static,
{
    let waker = waker.clone();
    move |result| {
        // The receiver may be gone.
        let _ = result.map(|result| sender.send(result));
        // Without a result the task has failed.
        drop(sender);
        waker.0();
    }
}

impl<T> Task<T> {
    /// Returns the task with a count of its steps.
    #[must_use]
    pub fn counted(mut self, steps: Steps<T>) -> Task<T> {
        self.steps = Some(steps);
        self
    }

    /// Returns the share of the work that is done, in per cent; `None` if nobody counts.
    pub fn percent(&self) -> Option<usize> {
        let steps = self.steps.as_ref()?;
        let done = steps.done.load(Ordering::Relaxed).min(steps.all);
        // A copy of the program that does the work counts on its own.
        (done > 0).then(|| 100 * done / steps.all)
    }

    /// Takes what the work has found so far, if that is more than when it was last asked for.
    pub fn take_found(&self) -> Option<T> {
        let found = &self.steps.as_ref()?.found;
        found.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Asks the work to stop and return what it has.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A clock that can be hurried: then an hour passes at every reading, so that every time budget is used up. It never
/// goes back.
#[derive(Default, Debug)]
pub struct DeadlineClock {
    expired: AtomicBool,
    skipped_hours: AtomicU64,
}

impl DeadlineClock {
    /// Creates a clock for one agent. It lives as long as the program, because an abandoned agent may still read it.
    pub fn of_agent() -> (&'static DeadlineClock, Clock) {
        let deadline_clock: &'static DeadlineClock = Box::leak(Box::default());
        (
            deadline_clock,
            Clock(Box::leak(Box::new(|| deadline_clock.now()))),
        )
    }

    fn now(&self) -> Duration {
        let expired = u64::from(self.expired.load(Ordering::Relaxed));
        let skipped = self.skipped_hours.fetch_add(expired, Ordering::Relaxed) + expired;
        clock() + Duration::from_secs(3600 * skipped)
    }

    /// Sets whether the clock is hurried, so that the agent stops at once.
    pub fn set_expired(&self, expired: bool) {
        self.expired.store(expired, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn work_finishes_or_stops() {
        assert_eq!(Task::begin(|_| 7).wait(LONG), Progress::Done(7));
        let mut endless = Task::begin(|stop| while !stop.load(Ordering::Relaxed) {});
        assert_eq!(endless.wait(Duration::ZERO), Progress::Working);
        endless.stop();
        assert_eq!(endless.wait(LONG), Progress::Done(()));
    }

    #[test]
    fn task_shows_what_it_has_found_before_it_ends() {
        let (sender, woken) = channel();
        let steps = Steps::of(2, Waker::new(move || sender.send(()).unwrap()));
        let (finish, finished) = channel();
        let counter = steps.clone();
        let mut task = Task::begin(move |_| {
            counter.find(1);
            finished.recv().unwrap();
            2
        })
        .counted(steps);
        woken.recv_timeout(LONG).unwrap();
        assert_eq!((task.take_found(), task.take_found()), (Some(1), None));
        finish.send(()).unwrap();
        assert_eq!(task.wait(LONG), Progress::Done(2));
    }

    #[test]
    fn task_wakes_once_its_result_can_be_taken() {
        let (sender, woken) = channel();
        let waker = Waker::new(move || sender.send(()).unwrap());
        let mut task = Task::begin_waking(&waker, |_| 7);
        woken.recv_timeout(LONG).unwrap();
        assert_eq!(task.wait(Duration::ZERO), Progress::Done(7));
        let mut failed =
            Task::<u8>::begin_waking(&waker, |_| std::panic::resume_unwind(Box::new("quietly")));
        woken.recv_timeout(LONG).unwrap();
        assert_eq!(failed.wait(Duration::ZERO), Progress::Failed);
    }

    #[test]
    fn a_hurried_clock_runs_and_never_goes_back() {
        let (deadline_clock, clock) = DeadlineClock::of_agent();
        let before = clock.now();
        deadline_clock.set_expired(true);
        let first = clock.now();
        let second = clock.now();
        deadline_clock.set_expired(false);
        let after = clock.now();
        assert!(
            first >= before + Duration::from_secs(3600)
                && second >= first + Duration::from_secs(3600)
        );
        assert!(after >= second);
        assert!(
            DeadlineClock::of_agent().1.now() < first,
            "others are not hurried"
        );
    }
}
