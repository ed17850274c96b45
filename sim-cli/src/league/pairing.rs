//! Choice of the next tables: those whose games are expected to tell most about who wins how often against whom.
//!
//! Strengths have a normal prior, and a game between two bots is won with the probability of Bradley and Terry's model. The
//! posterior's covariance then shrinks with every game in a known way, whatever the result, so that tables can be chosen
//! one after another by how much they lower the sum of the variances of all pairs' win rates (a sequential V-optimal
//! design). A difference of strengths that hardly matters for win rates, such as to a bot that never wins, is not measured
//! any further.

use goldrush_support::stats::linear::Cholesky;

/// Variance of a strength before any game, on a natural logarithmic scale: a standard deviation of about 350 Elo.
const PRIOR: f64 = 4.0;
const MOST_STEPS: usize = 50;

/// Meetings of two members: how often one finished ahead of the other, a tie counting as half, by index of both.
pub struct Meetings {
    members: usize,
    ahead: Vec<f64>,
}

impl Meetings {
    /// Creates a table without meetings.
    pub fn new(members: usize) -> Meetings {
        Meetings {
            members,
            ahead: vec![0.0; members * members],
        }
    }

    /// Adds meetings in which one finished ahead of the other.
    pub fn add(&mut self, one: usize, other: usize, ahead: f64) {
        self.ahead[one * self.members + other] += ahead;
    }

    fn ahead(&self, one: usize, other: usize) -> f64 {
        self.ahead[one * self.members + other]
    }

    fn met(&self, one: usize, other: usize) -> f64 {
        self.ahead(one, other) + self.ahead(other, one)
    }

    /// Returns the most likely strengths, on a natural logarithmic scale, by Newton's method.
    pub fn strengths(&self) -> Vec<f64> {
        let n = self.members;
        let mut strengths = vec![0.0; n];
        for _ in 0..MOST_STEPS {
            let slope: Vec<f64> = (0..n)
                .map(|one| {
                    let others = (0..n).filter(|other| *other != one);
                    let excess = others.map(|other| {
                        self.ahead(one, other)
                            - self.met(one, other) * chance(strengths[one] - strengths[other])
                    });
                    excess.sum::<f64>() - strengths[one] / PRIOR
                })
                .collect();
            let Some(curvature) = Cholesky::new(&self.precision(&strengths)) else {
                break;
            };
            let step = curvature.solve(&slope);
            // Newton's method may overshoot where results are one-sided.
            let longest = step.iter().fold(1.0_f64, |longest, s| longest.max(s.abs()));
            strengths
                .iter_mut()
                .zip(&step)
                .for_each(|(strength, s)| *strength += s / longest);
            if step.iter().all(|s| s.abs() < 1e-6) {
                break;
            }
        }
        strengths
    }

    /// Returns the inverse of the covariance of the strengths.
    fn precision(&self, strengths: &[f64]) -> Vec<Vec<f64>> {
        let n = self.members;
        let mut precision = vec![vec![0.0; n]; n];
        for one in 0..n {
            precision[one][one] += 1.0 / PRIOR;
            for other in (0..n).filter(|other| *other != one) {
                let known = self.met(one, other) * information(strengths[one] - strengths[other]);
                precision[one][one] += known;
                precision[one][other] -= known;
            }
        }
        precision
    }
}

/// Returns the probability that the stronger of two finishes ahead, by the difference of their strengths.
fn chance(difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-difference))
}

/// Returns the information that a meeting gives about the difference of two strengths.
fn information(difference: f64) -> f64 {
    let chance = chance(difference);
    chance * (1.0 - chance)
}

/// Win rates that games should tell most about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Focus {
    /// Those of all pairs.
    Everyone,
    /// Those between members that may be among this many best ones.
    Top(usize),
    /// Those of one member, by its index.
    Member(usize),
}

