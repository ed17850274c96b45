//! Environment of the agents: the program's clock and threads.

use goldrush_ai::environment::{Clock, Environment};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use goldrush_support::system::clock;

/// Runs jobs on the thread pool in which the game is played.
fn workers(jobs: usize, job: &(dyn Fn(usize) + Sync)) {
    (0..jobs).into_par_iter().for_each(job);
}

/// Returns the environment of agents for this many players.
pub fn environment(players: usize) -> Environment {
    Environment {
        players,
        clock: Clock(&clock),
        workers,
    }
}
