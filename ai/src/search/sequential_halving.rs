//! Sequential halving over the root candidates: all are tried in the same worlds, and the worse half is dropped after
//! each round (Karnin, Koren, Somekh: Almost optimal exploration in multi-armed bandits, 2013).

use std::ops::Range;

use super::budget::{Budget, RoundBudget};

/// Statistics of the candidates of one decision. Reused between decisions to avoid allocation.
#[derive(Clone, Default)]
pub(super) struct SequentialHalving {
    /// Remaining candidates, best first after each round.
    running: Vec<u16>,
    /// Sum of rewards by candidate, in fixed point.
    sums: Vec<i64>,
    /// Number of worlds in which the best candidate was tried.
    worlds: u64,
}

impl SequentialHalving {
    /// Tries the candidates, of which there is at least one; returns the best and the number of playouts. `priors` are their
    /// initial
    /// sums, best first, in fixed point. `play` tries candidates in a range of worlds and adds their rewards by
    /// candidate.
    pub(super) fn run(
        &mut self,
        priors: impl Iterator<Item = i64>,
        budget: Budget,
        mut play: impl FnMut(&[u16], Range<u64>, &mut [i64]),
    ) -> (usize, u64) {
        self.sums.clear();
        self.sums.extend(priors);
        self.running.clear();
        self.running.extend(0..self.sums.len() as u16);
        let end = match budget {
            Budget::Playouts(playouts) => {
                // Each round halves the candidates, so trying each once per round costs about twice their number in playouts.
                self.running.truncate((playouts as usize / 2).max(1));
                None
            }
            Budget::Time(time, clock) => Some((clock.now() + time, clock)),
        };
        let (mut world, mut playouts) = (0, 0);
        for rounds_left in (1..=self.running.len().next_power_of_two().trailing_zeros()).rev() {
            let running = self.running.len() as u64;
            if let Budget::Playouts(all) = budget
                && playouts + running > u64::from(all)
            {
                break;
            }
            let round_budget = match (budget, end) {
                (_, Some((end, clock))) => {
                    let now = clock.now();
                    RoundBudget::Until(now + end.saturating_sub(now) / rounds_left, clock)
                }
                (Budget::Playouts(all), _) => {
                    let left = u64::from(all) - playouts;
                    RoundBudget::Worlds((left / u64::from(rounds_left) / running).max(1))
                }
                (Budget::Time(..), None) => unreachable!("a time budget always has an end"),
            };
            let mut played = 0;
            loop {
                let more = round_budget.next(played);
                if more == 0 {
                    break;
                }
                play(&self.running, world..world + more, &mut self.sums);
                (world, played) = (world + more, played + more);
                playouts += more * running;
            }
            // All remaining candidates were tried equally often, so sums are comparable; ties keep their order.
            let sums = &self.sums;
            self.running.sort_by_key(|&candidate| std::cmp::Reverse(sums[usize::from(candidate)]));
            self.running.truncate(self.running.len().div_ceil(2));
        }
        self.worlds = world;
        (usize::from(self.running[0]), playouts)
    }

    /// Returns the number of worlds in which the best candidate of the last decision was tried.
    pub(super) fn worlds(&self) -> u64 {
        self.worlds
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::environment::Clock;

    /// Tries candidates whose reward is their index, and counts the tries.
    fn run(candidates: usize, budget: Budget) -> (usize, u64, Vec<u64>, u64) {
        let mut tried = vec![0; candidates];
        let mut next = 0;
        let (best, playouts) =
            SequentialHalving::default().run(vec![0; candidates].into_iter(), budget, |running, worlds, sums| {
                assert_eq!(worlds.start, next, "worlds are used in order, each once");
                next = worlds.end;
                for &candidate in running {
                    tried[usize::from(candidate)] += worlds.end - worlds.start;
                    sums[usize::from(candidate)] += i64::from(candidate) * (worlds.end - worlds.start) as i64;
                }
            });
        (best, playouts, tried, next)
    }

    #[test]
    fn the_best_candidate_wins_within_the_budget() {
        for candidates in 1..20 {
            for budget in [1, 7, 64, 1000] {
                let (best, playouts, tried, _) = run(candidates, Budget::Playouts(budget));
                let tried_count = candidates.min((budget as usize / 2).max(1));
                assert_eq!(best, tried_count - 1, "{candidates} candidates, {budget} playouts");
                assert_eq!(playouts, tried.iter().sum::<u64>());
                assert!(playouts <= u64::from(budget), "{playouts} of {budget}");
                if budget >= 1000 && candidates > 1 {
                    assert!(playouts > u64::from(budget) * 3 / 4, "{playouts} of {budget}");
                }
            }
        }
    }

    #[test]
    fn each_round_drops_half_of_the_candidates() {
        let (_, _, tried, worlds) = run(8, Budget::Playouts(240));
        assert_eq!(tried, [10, 10, 10, 10, 30, 30, 70, 70]);
        assert_eq!(worlds, 70);
    }

    #[test]
    fn search_stops_when_the_clock_runs_out() {
        let stopped = Clock(&|| Duration::from_secs(1));
        let (best, playouts, ..) = run(4, Budget::Time(Duration::ZERO, stopped));
        assert_eq!((best, playouts), (3, 48), "one chunk in each of two rounds");
    }
}
