//! Rate limits.

use std::time::{Duration, Instant};

/// Rate limit: a burst, then a steady rate.
pub(super) struct RateLimit {
    at_once: u32,
    every: Duration,
    /// Time at which the full burst is available again.
    free_at: Option<Instant>,
}

impl RateLimit {
    pub(super) fn new(at_once: u32, every: Duration) -> RateLimit {
        RateLimit {
            at_once,
            every,
            free_at: None,
        }
    }

    /// True if it may be done now; then it counts as done.
    pub(super) fn try_take(&mut self, now: Instant) -> bool {
        let free_at = self.free_at.filter(|free_at| *free_at > now).unwrap_or(now) + self.every;
        let is_allowed = free_at <= now + self.at_once * self.every;
        if is_allowed {
            self.free_at = Some(free_at);
        }
        is_allowed
    }

    /// True if the full burst is available again.
    pub(super) fn is_full(&self, now: Instant) -> bool {
        self.free_at.is_none_or(|free_at| free_at <= now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limit_allows_a_burst_and_then_one_at_a_time() {
        let mut limit = RateLimit::new(3, Duration::from_secs(10));
        let start = Instant::now();
        let after = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(
            [0, 0, 0, 0, 9, 10, 11, 20].map(|at| limit.try_take(after(at))),
            [true, true, true, false, false, true, false, true]
        );
        assert!(!limit.is_full(after(21)) && limit.is_full(after(60)));
    }
}
