//! Ways to search a grid with the same number of deals. Each names the settings that it would confirm.

use std::collections::BTreeMap;

use goldrush::design::exploration::{Exploration, LOOKS, SampleSource};
use goldrush::design::grid::{Grid, Levels};
use goldrush::design::measurement::{Samples, add};
use goldrush::design::objective::Objective;
use goldrush::design::search::FINALISTS;
use goldrush_engine::rng::{choose, tool_stream};

/// A way to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// The search of `goldrush design`: models of the quantities pick the settings.
    Model,
    /// Settings drawn at random, one look each.
    Random,
    /// Successive halving: all settings, or as many as possible, get a few deals; the better half gets more, and so on.
    Halving,
    /// From a setting drawn at random, one rule after the other is set to its best value, again and again.
    OneRule,
}

impl Method {
    /// All ways to search.
    pub const ALL: [Method; 4] = [
        Method::Model,
        Method::Random,
        Method::Halving,
        Method::OneRule,
    ];

    /// Returns the name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Method::Model => "model",
            Method::Random => "random",
            Method::Halving => "halving",
            Method::OneRule => "one-rule",
        }
    }
}

/// Goals of a search, and the number of its deals.
pub struct Task<'a> {
    /// Settings to choose from.
    pub grid: &'a Grid,
    /// Goals with their cost.
    pub objective: &'a Objective<'a>,
    /// Deals of a look; a search has [`LOOKS`] times as many, counted for each setting.
    pub look: u64,
    /// Fewest deals that a setting can get.
    pub part: u64,
    /// Seed of everything drawn at random.
    pub seed: u64,
}

impl Task<'_> {
    /// Returns the settings to confirm.
    pub fn finalists(
        &self,
        method: Method,
        source: &mut dyn SampleSource,
    ) -> anyhow::Result<Vec<Levels>> {
        let mut ranked = match method {
            Method::Model => self.model(source),
            Method::Random => self.random(source),
            Method::Halving => self.halving(source),
            Method::OneRule => self.one_rule(source),
        }?;
        ranked.truncate(FINALISTS);
        Ok(ranked)
    }

    fn model(&self, source: &mut dyn SampleSource) -> anyhow::Result<Vec<Levels>> {
        let exploration = Exploration {
            grid: self.grid,
            objective: self.objective,
            seed: self.seed,
            deals: self.look,
        };
        Ok(exploration.run(source, &mut std::io::sink())?.ranked)
    }

    fn random(&self, source: &mut dyn SampleSource) -> anyhow::Result<Vec<Levels>> {
        let mut seen = Seen::default();
        seen.play(&self.drawn(LOOKS), 0, self.look, source)?;
        Ok(seen.ranked(self.objective))
    }

    fn halving(&self, source: &mut dyn SampleSource) -> anyhow::Result<Vec<Levels>> {
        let budget = LOOKS as u64 * self.look;
        let rounds = |settings: usize| {
            libm::log2(settings as f64 / FINALISTS as f64)
                .ceil()
                .max(1.0) as u64
        };
        let per_setting = |settings: usize, rounds: u64| budget / rounds / settings as u64;
        let mut settings = self.grid.settings().unwrap_or_default();
        while per_setting(settings, rounds(settings)) < self.part {
            settings -= 1;
        }
        let rounds = rounds(settings);
        let mut seen = Seen::default();
        let mut left = self.drawn(settings);
        for round in 0..rounds {
            seen.play(&left, round, per_setting(left.len(), rounds), source)?;
            let half = left.len().div_ceil(2).max(FINALISTS);
            left = seen.ranked_of(&left, self.objective);
            left.truncate(half);
        }
        Ok(left)
    }

    fn one_rule(&self, source: &mut dyn SampleSource) -> anyhow::Result<Vec<Levels>> {
        let mut budget = LOOKS;
        let mut seen = Seen::default();
        let mut current = self.drawn(1).remove(0);
        for sweep in 0.. {
            let mut played: Vec<Levels> = Vec::new();
            for (rule, factor) in self.grid.factors().iter().enumerate() {
                let changed = |level: usize| {
                    let mut levels = current.clone();
                    levels[rule] = level;
                    levels
                };
                let all: Vec<Levels> = (0..factor.levels.len()).map(changed).collect();
                let new: Vec<Levels> = all
                    .iter()
                    .filter(|levels| !played.contains(levels))
                    .cloned()
                    .collect();
                if new.len() > budget {
                    let mut ranked = seen.ranked(self.objective);
                    ranked.retain(|levels| *levels != current);
                    return Ok([vec![current], ranked].concat());
                }
                budget -= new.len();
                seen.play(&new, sweep, self.look, source)?;
                played.extend(new);
                current = seen.ranked_of(&all, self.objective).remove(0);
            }
        }
        unreachable!("the budget is used up")
    }

    /// Draws distinct settings; all of them if they are no more than `most`.
    fn drawn(&self, most: usize) -> Vec<Levels> {
        let mut numbers: Vec<usize> = (0..self.grid.settings().unwrap_or_default()).collect();
        let mut rng = tool_stream(self.seed);
        let drawn = most.min(numbers.len());
        for at in 0..drawn {
            let other = at + choose(&mut rng, (numbers.len() - at) as u32) as usize;
            numbers.swap(at, other);
        }
        numbers[..drawn]
            .iter()
            .map(|number| self.grid.levels(*number))
            .collect()
    }
}

/// Samples of the settings played.
#[derive(Default)]
struct Seen(BTreeMap<Levels, Samples>);

impl Seen {
    fn play(
        &mut self,
        settings: &[Levels],
        look: u64,
        deals: u64,
        source: &mut dyn SampleSource,
    ) -> anyhow::Result<()> {
        for (levels, new) in settings.iter().zip(source.look(settings, look, deals)?) {
            self.0
                .entry(levels.clone())
                .and_modify(|samples| add(samples, &new))
                .or_insert(new);
        }
        Ok(())
    }

    /// Returns all settings, the lowest cost first.
    fn ranked(&self, objective: &Objective) -> Vec<Levels> {
        self.ranked_of(&self.0.keys().cloned().collect::<Vec<_>>(), objective)
    }

    /// Returns these settings, the lowest cost first.
    fn ranked_of(&self, settings: &[Levels], objective: &Objective) -> Vec<Levels> {
        let mut all: Vec<(f64, &Levels)> = settings
            .iter()
            .map(|levels| (objective.cost(&self.0[levels]), levels))
            .collect();
        all.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        all.into_iter().map(|(_, levels)| levels.clone()).collect()
    }
}
