//! Plays many games in parallel and delivers them in order. The program's worker threads live here.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use goldrush_support::error::bad_input;
use goldrush_support::interrupt::Interrupt;
use goldrush_support::parallel;
use goldrush_support::progress::Progress;
use rayon::ThreadPool;

use super::bots::{BotPool, SeatFault};
use super::play::{AnyGameRunner, Outcome, game_runner};
use super::result::GameResult;
use super::timing::{SeatTimings, TurnTimer};
use crate::protocol::cannot_start::CannotStart;
use crate::study::GameId;
use crate::study::Plan;
use crate::study::arm::Arm;

/// Games between two updates of the progress display.
const BATCH: usize = 256;

/// Maps the games `0..games` in parallel and passes the results to `take` in order, regardless of the threads.
pub fn each<T: Send>(
    pool: &ThreadPool,
    games: u64,
    make: impl Fn(u64) -> T + Sync,
    mut take: impl FnMut(T),
) {
    let mut progress = Progress::new("games", games);
    for first in (0..games).step_by(BATCH) {
        let count = (BATCH as u64).min(games - first);
        let made = pool.install(|| parallel::map(count as usize, |nth| make(first + nth as u64)));
        made.into_iter().for_each(&mut take);
        progress.add(count);
    }
    progress.finish();
}

/// Rows of a run's files, as bytes.
#[derive(Default)]
pub struct Rows {
    /// Rows of `games.csv`.
    pub games: Vec<u8>,
    /// Rows of `seats.csv`.
    pub seats: Vec<u8>,
    /// Lines of `records.jsonl`.
    pub records: Vec<u8>,
    /// Lines of `times.jsonl`, which differ from run to run.
    pub times: Vec<u8>,
    /// Lines of `faults.jsonl`, which differ from run to run.
    pub faults: Vec<u8>,
}

/// Makes the rows of games, on the thread that plays the game.
pub trait Sink: Sync {
    /// Returns true if the game should be recorded move by move.
    fn wants_record(&self, number: u64) -> bool;

    /// Returns the rows of a finished game. `record` is its line of JSON if a record was wanted, otherwise empty; `turns` are
    /// the agents' thinking times, turn by turn.
    fn keep(
        &self,
        id: GameId,
        number: u64,
        outcome: &Outcome,
        record: Vec<u8>,
        turns: &[Duration],
    ) -> Rows;
}

/// A finished game.
pub struct FinishedGame {
    /// Identifies the game within the plan.
    pub id: GameId,
    /// Scores, ranks and counts.
    pub result: GameResult,
    /// Its rows, if there is a sink.
    pub rows: Option<Rows>,
    /// Thinking time and playouts of each seat; recorded only if the plan compares agents.
    pub timings: SeatTimings,
    /// Faults of outside bots in this game.
    pub faults: Vec<SeatFault>,
}

/// Games handed over together: the number of the first game, and the games in order.
type FinishedBatch = Result<(u64, Vec<FinishedGame>), CannotStart>;

