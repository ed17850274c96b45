//! Sequential halving over the root candidates: all are tried in the same worlds, and the worse half is dropped after
//! each round (Karnin, Koren, Somekh: Almost optimal exploration in multi-armed bandits, 2013).
//!
//! Racing also drops candidates that are clearly beaten (Maron, Moore: Hoeffding races, 1993): at every 16th world and at
//! the end of each round, those more than some standard errors behind the leader, priors included, by paired differences
//! in the common worlds. Rounds stay those of sequential halving, so a number of playouts is a limit, and what the beaten
//! would have cost is saved. A round of a time budget keeps its time, and fewer candidates see more worlds in it.

use std::ops::Range;

use super::budget::{Budget, RoundBudget};

/// Number of worlds before the first comparison with the leader, and between comparisons.
const COMPARISON_INTERVAL: u64 = 16;
/// Maximum number of worlds in a batch, which bounds its memory.
const LONGEST_BATCH: u64 = 1024;

/// Statistics of the candidates of one decision. Reused between decisions to avoid allocation.
#[derive(Clone, Default)]
pub(super) struct SequentialHalving {
    /// Remaining candidates, best first after each round.
    running: Vec<u16>,
    /// Initial sum by candidate, in fixed point.
    priors: Vec<i64>,
    /// Initial sum and rewards by candidate, in fixed point.
    sums: Vec<i64>,
    /// Rewards of the last batch, by world and remaining candidate, in fixed point.
    rewards: Vec<i64>,
    /// Sum over all worlds of the squared difference in reward, by pair of candidates, lower number first. Empty without
    /// racing.
    squares: Vec<f64>,
    /// Number of worlds in which the best candidate was tried.
    worlds: u64,
}

impl SequentialHalving {
    /// Tries the candidates, of which there is at least one; returns the best and the number of playouts. `priors` are their
    /// initial sums, best first, in fixed point. Candidates more than `racing` standard errors behind the leader are dropped
    /// early; 0 drops none. `play` tries candidates in a range of worlds, and sets their rewards by world and candidate.
    pub(super) fn run(
        &mut self,
        priors: impl Iterator<Item = i64>,
        budget: Budget,
        racing: f32,
        mut play: impl FnMut(&[u16], Range<u64>, &mut [i64]),
    ) -> (usize, u64) {
        self.priors.clear();
        self.priors.extend(priors);
        self.sums.clone_from(&self.priors);
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
        self.squares.clear();
        if racing > 0.0 {
            self.squares.resize(self.sums.len().pow(2), 0.0);
        }
        // Candidates and playouts of the schedule, in which only halving drops candidates.
        let mut planned = self.running.len();
        let mut scheduled = 0;
        let mut world = 0;
        let mut playouts = 0;
        for rounds_left in (1..=planned.next_power_of_two().trailing_zeros()).rev() {
            if let Budget::Playouts(all) = budget
                && scheduled + planned as u64 > u64::from(all)
            {
                break;
            }
            let round_budget = match (budget, end) {
                (_, Some((end, clock))) => {
                    let now = clock.now();
                    RoundBudget::Until(now + end.saturating_sub(now) / rounds_left, clock)
                }
                (Budget::Playouts(all), _) => {
                    let left = u64::from(all) - scheduled;
                    RoundBudget::Worlds((left / u64::from(rounds_left) / planned as u64).max(1))
                }
                (Budget::Time(..), None) => unreachable!("a time budget always has an end"),
            };
            let mut played = 0;
            // A single candidate is chosen without further playouts.
            while self.running.len() > 1 {
                let longest = if racing > 0.0 {
                    COMPARISON_INTERVAL - world % COMPARISON_INTERVAL
                } else {
                    LONGEST_BATCH
                };
                let more = round_budget.next(played, longest);
                if more == 0 {
                    break;
                }
                self.rewards.resize(more as usize * self.running.len(), 0);
                play(&self.running, world..world + more, &mut self.rewards);
                self.add_rewards();
                world += more;
                played += more;
                playouts += more * self.running.len() as u64;
                if world % COMPARISON_INTERVAL == 0 {
                    self.drop_beaten(world, racing);
                }
            }
            self.drop_beaten(world, racing);
            // All remaining candidates were tried equally often, so sums are comparable; ties keep their order.
            let sums = &self.sums;
            self.running
                .sort_by_key(|&candidate| std::cmp::Reverse(sums[usize::from(candidate)]));
            scheduled += played * planned as u64;
            planned = planned.div_ceil(2);
            self.running.truncate(planned);
        }
        self.worlds = world;
        (usize::from(self.running[0]), playouts)
    }

    /// Adds the rewards of a batch.
    fn add_rewards(&mut self) {
        let SequentialHalving {
            running,
            sums,
            rewards,
            squares,
            ..
        } = self;
        let candidates = sums.len();
        for world in rewards.chunks_exact(running.len()) {
            for (nth, (&candidate, &reward)) in running.iter().zip(world).enumerate() {
                sums[usize::from(candidate)] += reward;
                if !squares.is_empty() {
                    for (&other, &others) in running[..nth].iter().zip(world) {
                        let difference = (reward - others) as f64;
                        squares[pair(candidate, other, candidates)] += difference * difference;
                    }
                }
            }
        }
    }

