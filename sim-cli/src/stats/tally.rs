//! Sums over blocks, in whole numbers: adding tallies is exact, so the order of games and threads cannot matter.

use crate::sim::lineup::Lineup;
use crate::sim::result::{GameResult, SeatResult};
use goldrush_engine::gold_rush::WHOLE_WIN;

/// What is averaged: a name and how to read it off a seat's result.
pub struct Metric {
    /// Name in tables and files.
    pub name: &'static str,
    /// The value in whole units.
    value: fn(&SeatResult) -> i64,
    /// How many units are one.
    pub unit: u32,
}

const fn metric(name: &'static str, value: fn(&SeatResult) -> i64) -> Metric {
    Metric { name, value, unit: 1 }
}

/// Everything that is averaged.
pub static METRICS: [Metric; 23] = [
    Metric { name: "win_share", value: |s| i64::from(s.win_share), unit: WHOLE_WIN as u32 },
    metric("score", |s| i64::from(s.score)),
    metric("margin", |s| i64::from(s.margin)),
    metric("rank", |s| i64::from(s.rank)),
    metric("railroad", |s| i64::from(s.sources[0])),
    metric("mountain", |s| i64::from(s.sources[1])),
    metric("city", |s| i64::from(s.sources[2])),
    metric("prairie", |s| i64::from(s.sources[3])),
    metric("tokens", |s| i64::from(s.sources[4])),
    metric("railwaymen", |s| i64::from(s.counts.cowboys[0])),
    metric("miners", |s| i64::from(s.counts.cowboys[1])),
    metric("merchants", |s| i64::from(s.counts.cowboys[2])),
    metric("farmers", |s| i64::from(s.counts.cowboys[3])),
    metric("tents_pitched", |s| i64::from(s.counts.tents)),
    metric("tokens_mined", |s| i64::from(s.counts.mined)),
    metric("tokens_won", |s| i64::from(s.counts.won)),
    metric("take_backs", |s| i64::from(s.counts.take_backs)),
    metric("locomotive_bonus", |s| i64::from(s.counts.locomotive_bonus)),
    metric("railroads_completed", |s| i64::from(s.counts.completed[0])),
    metric("mountains_completed", |s| i64::from(s.counts.completed[1])),
    metric("cities_completed", |s| i64::from(s.counts.completed[2])),
    metric("features_completed", |s| s.counts.completed.iter().map(|&n| i64::from(n)).sum()),
    metric("cowboys_placed", |s| s.counts.cowboys.iter().map(|&n| i64::from(n)).sum()),
];

/// Sums of one metric over blocks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sums {
    block: i64,
    /// Sum of the blocks' sums.
    pub sum: i128,
    /// Sum of their squares.
    pub squares: i128,
}

/// The metrics of one agent or one seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// How many results a block has of it.
    pub per_block: u64,
    /// By metric, in the order of [`METRICS`].
    pub metrics: [Sums; METRICS.len()],
}

impl Group {
    fn new(per_block: usize) -> Group {
        Group { per_block: per_block as u64, metrics: [Sums::default(); METRICS.len()] }
    }

    fn add(&mut self, values: &[i64; METRICS.len()]) {
        for (sums, value) in self.metrics.iter_mut().zip(values) {
            sums.block += value;
        }
    }

    fn end_block(&mut self) {
        for sums in &mut self.metrics {
            let x = i128::from(std::mem::take(&mut sums.block));
            sums.sum += x;
            sums.squares += x * x;
        }
    }

    fn merge(&mut self, other: &Group) {
        for (mine, theirs) in self.metrics.iter_mut().zip(&other.metrics) {
            mine.sum += theirs.sum;
            mine.squares += theirs.squares;
        }
    }
}

/// All sums of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Whole blocks.
    pub blocks: u64,
    /// Games in them.
    pub games: u64,
    /// By agent, in the order of [`Lineup::distinct`].
    pub agents: Vec<Group>,
    /// By seat.
    pub seats: Vec<Group>,
    /// Which agent each entry of the line-up is.
    agent_of: Vec<usize>,
}

impl Tally {
    /// Nothing counted yet.
    pub fn new(lineup: &Lineup) -> Tally {
        let distinct = lineup.distinct();
        let agent_of: Vec<usize> =
            lineup.agents().iter().map(|a| distinct.iter().position(|d| *d == a).unwrap_or(0)).collect();
        let entries = |agent| agent_of.iter().filter(|&&a| a == agent).count();
        Tally {
            blocks: 0,
            games: 0,
            agents: (0..distinct.len()).map(|a| Group::new(entries(a) * lineup.seatings())).collect(),
            seats: (0..lineup.players()).map(|_| Group::new(lineup.seatings())).collect(),
            agent_of,
        }
    }

    /// Counts a game of the block that is being played.
    pub fn add_game(&mut self, lineup: &Lineup, seating: usize, game: &GameResult) {
        self.games += 1;
        for (seat, result) in game.seats.iter().enumerate() {
            let mut values = [0; METRICS.len()];
            for (value, metric) in values.iter_mut().zip(&METRICS) {
                *value = (metric.value)(result);
            }
            self.agents[self.agent_of[lineup.entry(seating, seat)]].add(&values);
            self.seats[seat].add(&values);
        }
    }

    /// Ends a block: its means are one observation.
    pub fn end_block(&mut self) {
        self.blocks += 1;
        self.agents.iter_mut().chain(&mut self.seats).for_each(Group::end_block);
    }

    /// Adds the blocks of another tally of the same plan.
    pub fn merge(&mut self, other: &Tally) {
        self.blocks += other.blocks;
        self.games += other.games;
        for (mine, theirs) in self.agents.iter_mut().zip(&other.agents) {
            mine.merge(theirs);
        }
        for (mine, theirs) in self.seats.iter_mut().zip(&other.seats) {
            mine.merge(theirs);
        }
    }
}
