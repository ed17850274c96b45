//! Measures what decisions cost: time and playouts of each seat. Times differ from run to run, so they never enter
//! the results.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use goldrush_engine::player::{MAX_PLAYERS, Player};

/// Measures the agents while they decide.
pub trait Stopwatch {
    /// True if timing is on.
    const WATCHES: bool;

    /// Runs and times a decision of a seat; `begins_turn` is false for later decisions of the same turn.
    fn decide<M>(&mut self, seat: Player, begins_turn: bool, choose: impl FnOnce() -> M) -> M;

    /// Called at the end of a game with the playouts that a seat's agent has run.
    fn playouts(&mut self, seat: Player, playouts: u64);

    /// Called at the end of a game with the processor time used by a seat's child-process bot.
    fn processor(&mut self, seat: Player, time: Duration);
}

/// Measures nothing.
impl Stopwatch for () {
    const WATCHES: bool = false;

    #[inline]
    fn decide<M>(&mut self, _: Player, _: bool, choose: impl FnOnce() -> M) -> M {
        choose()
    }

    #[inline]
    fn playouts(&mut self, _: Player, _: u64) {}

    #[inline]
    fn processor(&mut self, _: Player, _: Duration) {}
}

/// Effort of one seat or one side.
#[derive(Clone, Copy, Default, Debug)]
pub struct TimingStats {
    /// Number of turns, each of one or more decisions.
    pub turns: u64,
    /// Wall time of all decisions.
    pub time: Duration,
    /// Playouts run for the decisions.
    pub playouts: u64,
    /// Processor time of a child-process bot over whole games; `None` for a built-in agent.
    pub processor: Option<Duration>,
}

impl TimingStats {
    /// Returns the wall time per turn in milliseconds; `None` without turns.
    pub fn ms_per_turn(&self) -> Option<f64> {
        self.per_turn(self.time.as_secs_f64() * 1e3)
    }

    /// Returns the processor time per turn in milliseconds; `None` for a built-in agent or without turns.
    pub fn processor_ms_per_turn(&self) -> Option<f64> {
        self.processor
            .and_then(|time| self.per_turn(time.as_secs_f64() * 1e3))
    }

    /// Returns the playouts per turn; `None` without turns.
    pub fn playouts_per_turn(&self) -> Option<f64> {
        self.per_turn(self.playouts as f64)
    }

    fn per_turn(&self, amount: f64) -> Option<f64> {
        (self.turns > 0).then(|| amount / self.turns as f64)
    }
}

impl AddAssign for TimingStats {
    fn add_assign(&mut self, other: TimingStats) {
        self.turns += other.turns;
        self.time += other.time;
        self.playouts += other.playouts;
        self.processor = self
            .processor
            .into_iter()
            .chain(other.processor)
            .reduce(|one, more| one + more);
    }
}

/// Effort by seat.
pub type SeatTimings = [TimingStats; MAX_PLAYERS];

/// Measures one game: the effort of each seat, and the time of each turn.
#[derive(Default, Debug)]
pub struct TurnTimer {
    /// Effort by seat.
    pub timings: SeatTimings,
    /// Wall time of the decisions of each turn.
    pub turns: Vec<Duration>,
}

impl Stopwatch for TurnTimer {
    const WATCHES: bool = true;

    fn decide<M>(&mut self, seat: Player, begins_turn: bool, choose: impl FnOnce() -> M) -> M {
        let started = Instant::now();
        let mv = choose();
        let took = started.elapsed();
        let timing = &mut self.timings[seat.index()];
        timing.time += took;
        timing.turns += u64::from(begins_turn);
        match self.turns.last_mut().filter(|_| !begins_turn) {
            Some(turn) => *turn += took,
            None => self.turns.push(took),
        }
        mv
    }

    fn playouts(&mut self, seat: Player, playouts: u64) {
        self.timings[seat.index()].playouts += playouts;
    }

    fn processor(&mut self, seat: Player, time: Duration) {
        *self.timings[seat.index()].processor.get_or_insert_default() += time;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_decisions_count_as_one_turn() {
        let seat = Player::FIRST;
        let mut timer = TurnTimer::default();
        assert_eq!(timer.timings[0].ms_per_turn(), None);
        timer.decide(seat, true, || ());
        timer.decide(seat, false, || ());
        assert_eq!((timer.timings[0].turns, timer.turns.len()), (1, 1));
        timer.decide(seat, true, || ());
        assert_eq!((timer.timings[0].turns, timer.turns.len()), (2, 2));
        timer.playouts(seat, 7);
        let mut timings = timer.timings;
        timings[0] = TimingStats {
            turns: 1,
            ..timings[0]
        };
        assert_eq!(timings[0].processor_ms_per_turn(), None);
        timer.processor(seat, Duration::from_millis(4));
        let processor = timer.timings[0].processor;
        timings[0] += TimingStats {
            turns: 1,
            time: Duration::from_millis(5),
            playouts: 1,
            processor,
        };
        assert_eq!(timings[0].processor_ms_per_turn(), Some(2.0));
        assert_eq!(timings[0].playouts_per_turn(), Some(4.0));
        assert!(timings[0].ms_per_turn().is_some_and(|ms| ms >= 2.5));
    }
}
