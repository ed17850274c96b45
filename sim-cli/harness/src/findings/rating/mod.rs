//! Ratings of the agents of a tournament with any number of players, with intervals by a bootstrap over blocks.
//!
//! Blocks are not resampled but reweighted, each by an exponentially distributed random number (Rubin, "The Bayesian
//! bootstrap", 1981), so that no agent loses the only game it won. As with shares ([`goldrush_support::stats::share`]), the lower end
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
mod unplayed;

use std::collections::{BTreeMap, BTreeSet};

use goldrush_engine::rng::{StreamRng, below, tool_stream};
use serde::{Deserialize, Serialize};

pub use finishes::{Finish, Finishes, GROUPS};

use crate::study::{Anchor, Plan};
pub(super) use ahead::percentile;
use ahead::{PairwiseLead, TAIL};
use finishes::FinishCounts;
use fit::{Model, Seats, Strengths};
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::distribution::normal_cdf;
use goldrush_support::stats::interval::{Estimate, student_quantile};
use group::{BlockGroup, RatedSide, components};
use unplayed::{Contender, Games};

/// Number of bootstrap samples.
const RESAMPLES: usize = 1000;
/// Number of those from which the chances of being stronger follow.
const COMPARISONS: usize = 300;

/// Chance of being stronger from which a sentence may name the stronger one of two agents.
pub const SURE: f64 = 0.975;

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

impl Interval {
    /// Returns the end nearer to the average, or 0 if it is not known.
    fn bound(&self) -> f64 {
        let bound = if self.mean > 0.0 { self.low } else { self.high };
        bound.unwrap_or(0.0)
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
        let mut order: Vec<usize> = (0..self.agents.len()).collect();
        order.sort_by(|one, other| {
            let one = &self.agents[*one].elo;
            let other = &self.agents[*other].elo;
            one.mean
                .is_nan()
                .cmp(&other.mean.is_nan())
                .then(other.mean.total_cmp(&one.mean))
                .then(other.bound().total_cmp(&one.bound()))
        });
        order
    }

