//! What an agent is given from outside: it has no clock and no threads of its own.

use std::fmt;
use std::time::Duration;

/// Tells the time since some moment that is the same for all calls.
#[derive(Clone, Copy)]
pub struct Clock(pub &'static (dyn Fn() -> Duration + Sync));

impl Clock {
    /// The time.
    pub fn now(self) -> Duration {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Clock")
    }
}

/// Runs a job for each number below a bound, at once if it likes, and returns when all are done.
pub type Workers = fn(jobs: usize, job: &(dyn Fn(usize) + Sync));

/// Everything an agent may need to be built.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// How many seats there are.
    pub players: usize,
    /// For budgets of time.
    pub clock: Clock,
    /// For agents that use several threads for one decision.
    pub workers: Workers,
}

impl Surroundings {
    /// Where the clock stands still and jobs are run one after another: whatever needs no time is the same there.
    pub fn still(players: usize) -> Surroundings {
        Surroundings { players, clock: Clock(&|| Duration::ZERO), workers: |jobs, job| (0..jobs).for_each(job) }
    }
}
