//! Ratings of the agents of a tournament, of any number at a table, with intervals by a bootstrap over blocks.
//!
//! Blocks are not drawn anew but weighed anew, each by a random number of the exponential distribution (Rubin, "The Bayesian
//! bootstrap", 1981), so that nobody loses the only game it won. As with shares ([`crate::stats::share`]), the lower end of
//! an agent's rating counts as many games more, all lost, as a line-up plays of a deal, and the upper end as many that were won:
//! an agent that won once in a thousand games is not taken for surely that weak. They are shared out among all it plays against.
//!
//! An agent that never finishes behind those of a group, or never ahead of them, can be any amount stronger or weaker: it has
//! a bound and no rating. Ford's condition ("Solution of a ranking problem from binary comparisons", 1957) says who is.

mod ahead;
mod finishes;
mod fit;
mod group;

use goldrush_engine::rng::{StreamRng, below, tool_stream};
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, Normal};

pub use finishes::{Finish, Finishes, GROUPS};

use crate::stats::confidence::Confidence;
use crate::stats::interval::student_quantile;
use crate::study::{Anchor, Plan};
use ahead::Ahead;
use finishes::Counted;
use fit::{Model, Strengths};
use group::{Group, Side};

/// Bootstrap samples.
const RESAMPLES: usize = 1000;

/// The share of samples beyond either end of an interval that allows for one block more than was played.
const TAIL: f64 = 0.025;

/// An estimate and its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The estimate.
    pub mean: f64,
    /// Lower end; none if the value was given, or nothing is known of it.
    pub low: Option<f64>,
    /// Upper end.
    pub high: Option<f64>,
}

/// A rating.
#[derive(Clone, Debug, Serialize)]
pub struct Rating {
    /// The agent.
    pub name: String,
    /// In Elo, from the mean of all that have a rating or from the anchor: 400 more are ten times the worth. Infinite (null)
    /// for an agent that has only a bound, which is then the finite end.
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
    /// The agent whose rating was given, if one was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Anchor>,
    /// The seats.
    pub seats: Vec<SeatRating>,
    /// By two agents: how often the first finishes ahead of the second where both play, level as half; none where they
    /// never meet.
    pub ahead: Vec<Vec<Option<f64>>>,
    /// What a reader should know before he believes it.
    pub warnings: Vec<String>,
}

impl Ratings {
    /// The agents, the best first; those that cannot be compared with the others last.
    pub fn order(&self) -> Vec<usize> {
        let rank = |agent: &usize| {
            let Interval { mean, low, high } = self.agents[*agent].elo;
            let bound = if mean > 0.0 { low } else { high };
            (!mean.is_nan(), mean, bound.unwrap_or(0.0))
        };
        let mut order: Vec<usize> = (0..self.agents.len()).collect();
        order.sort_by(|one, other| {
            let (one, other) = (rank(one), rank(other));
            other.0.cmp(&one.0).then(other.1.total_cmp(&one.1)).then(other.2.total_cmp(&one.2))
        });
        order
    }

    /// The ratings of a tournament after at least one block.
    pub fn new(plan: &Plan, finishes: &Finishes) -> Ratings {
        let names = &plan.contestants.names;
        let players = plan.arms[0].lineup.players();
        let anchor = plan
            .anchor()
            .map(|anchor| (names.iter().position(|name| *name == anchor.agent).expect("the anchor plays"), anchor.elo));
        let tables = tables(plan);
        let cup = Cup { agents: names.len(), players, tables: &tables, anchor };
        let found = Found::new(&cup, &finishes.counted(plan), RESAMPLES, plan.seed);
        let titles = &plan.contestants.titles;
        let agent = |(i, title): (usize, &String)| Rating { name: title.clone(), elo: found.agents[i] };
        let seat = |seat| SeatRating { players, seat, elo: found.seats[seat] };
        Ratings {
            agents: titles.iter().enumerate().map(agent).collect(),
            anchor: plan.anchor().cloned(),
            seats: (0..players).map(seat).collect(),
            warnings: found.warnings(titles),
            ahead: found.ahead.shares(),
        }
    }
}

/// Who sits where in each game of a block.
fn tables(plan: &Plan) -> Vec<Vec<usize>> {
    let of_arm = |(number, arm): (usize, &crate::study::arm::Arm)| -> Vec<Vec<usize>> {
        let contestant = |seating, seat| plan.contestants.index(number, arm.lineup.side(seating, seat));
        let table = |seating| (0..arm.lineup.players()).map(|seat| contestant(seating, seat)).collect();
        (0..arm.lineup.seatings()).map(table).collect()
    };
    plan.arms.iter().enumerate().flat_map(of_arm).collect()
}

