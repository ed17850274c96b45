//! What deciding costs: the time and the playouts of each seat. Times differ from run to run, so nothing of this goes
//! into results.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use goldrush_engine::player::{MAX_PLAYERS, Player};

/// Watches the agents while they decide.
pub trait Stopwatch {
    /// Whether it does.
    const WATCHES: bool;

    /// Lets a seat's agent decide; a turn begins with that or goes on.
    fn decide<M>(&mut self, seat: Player, begins_turn: bool, choose: impl FnOnce() -> M) -> M;

    /// At the end of a game: the playouts a seat's agent has run.
    fn playouts(&mut self, seat: Player, playouts: u64);

    /// At the end of a game: the processor time that a seat's bot took in processes of its own.
    fn processor(&mut self, seat: Player, time: Duration);
}

/// Nobody watches.
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

/// The effort of one seat or one side.
#[derive(Clone, Copy, Default, Debug)]
pub struct Effort {
    /// Turns, of one or more decisions each.
    pub turns: u64,
    /// Wall time of their decisions.
    pub time: Duration,
    /// Playouts run for them.
    pub playouts: u64,
    /// Processor time of whole games in processes of its own; none of an agent of this program.
    pub processor: Option<Duration>,
}

impl Effort {
    /// Wall time of a turn in milliseconds; none without turns.
    pub fn ms_per_turn(&self) -> Option<f64> {
        self.per_turn(self.time.as_secs_f64() * 1e3)
    }

    /// Processor time of a turn in milliseconds, of a bot in processes of its own.
    pub fn processor_ms_per_turn(&self) -> Option<f64> {
        self.processor.and_then(|time| self.per_turn(time.as_secs_f64() * 1e3))
    }

    /// Playouts of a turn; none without turns.
    pub fn playouts_per_turn(&self) -> Option<f64> {
        self.per_turn(self.playouts as f64)
    }

    fn per_turn(&self, amount: f64) -> Option<f64> {
        (self.turns > 0).then(|| amount / self.turns as f64)
    }
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        self.turns += other.turns;
        self.time += other.time;
        self.playouts += other.playouts;
        self.processor = self.processor.into_iter().chain(other.processor).reduce(|one, more| one + more);
    }
}

/// By seat.
pub type SeatEfforts = [Effort; MAX_PLAYERS];

/// Watches a game: the effort of each seat, and the time of each turn if that is to be kept.
#[derive(Default, Debug)]
pub struct Watch {
    /// By seat.
    pub efforts: SeatEfforts,
    /// Wall time that agents decided on each turn.
    pub turns: Vec<Duration>,
}

impl Stopwatch for Watch {
    const WATCHES: bool = true;

    fn decide<M>(&mut self, seat: Player, begins_turn: bool, choose: impl FnOnce() -> M) -> M {
        let started = Instant::now();
        let mv = choose();
        let (effort, took) = (&mut self.efforts[seat.index()], started.elapsed());
        effort.time += took;
        effort.turns += u64::from(begins_turn);
        match self.turns.last_mut().filter(|_| !begins_turn) {
            Some(turn) => *turn += took,
            None => self.turns.push(took),
        }
        mv
    }

    fn playouts(&mut self, seat: Player, playouts: u64) {
        self.efforts[seat.index()].playouts += playouts;
    }

    fn processor(&mut self, seat: Player, time: Duration) {
        *self.efforts[seat.index()].processor.get_or_insert_default() += time;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_of_a_turn_are_one_turn() {
        let seat = Player::FIRST;
        let mut watch = Watch::default();
        assert_eq!(watch.efforts[0].ms_per_turn(), None);
        watch.decide(seat, true, || ());
        watch.decide(seat, false, || ());
        assert_eq!((watch.efforts[0].turns, watch.turns.len()), (1, 1));
        watch.decide(seat, true, || ());
        assert_eq!((watch.efforts[0].turns, watch.turns.len()), (2, 2));
        watch.playouts(seat, 7);
        let mut efforts = watch.efforts;
        efforts[0] = Effort { turns: 1, ..efforts[0] };
        assert_eq!(efforts[0].processor_ms_per_turn(), None);
        watch.processor(seat, Duration::from_millis(4));
        let processor = watch.efforts[0].processor;
        efforts[0] += Effort { turns: 1, time: Duration::from_millis(5), playouts: 1, processor };
        assert_eq!(efforts[0].processor_ms_per_turn(), Some(2.0));
        assert_eq!(efforts[0].playouts_per_turn(), Some(4.0));
        assert!(efforts[0].ms_per_turn().is_some_and(|ms| ms >= 2.5));
    }
}
