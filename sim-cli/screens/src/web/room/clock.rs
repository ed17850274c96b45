//! Time that each person has for a game.

use std::time::Duration;

use goldrush_engine::player::{MAX_PLAYERS, Player};

/// Clocks of the seats, of which at most one runs. The time of day is that of [`goldrush_support::system::clock`].
pub(crate) struct Clocks {
    left: [Duration; MAX_PLAYERS],
    running: Option<(Player, Duration)>,
}

impl Clocks {
    /// Creates clocks that stand, with the same time for each seat.
    pub(super) fn new(each: Duration) -> Clocks {
        Clocks {
            left: [each; MAX_PLAYERS],
            running: None,
        }
    }

    /// Lets the clock of a seat run from `now` on, or none.
    pub(super) fn run(&mut self, seat: Option<Player>, now: Duration) {
        if let Some((seat, _)) = self.running {
            self.left[seat.index()] = self.left(seat, now);
        }
        self.running = seat.map(|seat| (seat, now));
    }

    /// Gives a seat this time, because another person takes it.
    pub(super) fn reset(&mut self, seat: Player, time: Duration) {
        self.left[seat.index()] = time;
    }

    /// Returns the time that a seat has left.
    pub(super) fn left(&self, seat: Player, now: Duration) -> Duration {
        let used = self
            .running
            .filter(|(runs, _)| *runs == seat)
            .map_or(Duration::ZERO, |(_, since)| now - since);
        self.left[seat.index()].saturating_sub(used)
    }

    /// Returns the seat whose clock runs.
    pub(super) fn running(&self) -> Option<Player> {
        self.running.map(|(seat, _)| seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_clock_of_the_seat_to_move_runs() {
        let (start, [a, b]) = (
            Duration::from_secs(1),
            [0, 1].map(|seat| Player::new(seat).unwrap()),
        );
        let after = |seconds| start + Duration::from_secs(seconds);
        let mut clocks = Clocks::new(Duration::from_secs(60));
        clocks.run(Some(a), start);
        let left = |clocks: &Clocks, at| [a, b].map(|seat| clocks.left(seat, after(at)).as_secs());
        assert_eq!(left(&clocks, 10), [50, 60]);
        clocks.run(Some(b), after(20));
        assert_eq!((left(&clocks, 50), clocks.running()), ([40, 30], Some(b)));
        clocks.run(None, after(50));
        assert_eq!((left(&clocks, 500), clocks.running()), ([40, 30], None));
        clocks.run(Some(a), after(500));
        assert_eq!(left(&clocks, 999), [0, 30]);
    }
}
