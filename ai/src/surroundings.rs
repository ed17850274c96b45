//! What an agent is given from outside: it has no clock and no threads of its own.

use std::time::Duration;

/// Tells the time since some moment that is the same for all calls.
pub type Clock = fn() -> Duration;

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
        Surroundings { players, clock: || Duration::ZERO, workers: |jobs, job| (0..jobs).for_each(job) }
    }
}
