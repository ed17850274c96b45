//! Sequential halving over the candidates at the root: every candidate is tried in the same worlds, and after each
//! round the worse half is dropped (Karnin, Koren, Somekh: Almost optimal exploration in multi-armed bandits, 2013).

use std::ops::Range;

use super::effort::{Budget, Stretch};

/// How the candidates of one decision do. Kept from decision to decision so that nothing is allocated.
#[derive(Clone, Default)]
pub(super) struct Halving {
    /// Candidates still in the running, after each round the best first.
    running: Vec<u16>,
    /// By candidate: sum of rewards, in parts.
    sums: Vec<i64>,
    /// In how many worlds the best was tried.
    worlds: u64,
}

impl Halving {
    /// Tries candidates, of which there is at least one; returns the best and the number of playouts. `beliefs` are
    /// what each begins with, the best first, in parts. `play` gets the candidates to try and the numbers of the
    /// worlds to try each of them in, and adds up their rewards by candidate.
    pub(super) fn run(
        &mut self,
        beliefs: impl Iterator<Item = i64>,
        budget: Budget,
        mut play: impl FnMut(&[u16], Range<u64>, &mut [i64]),
    ) -> (usize, u64) {
        self.sums.clear();
        self.sums.extend(beliefs);
        self.running.clear();
        self.running.extend(0..self.sums.len() as u16);
        let end = match budget {
            Budget::Playouts(playouts) => {
                // Half as many in each round: twice as many playouts, if each is tried once.
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
            let stretch = match (budget, end) {
                (_, Some((end, clock))) => {
                    let now = clock.now();
                    Stretch::Until(now + end.saturating_sub(now) / rounds_left, clock)
                }
                (Budget::Playouts(all), _) => {
                    let left = u64::from(all) - playouts;
                    Stretch::Worlds((left / u64::from(rounds_left) / running).max(1))
                }
                (Budget::Time(..), None) => unreachable!("a budget of time has an end"),
            };
            let mut played = 0;
            loop {
                let more = stretch.next(played);
                if more == 0 {
                    break;
                }
                play(&self.running, world..world + more, &mut self.sums);
                (world, played) = (world + more, played + more);
                playouts += more * running;
            }
            // All that are running were tried equally often, so that sums can be compared; ties keep their order.
            let sums = &self.sums;
            self.running.sort_by_key(|&candidate| std::cmp::Reverse(sums[usize::from(candidate)]));
            self.running.truncate(self.running.len().div_ceil(2));
        }
        self.worlds = world;
        (usize::from(self.running[0]), playouts)
    }

    /// In how many worlds the best of the last decision was tried.
    pub(super) fn worlds(&self) -> u64 {
        self.worlds
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::surroundings::Clock;

    /// Tries candidates whose reward is their number, and counts.
    fn run(candidates: usize, budget: Budget) -> (usize, u64, Vec<u64>, u64) {
        let mut tried = vec![0; candidates];
        let mut next = 0;
        let (best, playouts) =
            Halving::default().run(vec![0; candidates].into_iter(), budget, |running, worlds, sums| {
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
    fn the_best_wins_and_the_budget_is_kept() {
        for candidates in 1..20 {
            for budget in [1, 7, 64, 1000] {
                let (best, playouts, tried, _) = run(candidates, Budget::Playouts(budget));
                let tried_at_all = candidates.min((budget as usize / 2).max(1));
                assert_eq!(best, tried_at_all - 1, "{candidates} candidates, {budget} playouts");
                assert_eq!(playouts, tried.iter().sum());
                assert!(playouts <= u64::from(budget), "{playouts} of {budget}");
                if budget >= 1000 && candidates > 1 {
                    assert!(playouts > u64::from(budget) * 3 / 4, "{playouts} of {budget}");
                }
            }
        }
    }

    #[test]
    fn half_of_the_candidates_goes_after_each_round() {
        let (_, _, tried, worlds) = run(8, Budget::Playouts(240));
        assert_eq!(tried, [10, 10, 10, 10, 30, 30, 70, 70]);
        assert_eq!(worlds, 70);
    }

    #[test]
    fn time_is_up_when_the_clock_says_so() {
        let stopped = Clock(&|| Duration::from_secs(1));
        let (best, playouts, ..) = run(4, Budget::Time(Duration::ZERO, stopped));
        assert_eq!((best, playouts), (3, 48), "a chunk in each of two rounds");
    }
}