    /// Returns the ratings before the first game.
    fn unplayed(names: &[String]) -> Ratings {
        let elo = Interval {
            mean: f64::NAN,
            low: None,
            high: None,
        };
        let mut agents = Vec::new();
        for name in names.iter().cloned() {
            agents.push(Rating { name, elo });
        }
        let unknown = vec![vec![None; names.len()]; names.len()];
        Ratings {
            agents,
            anchor: None,
            seats: Vec::new(),
            ahead: unknown.clone(),
            stronger: unknown,
            warnings: Vec::new(),
        }
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
    /// Index of each finish in `counted`.
    indices: BTreeMap<Finish, usize>,
    /// Number of groups of blocks so far, of which each has at most [`GROUPS`] bins.
    groups: usize,
}

impl Rounds {
    /// Adds a tournament; `agents` has the index of each of its contestants among all agents.
    pub fn add(&mut self, plan: &Plan, finishes: &Finishes, agents: &[usize]) {
        let known: BTreeSet<Vec<usize>> = self.tables.iter().cloned().collect();
        for table in tables(plan) {
            let table = agents_of(&table, agents);
            if !known.contains(&table) {
                self.tables.push(table);
            }
        }
        let FinishCounts { finishes, groups } = finishes.counted(plan);
        let mut indices = Vec::new();
        for finish in finishes {
            let finish = Finish {
                agents: agents_of(&finish.agents, agents),
                ranks: finish.ranks,
            };
            let next = self.counted.finishes.len();
            let index = *self.indices.entry(finish.clone()).or_insert(next);
            if index == next {
                self.counted.finishes.push(finish);
            }
            indices.push(index);
        }
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

    /// Computes the ratings of this many agents in Elo, without intervals, in a small part of the time. As in [`Rounds::ratings`], they
    /// are infinite for an agent with a bound alone, and NaN for one that met no rated agent.
    pub fn elos(&self, agents: usize) -> Vec<f64> {
        let tournament = Tournament {
            agents,
            tables: &self.tables,
            anchor: None,
        };
        let games = Games::new(&tournament, &self.counted);
        let all = games.counts(|| 1.0);
        let group = BlockGroup::new(agents, games.played(), &all, None, &self.tables);
        let model = Model::new(group.members(), &games.finishes);
        let strengths = model.fit(&model.choices(&all), None);
        let mut elos = Vec::new();
        for agent in 0..agents {
            elos.push(match group.sides[agent] {
                RatedSide::Member => elo(
                    &tournament,
                    &group,
                    &strengths,
                    agent,
                    strengths.agents[agent],
                ),
                RatedSide::Above => f64::INFINITY,
                RatedSide::Below => f64::NEG_INFINITY,
                RatedSide::Apart => f64::NAN,
            });
        }
        elos
    }

    /// Computes the ratings of all agents, of which nothing is known before the first game; the anchor comes with its index.
    pub fn ratings(
        &self,
        names: &[String],
        anchor: Option<(usize, &Anchor)>,
        seed: u64,
    ) -> Ratings {
        if self.counted.finishes.is_empty() {
            return Ratings::unplayed(names);
        }
        let tournament = Tournament {
            agents: names.len(),
            tables: &self.tables,
            anchor: anchor.map(|(agent, anchor)| (agent, anchor.elo)),
        };
        let fit = Fit::new(&tournament, &self.counted, RESAMPLES, seed);
        let mut agents = Vec::new();
        for (name, elo) in names.iter().zip(&fit.agents) {
            agents.push(Rating {
                name: name.clone(),
                elo: *elo,
            });
        }
        let mut seats = Vec::new();
        for ((players, seat), elo) in tournament.seats().iter().zip(&fit.seats) {
            seats.push(SeatRating {
                players,
                seat,
                elo: *elo,
            });
        }
        Ratings {
            agents,
            anchor: anchor.map(|(_, anchor)| anchor.clone()),
            seats,
            warnings: fit.warnings(names),
            ahead: fit.ahead.shares(),
            stronger: fit.stronger,
        }
    }
}

/// Returns the contestant in each seat of each game of a block.
fn tables(plan: &Plan) -> Vec<Vec<usize>> {
    let mut tables = Vec::new();
    for (number, arm) in plan.arms.iter().enumerate() {
        for seating in 0..arm.lineup.seatings() {
            let sides = (0..arm.lineup.players()).map(|seat| arm.lineup.side(seating, seat));
            tables.push(
                sides
                    .map(|side| plan.contestants.index(number, side))
                    .collect(),
            );
        }
    }
    tables
}

/// Returns the agents that are these contestants of a plan.
fn agents_of(contestants: &[usize], agents: &[usize]) -> Vec<usize> {
    contestants
        .iter()
        .map(|contestant| agents[*contestant])
        .collect()
}

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

impl Fit {
    fn new(tournament: &Tournament, counted: &FinishCounts, resamples: usize, seed: u64) -> Fit {
        let games = Games::new(tournament, counted);
        let all = games.counts(|| 1.0);
        let anchor = tournament.anchor.map(|(agent, _)| agent);
        let group = BlockGroup::new(
            tournament.agents,
            games.played(),
            &all,
            anchor,
            tournament.tables,
        );
        let rated = Model::new(group.members(), &games.finishes);
        let mut contenders = Vec::new();
        for agent in 0..tournament.agents {
            contenders.push(Contender::new(agent, &games, &group, &rated));
        }
        let strengths = rated.fit(&rated.choices(&all), None);
        let mut rng = tool_stream(seed);
        let mut samples = Samples::new(tournament);
        for _ in 0..resamples {
            let counts = games.counts(|| exponential(&mut rng));
            let choices = rated.choices(&counts);
            let drawn = rated.fit(&choices, Some(&strengths));
            for (agent, contender) in contenders.iter().enumerate() {
                let of_one = contender
                    .model
                    .as_ref()
                    .map(|model| (model, model.choices(&counts)));
                let (model, choices) = of_one
                    .as_ref()
                    .map_or((&rated, &choices), |(model, choices)| (model, choices));
                for (unplayed, ends) in [
                    (&contender.lost, &mut samples.low[agent]),
                    (&contender.won, &mut samples.high[agent]),
                ] {
                    let weight = exponential(&mut rng) * unplayed.weight;
                    let strength =
                        model.fit_one(agent, &drawn, choices, (&unplayed.choices, weight));
                    ends.extend(
                        strength.map(|strength| elo(tournament, &group, &drawn, agent, strength)),
                    );
                }
            }
            samples.ahead.push((
                PairwiseLead::new(tournament.agents, &games.finishes, &counts),
                exponential(&mut rng),
            ));
            samples.seats.push(drawn.seats);
        }
        let ahead = PairwiseLead::new(tournament.agents, games.played(), &all);
        let cycle = ahead::cycle(&ahead, &samples.ahead, tournament.tables);
        let agents = (0..tournament.agents)
            .map(|agent| rating(tournament, &group, &strengths, &samples, agent))
            .collect();
        let groups = counted.groups.len();
        let seats = (0..tournament.seats().iter().count())
            .map(|seat| seat_rating(seat, &strengths, &samples, groups))
            .collect();
        Fit {
            agents,
            seats,
            ahead,
            stronger: stronger(&games, seed),
            group,
            cycle,
        }
    }

