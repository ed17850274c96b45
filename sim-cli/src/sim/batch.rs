//! Many games in parallel, handed over in order. The threads of this program live here.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::bots::{BotPool, SeatFault};
use super::effort::{SeatEfforts, Watch};
use super::play::{AnyArena, Outcome, arena};
use super::result::GameResult;
use crate::error::bad_input;
use crate::interrupt::Interrupt;
use crate::progress::Progress;
use crate::protocol::bot::CannotStart;
use crate::study::GameId;
use crate::study::Plan;
use crate::study::arm::Arm;

/// Games between two looks at the progress.
const BATCH: usize = 256;

/// Makes something of each of so many games in parallel, and hands it over in their order, whatever the threads.
pub fn each<T: Send>(pool: &ThreadPool, games: u64, make: impl Fn(u64) -> T + Sync, mut take: impl FnMut(T)) {
    let mut progress = Progress::new("games", games);
    let games = games as usize;
    for first in (0..games).step_by(BATCH) {
        let batch = first..(first + BATCH).min(games);
        let count = batch.len();
        let made = || batch.into_par_iter().with_max_len(1).map(|game| make(game as u64)).collect();
        let made: Vec<T> = pool.install(made);
        made.into_iter().for_each(&mut take);
        progress.add(count as u64);
    }
    progress.finish();
}

/// What is kept of each game, made on the thread that plays it.
pub trait Sink: Sync {
    /// What it makes of a game.
    type Kept: Send;

    /// Whether a game is to be written down move by move.
    fn wants_record(&self, number: u64) -> bool;

    /// Makes of a finished game what is kept of it; `record` is its line if one was wanted, and else empty, and `turns`
    /// is how long agents took for each turn.
    fn keep(&self, id: GameId, number: u64, result: &GameResult, record: Vec<u8>, turns: &[Duration]) -> Self::Kept;
}

/// Without a sink nothing is kept.
impl<S: Sink> Sink for Option<S> {
    type Kept = Option<S::Kept>;

    fn wants_record(&self, number: u64) -> bool {
        self.as_ref().is_some_and(|sink| sink.wants_record(number))
    }

    fn keep(&self, id: GameId, number: u64, result: &GameResult, record: Vec<u8>, turns: &[Duration]) -> Self::Kept {
        self.as_ref().map(|sink| sink.keep(id, number, result, record, turns))
    }
}

/// A game that has been played.
pub struct Played<K> {
    /// Which.
    pub id: GameId,
    /// How it ended.
    pub result: GameResult,
    /// What the sink made of it.
    pub kept: K,
    /// What deciding cost each seat; only where agents are compared.
    pub efforts: SeatEfforts,
    /// The faults of its bots.
    pub faults: Vec<SeatFault>,
}

/// Games that were handed over together: the number of the first, and all of them.
type Part<K> = Result<(u64, Vec<Played<K>>), CannotStart>;

/// A pool of so many threads, or of one for each core.
///
/// # Errors
/// If the number is not possible: bad input.
pub fn pool(threads: Option<usize>) -> anyhow::Result<ThreadPool> {
    if threads.is_some_and(|t| t == 0 || t > 4096) {
        return Err(bad_input("--threads: 1 to 4096 are possible"));
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).stack_size(STACK).build();
    pool.map_err(|_| anyhow::anyhow!("the system does not allow as many threads; --threads 1 needs the least"))
}

/// Bytes of stack of a thread. Games are plain values of some ten thousand bytes, and an optimized build keeps dozens of them in one
/// frame: what is usual was too little for searches of Carcassonne.
const STACK: usize = 16 << 20;

/// Who gets the games.
pub trait Taker<K> {
    /// Takes the next game in order; breaks if that is enough.
    ///
    /// # Errors
    /// Whatever ends the run.
    fn take(&mut self, game: Played<K>) -> anyhow::Result<ControlFlow<()>>;

    /// Called about every second or more often, also while no game ends; so many more games have ended since, in
    /// whatever order.
    ///
    /// # Errors
    /// Whatever ends the run.
    fn pass_time(&mut self, ended: u64) -> anyhow::Result<()>;
}