/// Creates a thread pool with this many threads, or one thread per core.
///
/// # Errors
/// Bad input if the number is not 1 to 4096.
pub fn pool(threads: Option<usize>) -> anyhow::Result<ThreadPool> {
    if threads.is_some_and(|t| t == 0 || t > 4096) {
        return Err(bad_input("--threads: must be 1 to 4096"));
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .stack_size(STACK)
        .build();
    pool.map_err(|_| {
        anyhow::anyhow!(
            "the system does not allow that many threads; try fewer, such as --threads 1"
        )
    })
}

/// Stack size of a thread, in bytes. Game states are plain values of tens of kilobytes, and an optimized build keeps dozens
/// of them in one frame: the default stack was too small for searches of Carcassonne.
const STACK: usize = 16 << 20;

/// Consumer of finished games.
pub trait Consumer {
    /// Takes the next game in order; breaks to end the run.
    ///
    /// # Errors
    /// Fails if the run cannot continue.
    fn take(&mut self, game: &FinishedGame) -> anyhow::Result<ControlFlow<()>>;

    /// Called about once a second or more often, even while no game ends. `ended` is the number of games that have ended since
    /// the last call, in any order.
    ///
    /// # Errors
    /// Fails if the run cannot continue.
    fn tick(&mut self, _ended: u64) -> anyhow::Result<()> {
        Ok(())
    }
}

/// Plays the games of a plan starting with `first` and delivers them in order, until the last one, until the consumer breaks or,
/// if interrupted, until the end of the current block. Speed and the number of threads affect when a game is handed over, but
/// never which games or their order.
///
/// # Errors
/// Passes on errors of the taker; fails if a bot cannot be started.
pub fn run(
    plan: &Plan,
    first: u64,
    pool: &ThreadPool,
    sink: Option<&dyn Sink>,
    interrupt: &Interrupt,
    consumer: &mut dyn Consumer,
) -> anyhow::Result<()> {
    let per_block = plan.games_per_block();
    let queue = Queue::new(
        first..plan.range().end * per_block,
        per_block,
        pool.current_num_threads(),
    );
    pool.in_place_scope(|scope| {
        let (send, parts) = channel();
        // One task per thread: agents may share work with other threads, and while they wait for it, their thread must
        // not start on another part of the run.
        let queue = &queue;
        scope.spawn_broadcast(move |_, _| work(plan, sink, queue, interrupt, &send));
        let _closing = QueueGuard(queue);
        let mut out_of_order: BTreeMap<u64, Vec<FinishedGame>> = BTreeMap::new();
        let mut next = first;
        loop {
            let mut ended = 0;
            match parts.recv_timeout(Duration::from_secs(1)) {
                Ok(part) => {
                    let (first, part) = part?;
                    ended = part.len() as u64;
                    out_of_order.insert(first, part);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            while let Some(part) = out_of_order.remove(&next) {
                next += part.len() as u64;
                queue.release();
                for game in &part {
                    if consumer.take(game)?.is_break() {
                        return Ok(());
                    }
                }
            }
            consumer.tick(ended)?;
        }
    })
}

/// Games that no thread has claimed yet.
struct Queue {
    state: Mutex<QueueState>,
    changed: Condvar,
    /// Games of a block.
    block: u64,
    /// Largest number of parts claimed but not yet delivered. It bounds memory use, and lets other threads continue while
    /// one game takes a long time.
    window: usize,
}

struct QueueState {
    games: Range<u64>,
    parts: usize,
}

impl Queue {
    fn new(games: Range<u64>, block: u64, threads: usize) -> Queue {
        let state = Mutex::new(QueueState { games, parts: 0 });
        Queue {
            state,
            changed: Condvar::new(),
            block,
            window: 16 * threads,
        }
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state
            .lock()
            .expect("no thread panicked while holding the lock")
    }

    /// Claims up to `games` games; `None` at the end of the queue. After an interrupt, only the rest of the current block is
    /// left.
    fn claim(&self, games: u64, interrupt: &Interrupt) -> Option<Range<u64>> {
        let mut state = self
            .changed
            .wait_while(self.state(), |state| {
                state.parts >= self.window && !state.games.is_empty()
            })
            .expect("no thread panicked while holding the lock");
        if interrupt.requested() {
            state.games.end = state
                .games
                .end
                .min(state.games.start.next_multiple_of(self.block));
        }
        if state.games.is_empty() {
            return None;
        }
        let first = state.games.start;
        state.games.start = (first + games).min(state.games.end);
        state.parts += 1;
        Some(first..state.games.start)
    }

    fn release(&self) {
        self.state().parts -= 1;
        self.changed.notify_one();
    }
}

/// Guard that empties the queue when its consumer is gone, even after a panic.
struct QueueGuard<'q>(&'q Queue);

impl Drop for QueueGuard<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.games.start = state.games.end;
        drop(state);
        self.0.changed.notify_all();
    }
}

