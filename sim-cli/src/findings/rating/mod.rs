//! Ratings of the agents of a tournament with any number of players, with intervals by a bootstrap over blocks.
//!
//! Blocks are not resampled but reweighted, each by an exponentially distributed random number (Rubin, "The Bayesian
//! bootstrap", 1981), so that no agent loses the only game it won. As with shares ([`crate::stats::share`]), the lower end
//! of an agent's rating allows for additional games, as many as a line-up plays of a deal, all lost, and the upper end for
//! the same number won, so that one win in a thousand games does not prove an agent that weak. The additional games are
//! shared out among all opponents.
//!
//! The chance that one agent is stronger than another comes from the same bootstrap, in which each agent also plays a block that
//! it loses and one that it wins, with random weights: for two agents and games won or lost in full, about the posterior of a
//! uniform prior (a beta distribution), which is honest after a handful of games.
//!
//! An agent that never finishes behind those of a group, or never ahead of them, can be stronger or weaker by any amount: it
//! has a bound and no rating. Ford's condition ("Solution of a ranking problem from binary comparisons", 1957) decides which
//! agents these are.

mod ahead;
mod finishes;
mod fit;
mod group;

use goldrush_engine::rng::{StreamRng, below, tool_stream};
use serde::{Deserialize, Serialize};

pub use finishes::{Finish, Finishes, GROUPS};

use crate::stats::confidence::Confidence;
use crate::stats::distribution::normal_cdf;
use crate::stats::interval::{Estimate, student_quantile};
use crate::study::{Anchor, Plan};
pub(super) use ahead::percentile;
use ahead::{PairwiseLead, TAIL};
use finishes::FinishCounts;
use fit::{Model, Seats, Strengths};
use group::{BlockGroup, RatedSide, components};

/// Number of bootstrap samples.
const RESAMPLES: usize = 1000;
/// Number of those from which the chances of being stronger follow.
const COMPARISONS: usize = 300;

/// An estimate and its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(from = "WrittenInterval")]
pub struct Interval {
    /// The estimate.
    pub mean: f64,
    /// Lower end, or `None` if the value was given or nothing is known about it.
    pub low: Option<f64>,
    /// Upper end, likewise.
    pub high: Option<f64>,
}

impl Interval {
    /// Returns the same as an estimate with both ends.
    pub fn estimate(&self) -> Estimate {
        let width = self.low.zip(self.high).map(|(low, high)| high - low);
        Estimate {
            mean: self.mean,
            half_width: width.map(|width| width / 2.0),
            low: self.low,
            high: self.high,
        }
    }
}

/// An interval as read from JSON, where an infinite or unknown estimate is null.
#[derive(Deserialize)]
struct WrittenInterval {
    mean: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

impl From<WrittenInterval> for Interval {
    fn from(WrittenInterval { mean, low, high }: WrittenInterval) -> Interval {
        let mean = mean.unwrap_or(match (low, high) {
            (Some(_), None) => f64::INFINITY,
            (None, Some(_)) => f64::NEG_INFINITY,
            _ => f64::NAN,
        });
        Interval { mean, low, high }
    }
}

/// Rating of an agent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// Name of the agent.
    pub name: String,
    /// Rating in Elo, relative to the mean of all rated agents or to the anchor; a gap of 400 means odds of ten to one. For
    /// an agent that has only a bound it is infinite (null in JSON), and the bound is the finite end.
    pub elo: Interval,
}

/// Advantage of a seat.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SeatRating {
    /// Number of players.
    pub players: usize,
    /// Seat, from 0.
    pub seat: usize,
    /// Advantage in Elo, relative to the mean of the seats of games with this number of players.
    pub elo: Interval,
}

/// The part of `summary.json` that only a tournament has.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ratings {
    /// Ratings in the order of the contestants.
    pub agents: Vec<Rating>,
    /// Agent whose rating was given, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Anchor>,
    /// Advantage of each seat.
    pub seats: Vec<SeatRating>,
    /// By two agents: share of their common games in which the first finishes ahead of the second, a tie counting as half,
    /// or `None` if they never meet.
    pub ahead: Vec<Vec<Option<f64>>>,
    /// By two agents: chance that the first is stronger than the second, 0 to 1, given all games; `None` unless games that
    /// somebody won connect them. Empty in the summaries of some studies in `results/`.
    #[serde(default)]
    pub stronger: Vec<Vec<Option<f64>>>,
    /// Warnings to read before relying on the ratings.
    pub warnings: Vec<String>,
}