    /// Drops the candidates that are more than `racing` standard errors behind the leader, counting priors as tries.
    fn drop_beaten(&mut self, worlds: u64, racing: f32) {
        if racing == 0.0 || worlds < COMPARISON_INTERVAL {
            return;
        }
        let SequentialHalving {
            running,
            priors,
            sums,
            squares,
            ..
        } = self;
        // The first among equals.
        let leader = running
            .iter()
            .rev()
            .copied()
            .max_by_key(|&candidate| sums[usize::from(candidate)]);
        let leader = leader.expect("one candidate remains");
        let count = worlds as f64;
        running.retain(|&candidate| {
            // Priors change how far it is behind, but only rewards tell how uncertain that is.
            let behind = (sums[usize::from(leader)] - sums[usize::from(candidate)]) as f64 / count;
            let rewards = reward(sums, priors, leader) - reward(sums, priors, candidate);
            let mean = rewards as f64 / count;
            let squared = squares[pair(candidate, leader, sums.len())];
            let variance = ((squared - count * mean * mean) / (count - 1.0)).max(0.0);
            behind <= f64::from(racing) * (variance / count).sqrt()
        });
    }

    /// Returns the number of worlds in which the best candidate of the last decision was tried.
    pub(super) fn worlds(&self) -> u64 {
        self.worlds
    }
}

/// Returns the sum of a candidate's rewards, without its prior.
fn reward(sums: &[i64], priors: &[i64], candidate: u16) -> i64 {
    let candidate = usize::from(candidate);
    sums[candidate] - priors[candidate]
}

