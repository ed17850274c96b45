//! What agents are given from outside: the clock and the threads of this program.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use goldrush_ai::environment::{Clock, Environment};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The time since the program first asked for it.
pub fn clock() -> Duration {
    BEGAN.elapsed()
}

/// Jobs go to the threads of the pool in which the game is played.
fn workers(jobs: usize, job: &(dyn Fn(usize) + Sync)) {
    (0..jobs).into_par_iter().for_each(job);
}

/// The surroundings of agents in games of so many players.
pub fn surroundings(players: usize) -> Environment {
    Environment { players, clock: Clock(&clock), workers }
}