    fn warnings(&self, names: &[String]) -> Vec<String> {
        let cycle = self.cycle.iter().map(|cycle| {
            let names: Vec<&str> = cycle.iter().chain(&cycle[..1]).map(|agent| &names[*agent][..]).collect();
            format!(
                "ratings cannot express rock-paper-scissors results: each of these finishes ahead of the next more often than not: {}",
                names.join(" > ")
            )
        });
        (0..names.len())
            .filter_map(|agent| self.warning(agent, &names[agent]))
            .chain(cycle)
            .collect()
    }

    /// Returns the warning about an agent that is not rated.
    fn warning(&self, agent: usize, name: &str) -> Option<String> {
        let Interval { low, high, .. } = self.agents[agent];
        match self.group.sides[agent] {
            RatedSide::Member => None,
            RatedSide::Above => {
                let bound = bound("above", low);
                Some(format!("{name} never finished behind a rated bot: {bound}"))
            }
            RatedSide::Below => {
                let bound = bound("below", high);
                Some(format!(
                    "{name} never finished ahead of a rated bot: {bound}"
                ))
            }
            RatedSide::Apart => Some(format!("{name} met no rated bot, so it has no rating")),
        }
    }
}

/// Says what is known about a rating of which at most one end is: `above` or `below` it.
fn bound(side: &str, end: Option<f64>) -> String {
    match end {
        Some(end) => {
            let end = format!("{end:+.0}").replace('-', "−");
            format!(
                "its rating is only known to be {side} {end}, and does not count toward the average"
            )
        }
        None => "its games do not bound its rating, which does not count toward the average".into(),
    }
}

/// Returns the rating of an agent, or its bound.
fn rating(
    tournament: &Tournament,
    group: &BlockGroup,
    strengths: &Strengths,
    samples: &Samples,
    agent: usize,
) -> Interval {
    let low = percentile(&samples.low[agent], TAIL);
    let high = percentile(&samples.high[agent], 1.0 - TAIL);
    match (group.sides[agent], tournament.anchor) {
        (RatedSide::Member, Some((anchor, elo))) if anchor == agent => Interval {
            mean: elo,
            low: None,
            high: None,
        },
        (RatedSide::Member, _) => {
            let strength = strengths.agents[agent];
            Interval {
                mean: elo(tournament, group, strengths, agent, strength),
                low,
                high,
            }
        }
        (RatedSide::Above, _) => Interval {
            mean: f64::INFINITY,
            low,
            high: Some(f64::INFINITY),
        },
        (RatedSide::Below, _) => Interval {
            mean: f64::NEG_INFINITY,
            low: Some(f64::NEG_INFINITY),
            high,
        },
        (RatedSide::Apart, _) => Interval {
            mean: f64::NAN,
            low: None,
            high: None,
        },
    }
}

/// Returns the advantage of a seat, from a number of groups of blocks.
fn seat_rating(seat: usize, strengths: &Strengths, samples: &Samples, groups: usize) -> Interval {
    let drawn: Vec<f64> = samples
        .seats
        .iter()
        .map(|seats| ELO * seats[seat])
        .collect();
    let tail = tail_of_few(groups);
    Interval {
        // Nothing is known without games that somebody won.
        mean: if groups == 0 {
            f64::NAN
        } else {
            ELO * strengths.seats[seat]
        },
        low: percentile(&drawn, tail).filter(|_| groups > 1),
        high: percentile(&drawn, 1.0 - tail).filter(|_| groups > 1),
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

/// Returns by two agents the chance that the first is stronger, if games that somebody won connect them.
fn stronger(games: &Games, seed: u64) -> Vec<Vec<Option<f64>>> {
    let agents = games.tournament.agents;
    let mut chances = vec![vec![None; agents]; agents];
    // Other random numbers than those of the intervals. A sum, as in the ratings of `results/`: a run with the next seed resamples
    // other games with these numbers.
    let mut rng = tool_stream(seed.wrapping_add(1));
    for connected in components(agents, &games.won_tables()) {
        let fitted = (0..agents).map(|agent| connected.contains(&agent));
        let model = Model::new(fitted.collect(), &games.finishes);
        let expected = games.counts_with_unplayed(&connected, || 1.0);
        let expected = model.fit(&model.choices(&expected), None);
        let mut drawn: Vec<Strengths> = Vec::new();
        for _ in 0..COMPARISONS {
            let counts = games.counts_with_unplayed(&connected, || exponential(&mut rng));
            drawn.push(model.fit(&model.choices(&counts), Some(&expected)));
        }
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

/// Returns the rating in Elo of an agent that has this strength among the others.
fn elo(
    tournament: &Tournament,
    group: &BlockGroup,
    group_strengths: &Strengths,
    agent: usize,
    strength: f64,
) -> f64 {
    let mut strengths = group_strengths.agents.clone();
    strengths[agent] = strength;
    match tournament.anchor {
        Some((anchor, elo)) => elo + ELO * (strength - strengths[anchor]),
        None => {
            let members: Vec<f64> = group.list().map(|member| strengths[member]).collect();
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
