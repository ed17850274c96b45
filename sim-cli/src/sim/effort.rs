//! What deciding costs: the time and the playouts of each seat. Times differ from run to run, so nothing of this goes
//! into results.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use goldrush_engine::player::{MAX_PLAYERS, Player};

/// Watches the agents while they decide.
pub trait Stopwatch {
    /// Lets a seat's agent decide; a turn begins with that or goes on.
    fn decide<M>(&mut self, seat: Player, begins_turn: bool, choose: impl FnOnce() -> M) -> M;

    /// At the end of a game: the playouts a seat's agent has run.
    fn playouts(&mut self, seat: Player, playouts: u64);
}

/// Nobody watches.
impl Stopwatch for () {
    #[inline]
    fn decide<M>(&mut self, _: Player, _: bool, choose: impl FnOnce() -> M) -> M {
        choose()
    }

    #[inline]
    fn playouts(&mut self, _: Player, _: u64) {}
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
}

impl Effort {
    /// Wall time of a turn in milliseconds; none without turns.
    pub fn ms_per_turn(&self) -> Option<f64> {
        self.per_turn(self.time.as_secs_f64() * 1e3)
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
    }
}

/// By seat.
pub type SeatEfforts = [Effort; MAX_PLAYERS];

impl Stopwatch for SeatEfforts {
    fn decide<M>(&mut self, seat: Player, begins_turn: bool, choose: impl FnOnce() -> M) -> M {
        let started = Instant::now();
        let mv = choose();
        let effort = &mut self[seat.index()];
        effort.time += started.elapsed();
        effort.turns += u64::from(begins_turn);
        mv
    }

    fn playouts(&mut self, seat: Player, playouts: u64) {
        self[seat.index()].playouts += playouts;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_of_a_turn_are_one_turn() {
        let seat = Player::FIRST;
        let mut efforts = SeatEfforts::default();
        assert_eq!(efforts[0].ms_per_turn(), None);
        efforts.decide(seat, false, || ());
        assert_eq!(efforts[0].turns, 0);
        efforts.decide(seat, true, || ());
        assert_eq!(efforts[0].turns, 1);
        efforts.playouts(seat, 7);
        efforts[0] += Effort { turns: 1, time: Duration::from_millis(5), playouts: 1 };
        assert_eq!(efforts[0].playouts_per_turn(), Some(4.0));
        assert!(efforts[0].ms_per_turn().is_some_and(|ms| ms >= 2.5));
    }
}
