//! Ratings of the agents of a tournament, of any number at a table, with intervals by bootstrap over blocks.

mod finishes;
mod fit;

use goldrush_engine::rng::{below, tool_stream};
use serde::Serialize;

pub use finishes::{Finish, Finishes, GROUPS};

use crate::study::Plan;
use finishes::Counted;
use fit::{Model, Strengths};

/// Pseudo-games that each agent and seat plays.
const PSEUDO_GAMES: f64 = 0.5;
/// Bootstrap samples.
const RESAMPLES: usize = 1000;

/// An estimate and its 95 % interval: the percentiles of the bootstrap.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The estimate.
    pub mean: f64,
    /// Lower end; none with fewer than two groups of blocks.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

/// A rating.
#[derive(Clone, Debug, Serialize)]
pub struct Rating {
    /// The agent.
    pub name: String,
    /// In Elo, from the mean of all: 400 more are ten times the worth.
    pub elo: Interval,
}

/// What a seat is worth.
#[derive(Clone, Debug, Serialize)]
pub struct SeatRating {
    /// Number of players.
    pub players: usize,
    /// The seat, from 0.
    pub seat: usize,
    /// In Elo, from the mean of the seats.
    pub elo: Interval,
}

/// The part of `summary.json` that only a tournament has.
#[derive(Clone, Debug, Serialize)]
pub struct Ratings {
    /// The agents, in the order of the contestants.
    pub agents: Vec<Rating>,
    /// The seats.
    pub seats: Vec<SeatRating>,
    /// By two agents: how often the first finishes ahead of the second where both play, level as half; none where they
    /// never meet.
    pub ahead: Vec<Vec<Option<f64>>>,
    /// What a reader should know before he believes it.
    pub warnings: Vec<String>,
}

impl Ratings {
    /// The ratings of a tournament after at least one block.
    pub fn new(plan: &Plan, finishes: &Finishes) -> Ratings {
        let names = &plan.contestants.names;
        let players = plan.arms[0].lineup.players();
        let found = Found::new(names.len(), players, &finishes.counted(plan), RESAMPLES, plan.seed);
        let agent = |(i, name): (usize, &String)| Rating { name: name.clone(), elo: found.elo(|s| s.agents[i]) };
        let seat = |seat| SeatRating { players, seat, elo: found.elo(|s| s.seats[seat]) };
        Ratings {
            agents: names.iter().enumerate().map(agent).collect(),
            seats: (0..players).map(seat).collect(),
            warnings: found.cycle().iter().map(|cycle| warning(cycle, names)).collect(),
            ahead: found.ahead.shares(),
        }
    }
}

fn warning(cycle: &[usize], names: &[String]) -> String {
    let names: Vec<&str> = cycle.iter().chain(&cycle[..1]).map(|agent| &names[*agent][..]).collect();
    format!("no rating can say this: each finishes ahead of the next more often than not: {}", names.join(" > "))
}

/// The estimates, and those of each bootstrap sample.
struct Found {
    strengths: Strengths,
    samples: Vec<Strengths>,
    ahead: Ahead,
    ahead_samples: Vec<Ahead>,
}

impl Found {
    fn new(agents: usize, seats: usize, counted: &Counted, resamples: usize, seed: u64) -> Found {
        let Counted { finishes, groups } = counted;
        let model = Model::new(agents, seats, finishes);
        let count = |drawn: &mut dyn Iterator<Item = &Vec<(usize, u64)>>| {
            let mut counts = vec![0.0; finishes.len()];
            drawn.flatten().for_each(|(finish, n)| counts[*finish] += *n as f64);
            counts
        };
        let all = count(&mut groups.iter());
        let strengths = model.fit(&all, PSEUDO_GAMES, None);
        let mut rng = tool_stream(seed);
        let (mut samples, mut ahead_samples) = (Vec::new(), Vec::new());
        for _ in 0..if groups.len() < 2 { 0 } else { resamples } {
            let size = groups.len() as u32;
            let counts = count(&mut (0..size).map(|_| &groups[below(&mut rng, size) as usize]));
            samples.push(model.fit(&counts, PSEUDO_GAMES, Some(&strengths)));
            ahead_samples.push(Ahead::new(agents, finishes, &counts));
        }
        Found { strengths, samples, ahead: Ahead::new(agents, finishes, &all), ahead_samples }
    }

    /// The interval of a strength, in Elo.
    fn elo(&self, of: impl Fn(&Strengths) -> f64) -> Interval {
        let scale = 400.0 / std::f64::consts::LN_10;
        interval(scale * of(&self.strengths), self.samples.iter().map(|sample| scale * of(sample)))
    }

    /// Agents each of whom is surely ahead of the next more often than not, and the last of the first; a shortest such
    /// cycle, if there is one.
    fn cycle(&self) -> Option<Vec<usize>> {
        let agents = self.strengths.agents.len();
        let surely = |one: usize, other: usize| {
            let shares = self.ahead_samples.iter().filter_map(|ahead| ahead.share(one, other));
            ends(shares).is_some_and(|(low, _)| low > 0.5)
        };
        let beats: Vec<Vec<usize>> =
            (0..agents).map(|one| (0..agents).filter(|other| surely(one, *other)).collect()).collect();
        let cycles = (0..agents).filter_map(|first| shortest_path_back(&beats, first));
        cycles.min_by_key(Vec::len)
    }
}

/// The shortest way from an agent over those it beats back to itself.
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

/// An estimate with the interval that samples of it give.
pub(super) fn interval(mean: f64, samples: impl Iterator<Item = f64>) -> Interval {
    let ends = ends(samples);
    Interval { mean, low: ends.map(|e| e.0), high: ends.map(|e| e.1) }
}

/// The 2.5 % and 97.5 % percentiles; none of nothing.
fn ends(samples: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let mut sorted: Vec<f64> = samples.collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)? as f64;
    let at = |share: f64| sorted[(share * last).round() as usize];
    Some((at(0.025), at(0.975)))
}

/// How often one agent finishes ahead of another, and how often they meet.
struct Ahead {
    agents: usize,
    ahead: Vec<f64>,
    met: Vec<f64>,
}

impl Ahead {
    fn new(agents: usize, finishes: &[Finish], counts: &[f64]) -> Ahead {
        let mut all = Ahead { agents, ahead: vec![0.0; agents * agents], met: vec![0.0; agents * agents] };
        for (finish, count) in finishes.iter().zip(counts) {
            let seats = || finish.agents.iter().zip(&finish.ranks);
            for (one, rank) in seats() {
                for (other, other_rank) in seats().filter(|(other, _)| *other != one) {
                    let at = one * agents + other;
                    all.met[at] += count;
                    all.ahead[at] += count
                        * match rank.cmp(other_rank) {
                            std::cmp::Ordering::Less => 1.0,
                            std::cmp::Ordering::Equal => 0.5,
                            std::cmp::Ordering::Greater => 0.0,
                        };
                }
            }
        }
        all
    }

    fn share(&self, one: usize, other: usize) -> Option<f64> {
        let at = one * self.agents + other;
        (self.met[at] > 0.0).then(|| self.ahead[at] / self.met[at])
    }

    fn shares(&self) -> Vec<Vec<Option<f64>>> {
        (0..self.agents).map(|one| (0..self.agents).map(|other| self.share(one, other)).collect()).collect()
    }
}

#[cfg(test)]
mod tests;
