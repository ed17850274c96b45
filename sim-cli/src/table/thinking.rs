//! Work on a thread of its own, so that the screen never freezes, and a clock that can be hurried, so that whoever
//! thinks by the clock can be interrupted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use goldrush_ai::environment::Clock;

use crate::surroundings::clock;

/// Work that goes on in the background. Dropping it leaves it to itself: its result is not wanted any more.
pub struct Task<T> {
    result: Receiver<T>,
    stop: Arc<AtomicBool>,
}

/// How far the work is.
#[derive(PartialEq, Eq, Debug)]
pub enum Progress<T> {
    /// It goes on.
    Working,
    /// It is done.
    Done(T),
    /// It broke down.
    Failed,
}

impl<T: Send + 'static> Task<T> {
    /// Begins. The work may ask whether it should stop.
    pub fn begin(work: impl FnOnce(&AtomicBool) -> T + Send + 'static) -> Task<T> {
        let (sender, result) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let told = stop.clone();
        // Nobody may be waiting any more.
        thread::spawn(move || drop(sender.send(work(&told))));
        Task { result, stop }
    }

    /// Waits so long at most.
    pub fn wait(&mut self, time: Duration) -> Progress<T> {
        match self.result.recv_timeout(time) {
            Ok(result) => Progress::Done(result),
            Err(RecvTimeoutError::Timeout) => Progress::Working,
            Err(RecvTimeoutError::Disconnected) => Progress::Failed,
        }
    }
}

impl<T> Task<T> {
    /// Asks the work to come to an end with what it has.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A clock that can be hurried: then an hour passes every time somebody looks, so that every budget of time is used up.
/// It never goes back.
#[derive(Default, Debug)]
pub struct DeadlineClock {
    hurried: AtomicBool,
    skipped_hours: AtomicU64,
}

impl DeadlineClock {
    /// A clock for one agent. It lives as long as the program, because an agent that was left to itself may look at it.
    pub fn of_agent() -> (&'static DeadlineClock, Clock) {
        let deadline_clock: &'static DeadlineClock = Box::leak(Box::default());
        (deadline_clock, Clock(Box::leak(Box::new(|| deadline_clock.now()))))
    }

    fn now(&self) -> Duration {
        let hurried = u64::from(self.hurried.load(Ordering::Relaxed));
        let skipped = self.skipped_hours.fetch_add(hurried, Ordering::Relaxed) + hurried;
        clock() + Duration::from_secs(3600 * skipped)
    }

    /// Whether the agent is to come to an end at once.
    pub fn hurry(&self, hurried: bool) {
        self.hurried.store(hurried, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn work_is_done_stopped_or_breaks_down() {
        assert_eq!(Task::begin(|_| 7).wait(LONG), Progress::Done(7));
        let mut endless = Task::begin(|stop| while !stop.load(Ordering::Relaxed) {});
        assert_eq!(endless.wait(Duration::ZERO), Progress::Working);
        endless.stop();
        assert_eq!(endless.wait(LONG), Progress::Done(()));
        let quiet = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        assert_eq!(Task::<u8>::begin(|_| panic!("on purpose")).wait(LONG), Progress::Failed);
        std::panic::set_hook(quiet);
    }

    #[test]
    fn a_hurried_clock_runs_and_never_goes_back() {
        let (deadline_clock, clock) = DeadlineClock::of_agent();
        let before = clock.now();
        deadline_clock.hurry(true);
        let (first, second) = (clock.now(), clock.now());
        deadline_clock.hurry(false);
        let after = clock.now();
        assert!(first >= before + Duration::from_secs(3600) && second >= first + Duration::from_secs(3600));
        assert!(after >= second);
        assert!(DeadlineClock::of_agent().1.now() < first, "others are not hurried");
    }
}