impl Focus {
    /// Returns which members the focus is on, by their strengths and the variances of these; a pair is in focus if both
    /// are, or it is a pair of the one member.
    fn members(
        self,
        strengths: &[f64],
        variance: impl Fn(usize) -> f64,
        playing: &[usize],
    ) -> Vec<bool> {
        let mut best: Vec<f64> = playing.iter().map(|member| strengths[*member]).collect();
        best.sort_by(|one, other| other.total_cmp(one));
        let mut members = vec![false; strengths.len()];
        for (member, is_in) in members.iter_mut().enumerate() {
            *is_in = match self {
                Focus::Everyone => true,
                Focus::Top(most) => {
                    strengths[member] + 2.0 * variance(member).sqrt()
                        >= best[most.clamp(1, best.len()) - 1]
                }
                Focus::Member(one) => member == one,
            };
        }
        members
    }
}

/// Knowledge about the strengths, and the win rates that count.
struct Design {
    strengths: Vec<f64>,
    covariance: Vec<Vec<f64>>,
    /// Pairs in focus, with the weight of the variance of their difference.
    weights: Vec<(usize, usize, f64)>,
    /// Number of times that two members of a table meet.
    each: f64,
}

impl Design {
    /// Returns the change of the covariance by meetings of a pair: a factor, and a vector whose outer product with itself it
    /// multiplies.
    fn change(&self, (one, other): (usize, usize)) -> (f64, Vec<f64>) {
        let direction: Vec<f64> = self.covariance[one]
            .iter()
            .zip(&self.covariance[other])
            .map(|(x, y)| x - y)
            .collect();
        let known = self.each * information(self.strengths[one] - self.strengths[other]);
        (
            known / (1.0 + known * (direction[one] - direction[other])),
            direction,
        )
    }

    /// Returns by how much meetings of a pair lower the sum of the variances of the win rates in focus.
    fn gain(&self, pair: (usize, usize)) -> f64 {
        let (factor, direction) = self.change(pair);
        let lowered = self
            .weights
            .iter()
            .map(|&(a, b, weight)| weight * (direction[a] - direction[b]).powi(2));
        factor * lowered.sum::<f64>()
    }

    /// Returns by how much the meetings of a member with all at a table do, one pair at a time.
    fn gain_at(&self, table: &[usize], member: usize) -> f64 {
        table
            .iter()
            .map(|seated| self.gain((*seated, member)))
            .sum()
    }

    /// Learns from meetings of a pair.
    fn add_meetings(&mut self, pair: (usize, usize)) {
        let (factor, direction) = self.change(pair);
        for (row, x) in self.covariance.iter_mut().zip(&direction) {
            row.iter_mut()
                .zip(&direction)
                .for_each(|(value, y)| *value -= factor * x * y);
        }
    }
}

/// Returns the candidate with the largest value, the first of equal ones.
fn best<T: Copy>(candidates: impl Iterator<Item = T>, value: impl Fn(T) -> f64) -> Option<T> {
    let valued = candidates.map(|candidate| (value(candidate), candidate));
    valued
        .reduce(|best, other| if other.0 > best.0 { other } else { best })
        .map(|(_, candidate)| candidate)
}

