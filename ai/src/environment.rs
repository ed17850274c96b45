//! Environment of an agent: clock and threads, which the crate itself does not have.

use std::fmt;
use std::time::Duration;

/// Monotonic clock: returns the time since a fixed but arbitrary moment.
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

/// Runs a job for each number below a bound, possibly in parallel, and returns when all are done.
pub type Workers = fn(jobs: usize, job: &(dyn Fn(usize) + Sync));

/// Everything needed to build an agent.
///
/// # Examples
///
/// A clock and threads of the standard library, for a search with five milliseconds and two threads:
///
/// ```
/// use std::sync::LazyLock;
/// use std::thread;
/// use std::time::Instant;
///
/// use goldrush_ai::registry::Spec;
/// use goldrush_ai::environment::{Clock, Environment};
/// use goldrush_engine::game::{Game, State, View};
/// use goldrush_engine::gold_rush::{GoldRush, Setup};
/// use goldrush_engine::player::Player;
/// use goldrush_engine::rng::{agent_stream, deal_stream};
///
/// static START: LazyLock<Instant> = LazyLock::new(Instant::now);
/// let around = Environment {
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
pub struct Environment {
    /// Number of seats.
    pub players: usize,
    /// Clock for time budgets.
    pub clock: Clock,
    /// Workers for agents that use several threads per decision.
    pub workers: Workers,
}

impl Environment {
    /// Returns an environment with a stopped clock and sequential jobs; enough for agents without time budgets.
    pub fn sequential(players: usize) -> Environment {
        Environment {
            players,
            clock: Clock(&|| Duration::ZERO),
            workers: |jobs, job| (0..jobs).for_each(job),
        }
    }
}