/// Plays parts of the queue until it is empty or the receiver is gone.
fn work(
    plan: &Plan,
    sink: Option<&dyn Sink>,
    queue: &Queue,
    interrupt: &Interrupt,
    send: &Sender<FinishedBatch>,
) {
    // Long enough to amortize delivery, short enough that no thread waits for it.
    const CHUNK_TIME: Range<Duration> = Duration::from_millis(5)..Duration::from_millis(20);
    const MAX_CHUNK: u64 = 256;
    // Closing a queue that has ended changes nothing; after a panic it stops the other threads.
    let _closing = QueueGuard(queue);
    let mut game_runners: Vec<_> = plan.arms.iter().map(tables).collect();
    let mut bots = BotPool::of(plan);
    let mut games = 1;
    while let Some(numbers) = queue.claim(games, interrupt) {
        let first = numbers.start;
        let started = Instant::now();
        let part = numbers
            .map(|number| play_game(plan, sink, &mut game_runners, &mut bots, number))
            .collect();
        let part = Result::map(part, |games| (first, games));
        let failed = part.is_err();
        if send.send(part).is_err() || failed {
            break;
        }
        if started.elapsed() < CHUNK_TIME.start {
            games = (games * 2).min(MAX_CHUNK);
        } else if started.elapsed() > CHUNK_TIME.end {
            games = (games / 2).max(1);
        }
    }
}

/// Returns the tables of an arm: one in all, or one per seating if a side has a handicap.
fn tables(arm: &Arm) -> Vec<Box<dyn AnyGameRunner + '_>> {
    let count = if arm.handicap.is_some() {
        arm.lineup.seatings()
    } else {
        1
    };
    (0..count)
        .map(|seating| game_runner(arm.setup_of(seating)))
        .collect()
}

fn play_game(
    plan: &Plan,
    sink: Option<&dyn Sink>,
    game_runners: &mut [Vec<Box<dyn AnyGameRunner + '_>>],
    bots: &mut BotPool,
    number: u64,
) -> Result<FinishedGame, CannotStart> {
    let id = plan.game(number);
    let tables = &mut game_runners[id.arm];
    let at = id.seating % tables.len();
    let mut timer = TurnTimer::default();
    let records = sink.is_some_and(|sink| sink.wants_record(number));
    let timed = (records || plan.compares_agents()).then_some(&mut timer);
    let (outcome, record) = tables[at].play(plan, bots, id, records, timed)?;
    let rows = sink.map(|sink| sink.keep(id, number, &outcome, record, &timer.turns));
    let Outcome { result, faults } = outcome;
    Ok(FinishedGame {
        id,
        result,
        rows,
        timings: timer.timings,
        faults,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_game_blocks_other_claims_only_at_the_window() {
        let queue = Queue::new(0..1000, 1, 2);
        let uninterrupted = Interrupt::default();
        let slow = queue.claim(1, &uninterrupted).unwrap();
        assert_eq!(slow, 0..1);
        for part in 0..queue.window as u64 - 1 {
            assert_eq!(
                queue.claim(3, &uninterrupted),
                Some(1 + 3 * part..4 + 3 * part)
            );
        }
        assert_eq!(queue.state().parts, queue.window);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.claim(3, &uninterrupted));
            queue.release();
            assert!(waiting.join().unwrap().is_some());
        });
    }

    #[test]
    fn closed_queue_wakes_waiting_threads() {
        let queue = Queue::new(0..1000, 1, 1);
        let uninterrupted = Interrupt::default();
        while queue.state().parts < queue.window {
            queue.claim(1, &uninterrupted);
        }
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.claim(1, &uninterrupted));
            drop(QueueGuard(&queue));
            assert_eq!(waiting.join().unwrap(), None);
        });
    }
}