/// Returns up to `most` tables of `size` different members that are `playing`, the most informative first, if every two members
/// of a table meet `each` times. No two members sit at several tables together.
pub fn tables(
    meetings: &Meetings,
    playing: &[usize],
    (most, size): (usize, usize),
    each: f64,
    focus: Focus,
) -> Vec<Vec<usize>> {
    let n = meetings.members;
    let strengths = meetings.strengths();
    let Some(factor) = Cholesky::new(&meetings.precision(&strengths)) else {
        return Vec::new();
    };
    let mut covariance = Vec::new();
    for member in 0..n {
        let mut unit = vec![0.0; n];
        unit[member] = 1.0;
        covariance.push(factor.solve(&unit));
    }
    let mut open: Vec<(usize, usize)> = playing
        .iter()
        .flat_map(|&one| playing.iter().map(move |&other| (one, other)))
        .filter(|(a, b)| a < b)
        .collect();
    let in_focus = focus.members(&strengths, |member| covariance[member][member], playing);
    let mut weights = Vec::new();
    for &(one, other) in &open {
        let counts = match focus {
            Focus::Member(_) => in_focus[one] || in_focus[other],
            Focus::Everyone | Focus::Top(_) => in_focus[one] && in_focus[other],
        };
        if counts {
            // A win rate changes by this much per difference of strengths; its variance by the square.
            let slope = information(strengths[one] - strengths[other]);
            weights.push((one, other, slope.powi(2)));
        }
    }
    let mut design = Design {
        strengths,
        covariance,
        weights,
        each,
    };
    let mut chosen = Vec::new();
    while chosen.len() < most
        && let Some((one, other)) = best(open.iter().copied(), |pair| design.gain(pair))
    {
        design.add_meetings((one, other));
        let mut table = vec![one, other];
        while table.len() < size {
            let free = playing.iter().copied().filter(|member| {
                table
                    .iter()
                    .all(|seated| open.contains(&(*seated.min(member), *seated.max(member))))
            });
            let Some(next) = best(free, |member| design.gain_at(&table, member)) else {
                break;
            };
            for seated in &table {
                design.add_meetings((*seated, next));
            }
            table.push(next);
        }
        open.retain(|(a, b)| !(table.contains(a) && table.contains(b)));
        if table.len() == size {
            chosen.push(table);
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{StreamRng, below, tool_stream};

    use super::*;

    fn pairs(
        meetings: &Meetings,
        playing: &[usize],
        most: usize,
        focus: Focus,
    ) -> Vec<(usize, usize)> {
        tables(meetings, playing, (most, 2), 4.0, focus)
            .into_iter()
            .map(|table| (table[0], table[1]))
            .collect()
    }

    /// Seven members: two tables of three, which share one member at most, and not a third one.
    #[test]
    fn tables_seat_different_members() {
        let mut meetings = Meetings::new(7);
        for one in 0..6 {
            (0..6)
                .filter(|other| *other != one)
                .for_each(|other| meetings.add(one, other, 5.0 + other as f64));
        }
        let everyone: Vec<usize> = (0..7).collect();
        let chosen = tables(&meetings, &everyone, (2, 3), 4.0, Focus::Everyone);
        assert!(chosen.iter().all(|table| {
            table
                .iter()
                .collect::<std::collections::BTreeSet<_>>()
                .len()
                == 3
        }));
        assert!(
            chosen[0].contains(&6),
            "nobody knows the newcomer: {chosen:?}"
        );
        let shared = chosen[0]
            .iter()
            .filter(|member| chosen[1].contains(member))
            .count();
        assert!(chosen.len() == 2 && shared <= 1, "{chosen:?}");
        assert!(tables(&meetings, &everyone[..2], (2, 3), 4.0, Focus::Everyone).is_empty());
    }

    #[test]
    fn a_newcomer_meets_those_of_unknown_outcome_first() {
        let mut meetings = Meetings::new(4);
        // The first is far stronger than the third; nobody knows the fourth.
        for (one, other, ahead) in [
            (0, 1, 30.0),
            (1, 0, 10.0),
            (1, 2, 30.0),
            (2, 1, 10.0),
            (0, 2, 36.0),
            (2, 0, 4.0),
        ] {
            meetings.add(one, other, ahead);
        }
        let chosen = pairs(&meetings, &[0, 1, 2, 3], 3, Focus::Everyone);
        assert!(chosen.iter().all(|(_, other)| *other == 3), "{chosen:?}");
        assert_eq!(chosen[0], (1, 3), "an average opponent tells most");
        assert_eq!(pairs(&meetings, &[0, 2], 3, Focus::Everyone), [(0, 2)]);
        let strengths = meetings.strengths();
        assert!(
            strengths[0] > strengths[1] && strengths[1] > strengths[2] && strengths[3].abs() < 1e-6
        );
    }

    /// Plays some rounds of a league among bots of these strengths, pairings chosen with a focus or as in a round robin.
    /// Returns the root mean square errors of the strengths, in Elo, and of the win rates of the pairs of the `counted`
    /// strongest, in percentage points.
    fn errors(
        strengths: &[f64],
        focus: Option<Focus>,
        rounds: usize,
        counted: usize,
        rng: &mut StreamRng,
    ) -> [f64; 2] {
        const EACH: usize = 8;
        let n = strengths.len();
        let everyone: Vec<usize> = (0..n).collect();
        let all: Vec<(usize, usize)> = (0..n)
            .flat_map(|a| (a + 1..n).map(move |b| (a, b)))
            .collect();
        let mut meetings = Meetings::new(n);
        let mut robin = Vec::new();
        for _ in 0..rounds {
            if robin.len() < n / 2 {
                robin.extend(all.iter().copied());
            }
            let pairs: Vec<(usize, usize)> = match focus {
                Some(focus) => {
                    let chosen = tables(&meetings, &everyone, (n / 2, 2), EACH as f64, focus);
                    chosen
                        .into_iter()
                        .map(|table| (table[0], table[1]))
                        .collect()
                }
                None => (0..n / 2)
                    .map(|_| robin.swap_remove(below(rng, robin.len() as u32) as usize))
                    .collect(),
            };
            for (one, other) in pairs {
                let limit = chance(strengths[one] - strengths[other]) * f64::from(1 << 24);
                let won = (0..EACH)
                    .filter(|_| f64::from(below(rng, 1 << 24)) < limit)
                    .count();
                meetings.add(one, other, won as f64);
                meetings.add(other, one, (EACH - won) as f64);
            }
        }
        let found = meetings.strengths();
        let root_mean_square = |errors: &[f64]| {
            (errors.iter().map(|e| e * e).sum::<f64>() / errors.len() as f64).sqrt()
        };
        let shift = found.iter().zip(strengths).map(|(x, y)| x - y).sum::<f64>() / n as f64;
        let elo = 400.0 / std::f64::consts::LN_10;
        let of_strengths: Vec<f64> = found
            .iter()
            .zip(strengths)
            .map(|(x, y)| elo * (x - y - shift))
            .collect();
        let rate = |of: &[f64], (a, b): (usize, usize)| 100.0 * chance(of[a] - of[b]);
        let of_rates: Vec<f64> = all
            .iter()
            .filter(|(one, _)| *one >= n - counted)
            .map(|pair| rate(&found, *pair) - rate(strengths, *pair))
            .collect();
        [root_mean_square(&of_strengths), root_mean_square(&of_rates)]
    }

    /// `cargo test -p goldrush --lib chosen_pairings -- --nocapture` prints the table.
    #[test]
    #[ignore = "slow"]
    fn chosen_pairings_need_about_half_the_games_of_a_round_robin() {
        const LEAGUES: u64 = 20;
        println!(
            "bots, range in Elo: error in Elo and of win rates in points, chosen and in twice as many games of a round robin"
        );
        for (bots, range) in [(12, 1400.0), (12, 2100.0), (24, 1400.0)] {
            let top = range / 400.0 * std::f64::consts::LN_10;
            let strengths: Vec<f64> = (0..bots)
                .map(|at| top * f64::from(at) / f64::from(bots - 1))
                .collect();
            let mean = |focus, rounds| {
                let all = (0..LEAGUES).map(|league| {
                    errors(
                        &strengths,
                        focus,
                        rounds,
                        strengths.len(),
                        &mut tool_stream(league),
                    )
                });
                all.fold([0.0, 0.0], |[x, y], [elo, rates]| {
                    [x + elo / LEAGUES as f64, y + rates / LEAGUES as f64]
                })
            };
            for rounds in [10, 20] {
                let chosen = mean(Some(Focus::Everyone), rounds);
                let robin = mean(None, 2 * rounds);
                println!("{bots}, {range}, {rounds} rounds: {chosen:.1?} {robin:.1?}");
                assert!(
                    chosen[1] < 1.15 * robin[1],
                    "{bots} {range} {rounds}: {chosen:?} {robin:?}"
                );
            }
        }
    }

    #[test]
    fn focus_makes_what_is_asked_more_precise() {
        const TOP: usize = 3;
        let strengths: Vec<f64> = (0..12).map(|at| f64::from(at) * 0.4).collect();
        let error = |focus| -> f64 {
            (0..20)
                .map(|league| errors(&strengths, Some(focus), 10, TOP, &mut tool_stream(league))[1])
                .sum()
        };
        let focused = error(Focus::Top(TOP));
        let usual = error(Focus::Everyone);
        assert!(focused < 0.8 * usual, "{focused} {usual}");
        let mut meetings = Meetings::new(4);
        (0..4).for_each(|one| {
            (0..4)
                .filter(|other| *other != one)
                .for_each(|other| meetings.add(one, other, 10.0));
        });
        let chosen = pairs(&meetings, &[0, 1, 2, 3], 3, Focus::Member(2));
        assert!(
            chosen.iter().all(|(one, other)| [one, other].contains(&&2)),
            "{chosen:?}"
        );
    }
}