impl Ratings {
    /// Returns the agents, the best first; those that cannot be compared with the others last.
    pub fn order(&self) -> Vec<usize> {
        let rank = |agent: &usize| {
            let Interval { mean, low, high } = self.agents[*agent].elo;
            let bound = if mean > 0.0 { low } else { high };
            (!mean.is_nan(), mean, bound.unwrap_or(0.0))
        };
        let mut order: Vec<usize> = (0..self.agents.len()).collect();
        order.sort_by(|one, other| {
            let (one, other) = (rank(one), rank(other));
            other
                .0
                .cmp(&one.0)
                .then(other.1.total_cmp(&one.1))
                .then(other.2.total_cmp(&one.2))
        });
        order
    }

    /// Computes the ratings of a tournament after at least one block.
    pub fn new(plan: &Plan, finishes: &Finishes) -> Ratings {
        let names = &plan.contestants.names;
        let anchor = plan.anchor().map(|anchor| {
            (
                names
                    .iter()
                    .position(|name| *name == anchor.agent)
                    .expect("the anchor is one of the agents"),
                anchor,
            )
        });
        let mut rounds = Rounds::default();
        rounds.add(plan, finishes, &(0..names.len()).collect::<Vec<_>>());
        rounds.ratings(&plan.contestants.titles, anchor, plan.seed)
    }
}

/// Games of several tournaments among the same agents, to be rated together.
#[derive(Default)]
pub struct Rounds {
    tables: Vec<Vec<usize>>,
    counted: FinishCounts,
    /// Number of groups of blocks so far, of which each has at most [`GROUPS`] bins.
    groups: usize,
}

impl Rounds {
    /// Adds a tournament; `agents` has the index of each of its contestants among all agents.
    pub fn add(&mut self, plan: &Plan, finishes: &Finishes, agents: &[usize]) {
        let among_all = |of_plan: Vec<usize>| {
            of_plan
                .into_iter()
                .map(|contestant| agents[contestant])
                .collect()
        };
        let known = self.tables.len();
        for table in tables(plan).into_iter().map(among_all) {
            if !self.tables[..known].contains(&table) {
                self.tables.push(table);
            }
        }
        let FinishCounts { finishes, groups } = finishes.counted(plan);
        let known = self.counted.finishes.len();
        let indices: Vec<usize> = finishes
            .into_iter()
            .map(|Finish { agents, ranks }| {
                let finish = Finish {
                    agents: among_all(agents),
                    ranks,
                };
                let all = &mut self.counted.finishes;
                all[..known]
                    .iter()
                    .position(|other| *other == finish)
                    .unwrap_or_else(|| {
                        all.push(finish);
                        all.len() - 1
                    })
            })
            .collect();
        for group in groups {
            let bin = self.groups % GROUPS;
            self.groups += 1;
            if bin == self.counted.groups.len() {
                self.counted.groups.push(Vec::new());
            }
            self.counted.groups[bin]
                .extend(group.into_iter().map(|(finish, n)| (indices[finish], n)));
        }
    }

    /// Computes the ratings of all agents after at least one block; the anchor comes with its index.
    pub fn ratings(
        &self,
        names: &[String],
        anchor: Option<(usize, &Anchor)>,
        seed: u64,
    ) -> Ratings {
        let of = anchor.map(|(agent, anchor)| (agent, anchor.elo));
        let tournament = Tournament {
            agents: names.len(),
            tables: &self.tables,
            anchor: of,
        };
        let found = Fit::new(&tournament, &self.counted, RESAMPLES, seed);
        let agent = |(i, name): (usize, &String)| Rating {
            name: name.clone(),
            elo: found.agents[i],
        };
        let seat = |((players, seat), elo): ((usize, usize), &Interval)| SeatRating {
            players,
            seat,
            elo: *elo,
        };
        Ratings {
            agents: names.iter().enumerate().map(agent).collect(),
            anchor: anchor.map(|(_, anchor)| anchor.clone()),
            seats: tournament
                .seats()
                .iter()
                .zip(&found.seats)
                .map(seat)
                .collect(),
            warnings: found.warnings(names),
            ahead: found.ahead.shares(),
            stronger: found.stronger,
        }
    }
}