/// Returns the index of a pair of candidates, in either order.
fn pair(one: u16, other: u16, candidates: usize) -> usize {
    usize::from(one.min(other)) * candidates + usize::from(one.max(other))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use goldrush_engine::rng::agent_stream;
    use rand::Rng as _;

    use super::*;
    use crate::environment::Clock;

    /// Result of a search among candidates with known rewards.
    struct Searched {
        best: usize,
        playouts: u64,
        /// Number of tries by candidate.
        tried: Vec<u64>,
        worlds: u64,
    }

    fn search(
        candidates: usize,
        budget: Budget,
        racing: f32,
        reward: impl Fn(u16, u64) -> i64,
    ) -> Searched {
        let mut tried = vec![0; candidates];
        let mut next = 0;
        let priors = vec![0; candidates].into_iter();
        let mut halving = SequentialHalving::default();
        let (best, playouts) = halving.run(priors, budget, racing, |running, worlds, rewards| {
            assert_eq!(worlds.start, next, "worlds are used in order, each once");
            next = worlds.end;
            for (rewards, world) in rewards.chunks_mut(running.len()).zip(worlds) {
                for (&candidate, sampled) in running.iter().zip(rewards) {
                    tried[usize::from(candidate)] += 1;
                    *sampled = reward(candidate, world);
                }
            }
        });
        assert_eq!(halving.worlds(), next);
        Searched {
            best,
            playouts,
            tried,
            worlds: next,
        }
    }

    /// Returns a reward that is the candidate's number.
    fn known(candidate: u16, _: u64) -> i64 {
        i64::from(candidate)
    }

    /// Returns a reward that grows with the candidate's number, with luck common to a world and luck of its own.
    fn noisy(candidate: u16, world: u64) -> i64 {
        let noise = |salt: u64| (agent_stream(salt, world, 0, 0).next_u64() % 2000) as i64;
        20 * i64::from(candidate) + 5 * noise(1000) + noise(candidate.into())
    }

    #[test]
    fn the_best_candidate_wins_within_the_budget() {
        for candidates in 1..20 {
            for budget in [1, 7, 64, 1000] {
                let Searched {
                    best,
                    playouts,
                    tried,
                    ..
                } = search(candidates, Budget::Playouts(budget), 0.0, known);
                let tried_count = candidates.min((budget as usize / 2).max(1));
                assert_eq!(
                    best,
                    tried_count - 1,
                    "{candidates} candidates, {budget} playouts"
                );
                assert_eq!(playouts, tried.iter().sum::<u64>());
                assert!(playouts <= u64::from(budget), "{playouts} of {budget}");
                if budget >= 1000 && candidates > 1 {
                    assert!(
                        playouts > u64::from(budget) * 3 / 4,
                        "{playouts} of {budget}"
                    );
                }
            }
        }
    }

    #[test]
    fn each_round_drops_half_of_the_candidates() {
        let Searched { tried, worlds, .. } = search(8, Budget::Playouts(240), 0.0, known);
        assert_eq!(tried, [10, 10, 10, 10, 30, 30, 70, 70]);
        assert_eq!(worlds, 70);
    }

    #[test]
    fn search_stops_when_the_clock_runs_out() {
        let stopped = Clock(&|| Duration::from_secs(1));
        let Searched { best, playouts, .. } =
            search(4, Budget::Time(Duration::ZERO, stopped), 0.0, known);
        assert_eq!((best, playouts), (3, 48), "one chunk in each of two rounds");
    }

    #[test]
    fn clearly_beaten_candidates_are_dropped_early() {
        // Two good candidates take turns in the lead.
        let reward = |candidate: u16, world: u64| match candidate {
            0 | 1 => 100 + 20 * i64::from(u64::from(candidate) == world % 2),
            _ => i64::from(candidate) + (world % 3) as i64,
        };
        let all = Budget::Playouts(2400);
        assert_eq!(
            search(8, all, 0.0, reward).tried,
            [700, 700, 100, 100, 100, 100, 300, 300]
        );
        let raced = search(8, all, 2.0, reward);
        // The others keep their schedule: what is saved is not spent.
        assert_eq!(raced.tried, [700, 700, 16, 16, 16, 16, 16, 16]);
        assert_eq!(raced.playouts, raced.tried.iter().sum::<u64>());
    }

    #[test]
    fn beaten_candidates_are_dropped_at_the_end_of_a_round() {
        // Most are as good for 16 worlds, and then lose every world.
        let reward = |candidate: u16, world: u64| match candidate {
            0 | 1 => 20 * i64::from(u64::from(candidate) == world % 2),
            _ if world < 16 => 10,
            _ => -10_000,
        };
        let raced = search(8, Budget::Playouts(480), 2.0, reward);
        assert_eq!(raced.tried, [140, 140, 20, 20, 20, 20, 20, 20]);
    }

    #[test]
    fn a_single_remaining_candidate_ends_the_search() {
        let reward = |candidate: u16, world: u64| 10 * i64::from(candidate) + (world % 3) as i64;
        let raced = search(8, Budget::Playouts(2400), 2.0, reward);
        assert_eq!((raced.best, raced.playouts, raced.worlds), (7, 8 * 16, 16));
        let ample = Budget::Time(Duration::from_secs(1), Clock(&|| Duration::ZERO));
        let raced = search(8, ample, 2.0, reward);
        assert_eq!(
            (raced.best, raced.playouts, raced.worlds),
            (7, 8 * 16, 16),
            "although time is left"
        );
    }

    /// Compares the sums of squares with the definition of a standard error.
    #[test]
    fn candidates_are_dropped_only_beyond_two_standard_errors() {
        let mut kept = 0;
        let mut dropped = 0;
        let mut before = Vec::<u16>::new();
        let priors = (0..12).map(|candidate| 6000 - 500 * candidate);
        SequentialHalving::default().run(
            priors.clone(),
            Budget::Playouts(6000),
            2.0,
            |running, worlds, rewards| {
                let first = worlds.start;
                // The first round, after the first comparison.
                if (COMPARISON_INTERVAL..125).contains(&first) {
                    let count = first as f64;
                    let mean =
                        |values: &dyn Fn(u64) -> f64| (0..first).map(values).sum::<f64>() / count;
                    let prior = |candidate: u16| {
                        priors.clone().nth(candidate.into()).expect("a candidate") as f64
                    };
                    let sum = |candidate: u16| {
                        prior(candidate) + count * mean(&|world| noisy(candidate, world) as f64)
                    };
                    let leader = before
                        .iter()
                        .copied()
                        .max_by(|&a, &b| sum(a).total_cmp(&sum(b)))
                        .expect("a leader");
                    for &candidate in &before {
                        let difference =
                            |world| (noisy(leader, world) - noisy(candidate, world)) as f64;
                        let center = mean(&difference);
                        let variance = mean(&|world| (difference(world) - center).powi(2)) * count
                            / (count - 1.0);
                        let stays = (sum(leader) - sum(candidate)) / count
                            <= 2.0 * (variance / count).sqrt();
                        assert_eq!(
                            stays,
                            running.contains(&candidate),
                            "{candidate} at world {first}"
                        );
                        *if stays { &mut kept } else { &mut dropped } += 1;
                    }
                }
                before = running.to_vec();
                for (rewards, world) in rewards.chunks_mut(running.len()).zip(worlds) {
                    for (&candidate, sampled) in running.iter().zip(rewards) {
                        *sampled = noisy(candidate, world);
                    }
                }
            },
        );
        assert!(kept > 20 && dropped > 3, "{kept} kept, {dropped} dropped");
    }

    #[test]
    fn racing_never_exceeds_the_budget() {
        for candidates in 1..20 {
            for budget in [1, 7, 64, 333, 1000] {
                let raced = search(candidates, Budget::Playouts(budget), 2.0, noisy);
                assert_eq!(raced.playouts, raced.tried.iter().sum::<u64>());
                let halved = search(candidates, Budget::Playouts(budget), 0.0, noisy);
                assert!(raced.playouts <= halved.playouts && halved.playouts <= budget.into());
                assert!(raced.worlds <= halved.worlds);
            }
        }
    }
}
