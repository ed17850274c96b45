//! What an agent is given from outside: it has no clock and no threads of its own.

use std::fmt;
use std::time::Duration;

/// Tells the time since some moment that is the same for all calls.
#[derive(Clone, Copy)]
pub struct Clock(pub &'static (dyn Fn() -> Duration + Sync));

impl Clock {
    /// Returns the time.
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
///
/// # Examples
///
/// A clock and threads of the standard library, for a search that has five milliseconds and two threads:
///
/// ```
/// use std::sync::LazyLock;
/// use std::thread;
/// use std::time::Instant;
///
/// use goldrush_ai::registry::Spec;
/// use goldrush_ai::surroundings::{Clock, Surroundings};
/// use goldrush_engine::game::{Game, State, View};
/// use goldrush_engine::gold_rush::{GoldRush, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{agent_stream, deal_stream};
///
/// static START: LazyLock<Instant> = LazyLock::new(Instant::now);
/// let around = Surroundings {
///     players: 2,
///     clock: Clock(&|| START.elapsed()),
///     workers: |jobs, job| {
///         thread::scope(|scope| {
///             for number in 0..jobs {
///                 scope.spawn(move || job(number));
///             }
///         });
///     },
/// };
/// let mut bot = Spec::read::<GoldRush>("rollout:ms=5,threads=2")?.build::<GoldRush>(&around);
///
/// let setup = Setup::printed(2);
/// let game = GoldRush::deal(&setup, &mut deal_stream(7, 0));
/// let mv = bot.choose(&View::new(&game, Player::FIRST), &mut agent_stream(7, 0, 0, 0));
/// assert!(game.is_legal(mv) && bot.playouts() > 0);
/// # Ok::<(), goldrush_ai::registry::SpecError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Surroundings {
    /// Number of seats.
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