/// Who plays.
struct Cup<'a> {
    agents: usize,
    players: usize,
    /// Who sits where in each game of a block.
    tables: &'a [Vec<usize>],
    /// An agent and its rating in Elo.
    anchor: Option<(usize, f64)>,
}

/// The estimates and their intervals.
struct Found {
    /// In Elo.
    agents: Vec<Interval>,
    seats: Vec<Interval>,
    ahead: Ahead,
    group: Group,
    /// Agents each of whom is surely ahead of the next more often than not, and the last of the first.
    cycle: Option<Vec<usize>>,
}

/// Points of Elo in one of strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// A block of games in which one agent won, or lost, all of its own: the finishes that are counted for it, and how often.
struct Unplayed {
    won: Vec<usize>,
    lost: Vec<usize>,
}

impl Found {
    fn new(cup: &Cup, counted: &Counted, resamples: usize, seed: u64) -> Found {
        let Counted { finishes, groups } = counted;
        let played = finishes.len();
        let mut finishes = finishes.clone();
        let unplayed: Vec<Unplayed> = (0..cup.agents).map(|agent| unplayed(agent, cup.tables, &mut finishes)).collect();
        let count = |weight: &mut dyn FnMut() -> f64| {
            let mut counts = vec![0.0; finishes.len()];
            for group in groups {
                let weight = weight();
                group.iter().for_each(|(finish, n)| counts[*finish] += weight * *n as f64);
            }
            counts
        };
        let all = count(&mut || 1.0);
        let group = Group::new(cup.agents, &finishes[..played], &all, cup.anchor.map(|(agent, _)| agent));
        let rated = Model::new(group.members(), cup.players, &finishes);
        // One that has only a bound is held against the group alone.
        let alone = |agent: usize| {
            let mut kept = group.members();
            kept[agent] = true;
            Model::new(kept, cup.players, &finishes)
        };
        let bounded: Vec<Option<Model>> =
            (0..cup.agents).map(|agent| (group.sides[agent] != Side::Member).then(|| alone(agent))).collect();
        let strengths = rated.fit(&all, None);
        let mut rng = tool_stream(seed);
        let mut samples = Samples::new(cup);
        for _ in 0..resamples {
            let mut counts = count(&mut || exponential(&mut rng));
            let drawn = rated.fit(&counts, Some(&strengths));
            for agent in 0..cup.agents {
                let model = bounded[agent].as_ref().unwrap_or(&rated);
                let mut end = |more: &[usize]| {
                    let weight = exponential(&mut rng) * cup.players as f64 / more.len() as f64;
                    more.iter().for_each(|finish| counts[*finish] = weight);
                    let strength = model.fit_one(agent, &drawn, &counts);
                    more.iter().for_each(|finish| counts[*finish] = 0.0);
                    strength.map(|strength| elo(cup, &group, &drawn, agent, strength))
                };
                let Unplayed { won, lost } = &unplayed[agent];
                samples.low[agent].extend(end(lost));
                samples.high[agent].extend(end(won));
            }
            samples.ahead.push((Ahead::new(cup.agents, &finishes, &counts), exponential(&mut rng)));
            samples.seats.push(drawn.seats);
        }
        let ahead = Ahead::new(cup.agents, &finishes[..played], &all);
        let cycle = ahead::cycle(&ahead, &samples.ahead, cup.tables);
        let agent = |agent: usize| {
            let (low, high) = (percentile(&samples.low[agent], TAIL), percentile(&samples.high[agent], 1.0 - TAIL));
            match group.sides[agent] {
                Side::Member if cup.anchor.is_some_and(|(anchor, _)| anchor == agent) => {
                    Interval { mean: cup.anchor.map_or(0.0, |(_, elo)| elo), low: None, high: None }
                }
                Side::Member => {
                    Interval { mean: elo(cup, &group, &strengths, agent, strengths.agents[agent]), low, high }
                }
                Side::Above => Interval { mean: f64::INFINITY, low, high: Some(f64::INFINITY) },
                Side::Below => Interval { mean: f64::NEG_INFINITY, low: Some(f64::NEG_INFINITY), high },
                Side::Apart => Interval { mean: f64::NAN, low: None, high: None },
            }
        };
        let seat = |seat: usize| {
            let drawn: Vec<f64> = samples.seats.iter().map(|seats| ELO * seats[seat]).collect();
            let (tail, mean) = (tail_of_few(groups.len()), ELO * strengths.seats[seat]);
            let end = |share| percentile(&drawn, share).filter(|_| groups.len() > 1);
            Interval { mean, low: end(tail), high: end(1.0 - tail) }
        };
        Found {
            agents: (0..cup.agents).map(agent).collect(),
            seats: (0..cup.players).map(seat).collect(),
            ahead,
            group,
            cycle,
        }
    }

