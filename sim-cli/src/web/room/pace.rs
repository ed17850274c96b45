//! Limits of how often something may be done.

use std::time::{Duration, Instant};

/// A limit on how often something may be done: some times at once, then at a steady pace.
pub(super) struct Pace {
    at_once: u32,
    every: Duration,
    /// Time at which nothing would be owed.
    free_at: Option<Instant>,
}

impl Pace {
    pub(super) fn new(at_once: u32, every: Duration) -> Pace {
        Pace { at_once, every, free_at: None }
    }

    /// True if it may be done now; then it counts as done.
    pub(super) fn allows(&mut self, now: Instant) -> bool {
        let free_at = self.free_at.filter(|free_at| *free_at > now).unwrap_or(now) + self.every;
        let is_allowed = free_at <= now + self.at_once * self.every;
        if is_allowed {
            self.free_at = Some(free_at);
        }
        is_allowed
    }

    /// True if all of it may be done at once again.
    pub(super) fn is_rested(&self, now: Instant) -> bool {
        self.free_at.is_none_or(|free_at| free_at <= now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pace_allows_a_burst_and_then_one_at_a_time() {
        let (mut pace, start) = (Pace::new(3, Duration::from_secs(10)), Instant::now());
        let after = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(
            [0, 0, 0, 0, 9, 10, 11, 20].map(|at| pace.allows(after(at))),
            [true, true, true, false, false, true, false, true]
        );
        assert!(!pace.is_rested(after(21)) && pace.is_rested(after(60)));
    }
}
