//! Tunes numbers of a bot by matches on the same deals: for `goldrush lab tune`, and for bots that adapt to the rules of a
//! study.

use std::collections::BTreeMap;

use goldrush_engine::rng::{SEEDS, tool_stream};
use goldrush_games::Choice;
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::interval::Estimate;
use goldrush_support::stats::spsa::{self, Gains, Trial, Tuned};
use rayon::ThreadPool;

use super::leads;
use crate::study::arm::Arm;
use crate::study::lineup::Lineup;
use crate::study::{Contest, Draft, Plan, Question, Run, Salt};

/// A game to tune for, and the deals to tune on.
pub struct Tuner<'a> {
    /// Game and its rules.
    pub choice: Choice,
    pub players: usize,
    /// Games of each iteration, rounded up to whole deals.
    pub games: u64,
    /// Sizes of perturbations and steps.
    pub gains: Gains,
    /// Seed of the deals and of the perturbations.
    pub seed: u64,
    /// Salt of bots in other processes.
    pub salt: Option<Salt>,
    /// Threads to play on.
    pub pool: &'a ThreadPool,
}

impl Tuner<'_> {
    /// Tunes the numbers of the bot given by `spec`. `measure` gets each trial, and a function that plays it and returns the mean
    /// lead in points; it returns that lead, or `None` to end the tuning.
    ///
    /// # Errors
    /// Fails if a bot cannot be started, or has a fault.
    pub fn climb(
        &self,
        numbers: Vec<Tuned>,
        iterations: u64,
        spec: impl Fn(&[f64]) -> String,
        mut measure: impl FnMut(
            Trial<'_>,
            &dyn Fn() -> anyhow::Result<f64>,
        ) -> anyhow::Result<Option<f64>>,
    ) -> anyhow::Result<Vec<f64>> {
        let blocks = self.games.div_ceil(self.players as u64);
        let unit = leads::unit(self.players);
        spsa::tune(
            numbers,
            iterations,
            self.gains,
            &mut tool_stream(self.seed),
            |trial| {
                measure(trial, &|| {
                    let k = trial.iteration;
                    let bots = trial.settings.map(&spec);
                    let plan = self.plan([&bots[0], &bots[1]], self.seed, (k + 1) * blocks)?;
                    let sums = leads::of_match(&plan, k * blocks, self.pool, || {})?;
                    Ok(sums.sum as f64 / unit / blocks as f64)
                })
            },
        )
    }

    /// Returns the seed of the deals on which a tuned bot is tested, none of which it was tuned on.
    pub fn test_seed(&self) -> u64 {
        // A sum, on which the numbers of `results/retuned` depend. Nothing is tuned on these deals: rounds of retuning are two seeds
        // apart, and their tests take place between them.
        (self.seed + 1) % SEEDS
    }

    /// Measures the lead, in points, of one bot over the mean of others on deals that tuning never saw; calls `played` after
    /// each deal.
    ///
    /// # Errors
    /// Fails if a bot cannot be started, or has a fault.
    pub fn gain(
        &self,
        tuned: &str,
        start: &str,
        deals: u64,
        played: impl FnMut(),
    ) -> anyhow::Result<Estimate> {
        let sums = leads::of_match(
            &self.plan([tuned, start], self.test_seed(), deals)?,
            0,
            self.pool,
            played,
        )?;
        Ok(Estimate::new(
            Confidence::SINGLE_LOOK,
            deals,
            &sums,
            leads::unit(self.players),
        ))
    }

    /// Plans a match of two bots on a number of deals.
    ///
    /// # Errors
    /// Bad input if the game has no such bots.
    pub fn plan(&self, [a, b]: [&str; 2], seed: u64, deals: u64) -> anyhow::Result<Plan> {
        let lineup = Lineup::of_match(self.choice.game(), a, b, self.players, false)?;
        let games = Some(deals * self.players as u64);
        let run = Run {
            games,
            seed: Some(seed),
            salt: self.salt,
            luck: Some(false),
            ..Run::default()
        };
        let arm = Arm::only(lineup, &self.choice)?;
        let draft = Draft::new(Question::Match(Contest::default()), vec![arm], &run)?;
        // Only their moves matter here, not what they are called.
        draft.complete(|_, _| Ok(BTreeMap::new()))
    }
}
