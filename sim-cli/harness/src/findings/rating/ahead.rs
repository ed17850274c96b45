//! Pairwise comparison of agents by finishing order, and cycles in it.

use super::finishes::Finish;

/// Share of samples beyond either end of an interval that allows for one additional block.
pub(super) const TAIL: f64 = 0.025;

/// For each pair of agents, how often they met and how often one finished ahead.
pub struct PairwiseLead {
    agents: usize,
    ahead: Vec<f64>,
    met: Vec<f64>,
}

impl PairwiseLead {
    /// Counts finishes.
    pub fn new(agents: usize, finishes: &[Finish], counts: &[f64]) -> PairwiseLead {
        let mut all = PairwiseLead {
            agents,
            ahead: vec![0.0; agents * agents],
            met: vec![0.0; agents * agents],
        };
        for (finish, count) in finishes
            .iter()
            .zip(counts)
            .filter(|(_, count)| **count > 0.0)
        {
            let Finish {
                agents: seated,
                ranks,
            } = finish;
            for (one, other) in finish
                .pairs()
                .filter(|(one, other)| seated[*one] != seated[*other])
            {
                let at = seated[one] * agents + seated[other];
                all.met[at] += count;
                all.ahead[at] += count
                    * match ranks[one].cmp(&ranks[other]) {
                        std::cmp::Ordering::Less => 1.0,
                        std::cmp::Ordering::Equal => 0.5,
                        std::cmp::Ordering::Greater => 0.0,
                    };
            }
        }
        all
    }

    /// Returns the share of meetings in which one finished ahead of the other, a tie counting as half, or `None` if they
    /// never met.
    pub fn share(&self, one: usize, other: usize) -> Option<f64> {
        self.share_after(one, other, 0.0)
    }

    /// Returns the share after `lost` additional meetings, all lost.
    fn share_after(&self, one: usize, other: usize, lost: f64) -> Option<f64> {
        let at = one * self.agents + other;
        (self.met[at] > 0.0).then(|| self.ahead[at] / (self.met[at] + lost))
    }

    /// Returns the shares of all pairs of agents.
    pub fn shares(&self) -> Vec<Vec<Option<f64>>> {
        (0..self.agents)
            .map(|one| {
                (0..self.agents)
                    .map(|other| self.share(one, other))
                    .collect()
            })
            .collect()
    }
}

/// Returns a shortest cycle of agents, each of whom is significantly more often ahead of the next than not, or `None` if
/// there is none. Significant means that the lower end of the interval, which allows for one additional lost block, is above
/// one half.
pub fn cycle(
    leads: &PairwiseLead,
    samples: &[(PairwiseLead, f64)],
    tables: &[Vec<usize>],
) -> Option<Vec<usize>> {
    let agents = leads.agents;
    let mut beats: Vec<Vec<usize>> = vec![Vec::new(); agents];
    for (one, beaten) in beats.iter_mut().enumerate() {
        for other in 0..agents {
            if leads.share(one, other) > Some(0.5)
                && is_significantly_ahead(one, other, samples, tables)
            {
                beaten.push(other);
            }
        }
    }
    let cycles = (0..agents).filter_map(|first| shortest_path_back(&beats, first));
    cycles.min_by_key(Vec::len)
}

/// True if one agent is ahead of another in almost all samples, even after one more block in which it loses all games.
fn is_significantly_ahead(
    one: usize,
    other: usize,
    samples: &[(PairwiseLead, f64)],
    tables: &[Vec<usize>],
) -> bool {
    let meetings: usize = tables
        .iter()
        .map(|table| seats_of(table, one) * seats_of(table, other))
        .sum();
    let shares: Vec<f64> = samples
        .iter()
        .filter_map(|(sample, weight)| sample.share_after(one, other, weight * meetings as f64))
        .collect();
    percentile(&shares, TAIL).is_some_and(|low| low > 0.5)
}

fn seats_of(table: &[usize], agent: usize) -> usize {
    table.iter().filter(|seated| **seated == agent).count()
}

/// Returns the shortest path from an agent back to itself through agents beaten by the one before.
fn shortest_path_back(beats: &[Vec<usize>], first: usize) -> Option<Vec<usize>> {
    let mut before = vec![None; beats.len()];
    let mut queue = std::collections::VecDeque::from([first]);
    while let Some(at) = queue.pop_front() {
        for &next in &beats[at] {
            if next == first {
                let mut path = vec![at];
                while let Some(previous) = before[path[path.len() - 1]] {
                    path.push(previous);
                }
                path.reverse();
                return Some(path);
            }
            if before[next].is_none() {
                before[next] = Some(at);
                queue.push_back(next);
            }
        }
    }
    None
}

/// Returns a percentile of samples, or `None` if there are none.
pub(in crate::findings) fn percentile(samples: &[f64], share: f64) -> Option<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)? as f64;
    Some(sorted[(share * last).round() as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_cycle_is_found() {
        let beats = [vec![1], vec![2, 3], vec![0], vec![]];
        assert_eq!(shortest_path_back(&beats, 0), Some(vec![0, 1, 2]));
        assert_eq!(shortest_path_back(&beats, 3), None);
    }

    #[test]
    fn tied_seats_count_as_half_ahead() {
        let finish = |agents: [usize; 2], ranks: [u8; 2]| Finish {
            agents: agents.to_vec(),
            ranks: ranks.to_vec(),
        };
        let finishes = [
            finish([0, 1], [1, 1]),
            finish([0, 2], [1, 2]),
            finish([1, 0], [1, 1]),
            finish([2, 0], [2, 1]),
        ];
        let ahead = PairwiseLead::new(3, &finishes, &[10.0; 4]).shares();
        assert_eq!(
            ahead,
            [
                [None, Some(0.5), Some(1.0)],
                [Some(0.5), None, None],
                [Some(0.0), None, None]
            ]
        );
    }
}