/// Returns the contestant in each seat of each game of a block.
fn tables(plan: &Plan) -> Vec<Vec<usize>> {
    let of_arm = |(number, arm): (usize, &crate::study::arm::Arm)| -> Vec<Vec<usize>> {
        let contestant = |seating, seat| {
            plan.contestants
                .index(number, arm.lineup.side(seating, seat))
        };
        let table = |seating| {
            (0..arm.lineup.players())
                .map(|seat| contestant(seating, seat))
                .collect()
        };
        (0..arm.lineup.seatings()).map(table).collect()
    };
    plan.arms.iter().enumerate().flat_map(of_arm).collect()
}

/// Participants of a tournament.
struct Tournament<'a> {
    agents: usize,
    /// Contestant in each seat of each game of a block.
    tables: &'a [Vec<usize>],
    /// Anchor: an agent and its given rating in Elo.
    anchor: Option<(usize, f64)>,
}

impl Tournament<'_> {
    fn seats(&self) -> Seats {
        Seats::new(self.tables.iter().map(Vec::len))
    }

    /// Returns the largest number of players: as many games as a line-up plays of a deal.
    fn most_players(&self) -> usize {
        self.tables.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// Estimates and their intervals.
struct Fit {
    /// Ratings in Elo.
    agents: Vec<Interval>,
    seats: Vec<Interval>,
    ahead: PairwiseLead,
    stronger: Vec<Vec<Option<f64>>>,
    group: BlockGroup,
    /// A cycle of agents, each of whom is significantly more often ahead of the next than not.
    cycle: Option<Vec<usize>>,
}

/// Elo points per unit of strength.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Hypothetical block in which one agent won, or lost, all of its games: indices of finishes, one for each game.
struct Unplayed {
    won: Vec<usize>,
    lost: Vec<usize>,
}

impl Fit {
    fn new(tournament: &Tournament, counted: &FinishCounts, resamples: usize, seed: u64) -> Fit {
        let FinishCounts { finishes, groups } = counted;
        let played = finishes.len();
        let mut finishes = finishes.clone();
        let unplayed: Vec<Unplayed> = (0..tournament.agents)
            .map(|agent| unplayed(agent, tournament.tables, &mut finishes))
            .collect();
        let count = |weight: &mut dyn FnMut() -> f64| {
            let mut counts = vec![0.0; finishes.len()];
            for group in groups {
                let weight = weight();
                group
                    .iter()
                    .for_each(|(finish, n)| counts[*finish] += weight * *n as f64);
            }
            counts
        };
        let all = count(&mut || 1.0);
        let anchor = tournament.anchor.map(|(agent, _)| agent);
        let group = BlockGroup::new(
            tournament.agents,
            &finishes[..played],
            &all,
            anchor,
            tournament.tables,
        );
        // Tables with a game that somebody won; the others say nothing about anybody.
        let has_finish = |table: &&Vec<usize>| {
            finishes[..played]
                .iter()
                .any(|finish| finish.agents == **table)
        };
        let won: Vec<Vec<usize>> = tournament
            .tables
            .iter()
            .filter(has_finish)
            .cloned()
            .collect();
        let rated = Model::new(group.members(), &finishes);
        // An agent that has only a bound is compared with the group alone.
        let alone = |agent: usize| {
            let mut kept = group.members();
            kept[agent] = true;
            Model::new(kept, &finishes)
        };
        let bounded: Vec<Option<Model>> = (0..tournament.agents)
            .map(|agent| (group.sides[agent] != RatedSide::Member).then(|| alone(agent)))
            .collect();
        let strengths = rated.fit(&all, None);
        let mut rng = tool_stream(seed);
        let mut samples = Samples::new(tournament);
        for _ in 0..resamples {
            let mut counts = count(&mut || exponential(&mut rng));
            let drawn = rated.fit(&counts, Some(&strengths));
            for agent in 0..tournament.agents {
                let model = bounded[agent].as_ref().unwrap_or(&rated);
                let mut end = |more: &[usize]| {
                    let weight = exponential(&mut rng) * tournament.most_players() as f64
                        / more.len() as f64;
                    more.iter().for_each(|finish| counts[*finish] = weight);
                    let strength = model.fit_one(agent, &drawn, &counts);
                    more.iter().for_each(|finish| counts[*finish] = 0.0);
                    strength.map(|strength| elo(tournament, &group, &drawn, agent, strength))
                };
                let Unplayed { won, lost } = &unplayed[agent];
                samples.low[agent].extend(end(lost));
                samples.high[agent].extend(end(won));
            }
            samples.ahead.push((
                PairwiseLead::new(tournament.agents, &finishes, &counts),
                exponential(&mut rng),
            ));
            samples.seats.push(drawn.seats);
        }
        let ahead = PairwiseLead::new(tournament.agents, &finishes[..played], &all);
        let cycle = ahead::cycle(&ahead, &samples.ahead, tournament.tables);
        let agent = |agent: usize| {
            let (low, high) = (
                percentile(&samples.low[agent], TAIL),
                percentile(&samples.high[agent], 1.0 - TAIL),
            );
            match group.sides[agent] {
                RatedSide::Member
                    if tournament.anchor.is_some_and(|(anchor, _)| anchor == agent) =>
                {
                    Interval {
                        mean: tournament.anchor.map_or(0.0, |(_, elo)| elo),
                        low: None,
                        high: None,
                    }
                }
                RatedSide::Member => Interval {
                    mean: elo(
                        tournament,
                        &group,
                        &strengths,
                        agent,
                        strengths.agents[agent],
                    ),
                    low,
                    high,
                },
                RatedSide::Above => Interval {
                    mean: f64::INFINITY,
                    low,
                    high: Some(f64::INFINITY),
                },
                RatedSide::Below => Interval {
                    mean: f64::NEG_INFINITY,
                    low: Some(f64::NEG_INFINITY),
                    high,
                },
                RatedSide::Apart => Interval {
                    mean: f64::NAN,
                    low: None,
                    high: None,
                },
            }
        };
        let seat = |seat: usize| {
            let drawn: Vec<f64> = samples
                .seats
                .iter()
                .map(|seats| ELO * seats[seat])
                .collect();
            // Nothing is known without games that somebody won.
            let mean = if groups.is_empty() {
                f64::NAN
            } else {
                ELO * strengths.seats[seat]
            };
            let tail = tail_of_few(groups.len());
            let end = |share| percentile(&drawn, share).filter(|_| groups.len() > 1);
            Interval {
                mean,
                low: end(tail),
                high: end(1.0 - tail),
            }
        };
        Fit {
            agents: (0..tournament.agents).map(agent).collect(),
            seats: (0..tournament.seats().iter().count()).map(seat).collect(),
            ahead,
            stronger: stronger(tournament, &won, &finishes, &unplayed, count, seed),
            group,
            cycle,
        }
    }

    fn warnings(&self, names: &[String]) -> Vec<String> {
        let bound = |end: Option<f64>| end.map_or_else(String::new, |end| format!("{end:+.0}"));
        let of = |agent: usize| {
            let (name, Interval { low, high, .. }) = (&names[agent], self.agents[agent]);
            let why = "its rating is only known to be";
            let out = "and does not count toward the average";
            match self.group.sides[agent] {
                RatedSide::Member => None,
                RatedSide::Above => Some(format!(
                    "{name} never finished behind a rated bot: {why} above {}, {out}",
                    bound(low)
                )),
                RatedSide::Below => Some(format!(
                    "{name} never finished ahead of a rated bot: {why} below {}, {out}",
                    bound(high)
                )),
                RatedSide::Apart => Some(format!("{name} met no rated bot, so it has no rating")),
            }
        };
        let cycle = self.cycle.iter().map(|cycle| {
            let names: Vec<&str> = cycle.iter().chain(&cycle[..1]).map(|agent| &names[*agent][..]).collect();
            format!(
                "ratings cannot express rock-paper-scissors results: each of these finishes ahead of the next more often than not: {}",
                names.join(" > ")
            )
        });
        (0..names.len()).filter_map(of).chain(cycle).collect()
    }
}

/// Bootstrap samples, in Elo.
struct Samples {
    low: Vec<Vec<f64>>,
    high: Vec<Vec<f64>>,
    seats: Vec<Vec<f64>>,
    /// Pairwise comparisons, each with the weight of an additional block.
    ahead: Vec<(PairwiseLead, f64)>,
}

impl Samples {
    fn new(tournament: &Tournament) -> Samples {
        let none = vec![Vec::new(); tournament.agents];
        Samples {
            low: none.clone(),
            high: none,
            seats: Vec::new(),
            ahead: Vec::new(),
        }
    }
}

/// Returns by two agents the chance that the first is stronger, if the tables `won`, of which somebody won a game, connect
/// them. `count` draws counts of the finishes that were played, from a
/// source of weights.
fn stronger(
    tournament: &Tournament,
    won: &[Vec<usize>],
    finishes: &[Finish],
    unplayed: &[Unplayed],
    count: impl Fn(&mut dyn FnMut() -> f64) -> Vec<f64>,
    seed: u64,
) -> Vec<Vec<Option<f64>>> {
    let mut chances = vec![vec![None; tournament.agents]; tournament.agents];
    // Other random numbers than those of the intervals. A sum, as in the ratings of `results/`: a run with the next seed resamples
    // other games with these numbers.
    let mut rng = tool_stream(seed.wrapping_add(1));
    for connected in components(tournament.agents, won) {
        let model = Model::new(
            (0..tournament.agents)
                .map(|agent| connected.contains(&agent))
                .collect(),
            finishes,
        );
        let draw = |weight: &mut dyn FnMut() -> f64, start: Option<&Strengths>| {
            let mut counts = count(weight);
            for Unplayed { won, lost } in connected.iter().map(|agent| &unplayed[*agent]) {
                for more in [won, lost] {
                    let weight = weight() * tournament.most_players() as f64 / more.len() as f64;
                    more.iter().for_each(|finish| counts[*finish] = weight);
                }
            }
            model.fit(&counts, start)
        };
        let expected = draw(&mut || 1.0, None);
        let drawn: Vec<Strengths> = (0..COMPARISONS)
            .map(|_| draw(&mut || exponential(&mut rng), Some(&expected)))
            .collect();
        for (&one, &other) in connected
            .iter()
            .flat_map(|one| connected.iter().map(move |other| (one, other)))
        {
            let above = drawn
                .iter()
                .filter(|drawn| drawn.agents[one] > drawn.agents[other])
                .count();
            chances[one][other] =
                (one != other).then(|| (above as f64 + 1.0) / (COMPARISONS as f64 + 2.0));
        }
    }
    chances
}

/// Adds the finishes of a block in which an agent won, or lost, all of its games.
fn unplayed(agent: usize, tables: &[Vec<usize>], finishes: &mut Vec<Finish>) -> Unplayed {
    let mut add = |own: u8, other: u8| -> Vec<usize> {
        let meets =
            |table: &&Vec<usize>| table.contains(&agent) && table.iter().any(|one| *one != agent);
        let first = finishes.len();
        let rank = |one: &usize| if *one == agent { own } else { other };
        let finish = |table: &Vec<usize>| Finish {
            agents: table.clone(),
            ranks: table.iter().map(rank).collect(),
        };
        finishes.extend(tables.iter().filter(meets).map(finish));
        (first..finishes.len()).collect()
    };
    Unplayed {
        won: add(1, 2),
        lost: add(2, 1),
    }
}

/// Returns the rating in Elo of an agent that has this strength among the others.
fn elo(
    tournament: &Tournament,
    group: &BlockGroup,
    group_strengths: &Strengths,
    agent: usize,
    strength: f64,
) -> f64 {
    let of = |one: usize| {
        if one == agent {
            strength
        } else {
            group_strengths.agents[one]
        }
    };
    match tournament.anchor {
        Some((anchor, elo)) => elo + ELO * (strength - of(anchor)),
        None => {
            let members: Vec<f64> = group.list().map(of).collect();
            ELO * (strength - members.iter().sum::<f64>() / members.len() as f64)
        }
    }
}

/// Draws a random weight from the exponential distribution with mean 1.
fn exponential(rng: &mut StreamRng) -> f64 {
    const STEPS: u32 = 1 << 31;
    -libm::log((f64::from(below(rng, STEPS)) + 0.5) / f64::from(STEPS))
}

/// Returns the share of samples beyond either end of an interval that allows for no additional block. A bootstrap of n
/// groups is too narrow by √(1 − 1/n) and takes their spread as known; percentiles farther out make up for both (Hesterberg,
/// "What Teachers Should Know About the Bootstrap", 2015, section 5.3: the expanded percentile interval).
pub(super) fn tail_of_few(groups: usize) -> f64 {
    let n = groups.max(2);
    let quantile =
        student_quantile(Confidence::SINGLE_LOOK, n as u64 - 1) / (1.0 - 1.0 / n as f64).sqrt();
    normal_cdf(-quantile)
}

#[cfg(test)]
mod tests;