/// Plays games of a plan, from game `first` on, and hands them over in order, until the last, until the taker breaks or,
/// if interrupted, to the end of the block that is being played. Their speed and the number of threads decide when a
/// game is handed over, never which or in what order.
///
/// # Errors
/// Those of the taker, and if a bot cannot be started.
pub fn run<S: Sink>(
    plan: &Plan,
    first: u64,
    pool: &ThreadPool,
    sink: &S,
    interrupt: &Interrupt,
    taker: &mut impl Taker<S::Kept>,
) -> anyhow::Result<()> {
    let per_block = plan.games_per_block();
    let queue = Queue::new(first..plan.range().end * per_block, per_block, pool.current_num_threads());
    pool.in_place_scope(|scope| {
        let (send, parts) = channel();
        // Once on each thread: agents may share work with other threads, and while they wait for it their thread must
        // not begin to play the rest of the run.
        let queue = &queue;
        scope.spawn_broadcast(move |_, _| work(plan, sink, queue, interrupt, &send));
        let _closing = Closing(queue);
        let mut early: BTreeMap<u64, Vec<Played<S::Kept>>> = BTreeMap::new();
        let mut next = first;
        loop {
            let mut ended = 0;
            match parts.recv_timeout(Duration::from_secs(1)) {
                Ok(part) => {
                    let (first, part) = part?;
                    ended = part.len() as u64;
                    early.insert(first, part);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            while let Some(part) = early.remove(&next) {
                next += part.len() as u64;
                queue.handed_over();
                for game in part {
                    if taker.take(game)?.is_break() {
                        return Ok(());
                    }
                }
            }
            taker.pass_time(ended)?;
        }
    })
}

/// The games that nobody plays yet.
struct Queue {
    claims: Mutex<Claims>,
    changed: Condvar,
    /// Games of a block.
    block: u64,
    /// Parts that may be claimed and not handed over: bounds the memory, and lets the others go on while one game
    /// takes long.
    window: usize,
}

struct Claims {
    games: Range<u64>,
    parts: usize,
}

impl Queue {
    fn new(games: Range<u64>, block: u64, threads: usize) -> Queue {
        let claims = Mutex::new(Claims { games, parts: 0 });
        Queue { claims, changed: Condvar::new(), block, window: 16 * threads }
    }

    fn claims(&self) -> MutexGuard<'_, Claims> {
        self.claims.lock().expect("nothing panics while it is locked")
    }

    /// The next games, at most so many; none at the end. Once interrupted, only what is left of the block.
    fn claim(&self, games: u64, interrupt: &Interrupt) -> Option<Range<u64>> {
        let full = |claims: &mut Claims| claims.parts >= self.window && !claims.games.is_empty();
        let mut claims = self.changed.wait_while(self.claims(), full).expect("nothing panics while it is locked");
        if interrupt.requested() {
            claims.games.end = claims.games.end.min(claims.games.start.next_multiple_of(self.block));
        }
        if claims.games.is_empty() {
            return None;
        }
        let first = claims.games.start;
        claims.games.start = (first + games).min(claims.games.end);
        claims.parts += 1;
        Some(first..claims.games.start)
    }

    fn handed_over(&self) {
        self.claims().parts -= 1;
        self.changed.notify_one();
    }
}

/// Ends the queue when whoever needs its games is gone, by a panic too.
struct Closing<'q>(&'q Queue);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        let mut claims = self.0.claims();
        claims.games.start = claims.games.end;
        drop(claims);
        self.0.changed.notify_all();
    }
}

/// Plays parts of the queue until it ends or nobody takes them.
fn work<S: Sink>(plan: &Plan, sink: &S, queue: &Queue, interrupt: &Interrupt, send: &Sender<Part<S::Kept>>) {
    // Long enough that handing over costs nothing, short enough that nobody waits for it.
    const PART: Range<Duration> = Duration::from_millis(5)..Duration::from_millis(20);
    const LONGEST: u64 = 256;
    // A queue that ended is not changed by this; after a panic the others stop.
    let _closing = Closing(queue);
    let mut arenas: Vec<Tables> = plan.arms.iter().map(Tables::of).collect();
    let mut bots = BotPool::of(plan);
    let mut games = 1;
    while let Some(numbers) = queue.claim(games, interrupt) {
        let (first, started) = (numbers.start, Instant::now());
        let part = numbers.map(|number| play_game(plan, sink, &mut arenas, &mut bots, number)).collect();
        let part = Result::map(part, |games| (first, games));
        let failed = part.is_err();
        if send.send(part).is_err() || failed {
            break;
        }
        if started.elapsed() < PART.start {
            games = (games * 2).min(LONGEST);
        } else if started.elapsed() > PART.end {
            games = (games / 2).max(1);
        }
    }
}

/// The tables of an arm: one, or where a side has a handicap one for each seating.
struct Tables<'a>(Vec<Box<dyn AnyArena + 'a>>);

impl<'a> Tables<'a> {
    fn of(arm: &'a Arm) -> Tables<'a> {
        let count = if arm.handicap.is_some() { arm.lineup.seatings() } else { 1 };
        Tables((0..count).map(|seating| arena(arm.setup_of(seating))).collect())
    }

    fn of_seating(&mut self, seating: usize) -> &mut (dyn AnyArena + 'a) {
        let at = if self.0.len() == 1 { 0 } else { seating };
        &mut *self.0[at]
    }
}

fn play_game<S: Sink>(
    plan: &Plan,
    sink: &S,
    arenas: &mut [Tables],
    bots: &mut BotPool,
    number: u64,
) -> Result<Played<S::Kept>, CannotStart> {
    let id = plan.game(number);
    let arena = arenas[id.arm].of_seating(id.seating);
    let (mut watch, records) = (Watch::default(), sink.wants_record(number));
    let watched = (records || plan.compares_agents()).then_some(&mut watch);
    let (Outcome { result, faults }, record) = arena.play(plan, bots, id, records, watched)?;
    let kept = sink.keep(id, number, &result, record, &watch.turns);
    Ok(Played { id, result, kept, efforts: watch.efforts, faults })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn while_one_game_takes_long_others_are_claimed_as_far_as_the_window() {
        let (queue, going_on) = (Queue::new(0..1000, 1, 2), Interrupt::default());
        let slow = queue.claim(1, &going_on).unwrap();
        assert_eq!(slow, 0..1);
        for part in 0..queue.window as u64 - 1 {
            assert_eq!(queue.claim(3, &going_on), Some(1 + 3 * part..4 + 3 * part));
        }
        assert_eq!(queue.claims().parts, queue.window);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.claim(3, &going_on));
            queue.handed_over();
            assert!(waiting.join().unwrap().is_some());
        });
    }

    #[test]
    fn a_queue_that_is_closed_lets_nobody_wait() {
        let (queue, going_on) = (Queue::new(0..1000, 1, 1), Interrupt::default());
        while queue.claims().parts < queue.window {
            queue.claim(1, &going_on);
        }
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| queue.claim(1, &going_on));
            drop(Closing(&queue));
            assert_eq!(waiting.join().unwrap(), None);
        });
    }
}