    fn warnings(&self, names: &[String]) -> Vec<String> {
        let bound = |end: Option<f64>| end.map_or_else(String::new, |end| format!("{end:+.0}"));
        let of = |agent: usize| {
            let (name, Interval { low, high, .. }) = (&names[agent], self.agents[agent]);
            let why = "how far these games cannot tell; it is left out of the average";
            match self.group.sides[agent] {
                Side::Member => None,
                Side::Above => Some(format!(
                    "{name} never finished behind an agent with a rating: its own is above {}, {why}",
                    bound(low)
                )),
                Side::Below => Some(format!(
                    "{name} never finished ahead of an agent with a rating: its own is below {}, {why}",
                    bound(high)
                )),
                Side::Apart => Some(format!("{name} met no agent with a rating, so it has none")),
            }
        };
        let cycle = self.cycle.iter().map(|cycle| {
            let names: Vec<&str> = cycle.iter().chain(&cycle[..1]).map(|agent| &names[*agent][..]).collect();
            format!(
                "no rating can say this: each finishes ahead of the next more often than not: {}",
                names.join(" > ")
            )
        });
        (0..names.len()).filter_map(of).chain(cycle).collect()
    }
}

/// What the samples of the bootstrap have found, in Elo.
struct Samples {
    low: Vec<Vec<f64>>,
    high: Vec<Vec<f64>>,
    seats: Vec<Vec<f64>>,
    /// With the weight of one more block.
    ahead: Vec<(Ahead, f64)>,
}

impl Samples {
    fn new(cup: &Cup) -> Samples {
        let none = vec![Vec::new(); cup.agents];
        Samples { low: none.clone(), high: none, seats: Vec::new(), ahead: Vec::new() }
    }
}

/// Adds the finishes of a block in which an agent won, or lost, every game of its own.
fn unplayed(agent: usize, tables: &[Vec<usize>], finishes: &mut Vec<Finish>) -> Unplayed {
    let mut add = |own: u8, other: u8| -> Vec<usize> {
        let meets = |table: &&Vec<usize>| table.contains(&agent) && table.iter().any(|one| *one != agent);
        let first = finishes.len();
        let rank = |one: &usize| if *one == agent { own } else { other };
        let finish = |table: &Vec<usize>| Finish { agents: table.clone(), ranks: table.iter().map(rank).collect() };
        finishes.extend(tables.iter().filter(meets).map(finish));
        (first..finishes.len()).collect()
    };
    Unplayed { won: add(1, 2), lost: add(2, 1) }
}

/// The rating of an agent that has this strength among these, in Elo.
fn elo(cup: &Cup, group: &Group, among: &Strengths, agent: usize, strength: f64) -> f64 {
    let of = |one: usize| if one == agent { strength } else { among.agents[one] };
    match cup.anchor {
        Some((anchor, elo)) => elo + ELO * (strength - of(anchor)),
        None => {
            let members: Vec<f64> = group.list().map(of).collect();
            ELO * (strength - members.iter().sum::<f64>() / members.len() as f64)
        }
    }
}

/// A random weight of the exponential distribution, with mean 1.
fn exponential(rng: &mut StreamRng) -> f64 {
    const STEPS: u32 = 1 << 31;
    -((f64::from(below(rng, STEPS)) + 0.5) / f64::from(STEPS)).ln()
}

/// The share of samples beyond either end of an interval that allows for no block more. A bootstrap of n groups is too narrow by
/// √(1 − 1/n) and takes their spread as known; percentiles farther out make up for both (Hesterberg, "What Teachers Should Know
/// About the Bootstrap", 2015, section 5.3: the expanded percentile interval).
pub(super) fn tail_of_few(groups: usize) -> f64 {
    let n = groups.max(2);
    let quantile = student_quantile(Confidence::USUAL, n as u64 - 1) / (1.0 - 1.0 / n as f64).sqrt();
    Normal::standard().cdf(-quantile)
}

/// A percentile of samples; none of nothing.
pub(super) fn percentile(samples: &[f64], share: f64) -> Option<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)? as f64;
    Some(sorted[(share * last).round() as usize])
}

#[cfg(test)]
mod tests;
