//! Exploration of a grid: a first look at settings spread over it, then rounds in which a model of each quantity picks the
//! next settings.

use std::collections::BTreeMap;
use std::io::Write;

use goldrush_engine::rng::{choose, tool_stream};
use goldrush_harness::study::factor::Factor;
use goldrush_support::stats::gaussian_process::GaussianProcess;

use super::grid::{Grid, Levels, level_position};
use super::measurement::{Sample, Samples, add};
use super::objective::Objective;

/// Settings of the first look.
const FIRST: usize = 24;
/// Rounds in which the models pick settings, and the settings of a round.
const ROUNDS: usize = 5;
const PICKED: usize = 8;
/// Settings that get a second look.
const SECOND: usize = 8;
/// Looks of an exploration, each at one setting.
pub const LOOKS: usize = FIRST + ROUNDS * PICKED + SECOND;
/// Most settings that the models are asked about in a round.
const CANDIDATES: usize = 5000;

/// Plays settings for an exploration. Recorded results can stand in for games.
pub trait SampleSource {
    /// Plays settings on the same deals, which no other look has; returns their samples in order.
    ///
    /// # Errors
    /// Fails if a setting cannot be played.
    fn look(&mut self, settings: &[Levels], look: u64, deals: u64) -> anyhow::Result<Vec<Samples>>;
}

/// Models by number of players, then by goal.
pub type Models = Vec<Vec<GaussianProcess>>;

/// Mean and standard deviation that the models predict, by number of players, then by goal.
pub type Predictions = Vec<Vec<(f64, f64)>>;

/// An exploration.
pub struct Exploration<'a> {
    /// Settings to choose from.
    pub grid: &'a Grid,
    /// Goals with their cost.
    pub objective: &'a Objective<'a>,
    /// Seed of the settings drawn at random.
    pub seed: u64,
    /// Deals of a look.
    pub deals: u64,
}

/// Result of an exploration.
pub struct Explored {
    /// Settings played, best first by the models.
    pub ranked: Vec<Levels>,
    /// Samples of each setting played.
    pub samples: BTreeMap<Levels, Samples>,
    /// Models of all quantities.
    pub models: Models,
}

/// Settings played so far.
#[derive(Default)]
struct Seen {
    looks: BTreeMap<Levels, u64>,
    samples: BTreeMap<Levels, Samples>,
}

impl Exploration<'_> {
    /// Explores the grid in [`LOOKS`] looks, or fewer if the grid is small. Says on `out` how it goes.
    ///
    /// # Errors
    /// Fails if a setting cannot be played or `out` not be written.
    pub fn run(
        &self,
        source: &mut dyn SampleSource,
        out: &mut dyn Write,
    ) -> anyhow::Result<Explored> {
        let mut seen = Seen::default();
        self.play(self.spread(), &mut seen, source)?;
        for round in 1..=ROUNDS {
            let models = self.models(&seen);
            let best = self.grid.text(&self.ranked(&models, &seen)[0]);
            let settings = seen.samples.len();
            writeln!(
                out,
                "{settings} settings played; round {round} of {ROUNDS}; best so far: {best}"
            )?;
            out.flush()?;
            let picked = self.pick(&models, &seen, round);
            if picked.is_empty() {
                break;
            }
            self.play(picked, &mut seen, source)?;
        }
        let second = self
            .ranked(&self.models(&seen), &seen)
            .into_iter()
            .take(SECOND)
            .collect();
        self.play(second, &mut seen, source)?;
        let models = self.models(&seen);
        Ok(Explored {
            ranked: self.ranked(&models, &seen),
            samples: seen.samples,
            models,
        })
    }

    /// Plays a look of each setting; settings with equally many looks share their deals.
    fn play(
        &self,
        settings: Vec<Levels>,
        seen: &mut Seen,
        source: &mut dyn SampleSource,
    ) -> anyhow::Result<()> {
        let mut by_look: BTreeMap<u64, Vec<Levels>> = BTreeMap::new();
        for levels in settings {
            by_look
                .entry(seen.looks.get(&levels).copied().unwrap_or_default())
                .or_default()
                .push(levels);
        }
        for (look, settings) in by_look {
            let samples = source.look(&settings, look, self.deals)?;
            for (levels, new) in settings.into_iter().zip(samples) {
                *seen.looks.entry(levels.clone()).or_default() += 1;
                seen.samples
                    .entry(levels)
                    .and_modify(|samples| add(samples, &new))
                    .or_insert(new);
            }
        }
        Ok(())
    }

    /// Returns distinct settings spread over the grid, the first and the last of it among them.
    fn spread(&self) -> Vec<Levels> {
        let all = self.grid.settings().expect("the grid was checked");
        let mut numbers = vec![0, all - 1];
        let mut rng = tool_stream(self.seed);
        if all <= FIRST {
            numbers = (0..all).collect();
        }
        while numbers.len() < FIRST.min(all) {
            let number = choose(&mut rng, all as u32) as usize;
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
            .into_iter()
            .map(|number| self.grid.levels(number))
            .collect()
    }

    /// Fits a model to each quantity with each number of players.
    fn models(&self, seen: &Seen) -> Models {
        let positions: Vec<Vec<f64>> = seen
            .samples
            .keys()
            .map(|levels| self.grid.position(levels))
            .collect();
        let mut models = Vec::new();
        for (players, goals) in self.objective.goals.iter().enumerate() {
            let mut of_players = Vec::new();
            for (index, goal) in goals.iter().enumerate() {
                let samples = seen.samples.values();
                let samples: Vec<Sample> = samples.map(|by| by[players][index]).collect();
                let values: Vec<f64> = samples.iter().map(Sample::mean).collect();
                // A sample without variation still has some noise.
                let least = goal.quantity.unit();
                let noise: Vec<f64> = samples
                    .iter()
                    .map(|sample| sample.noise().max(least * least / 100.0))
                    .collect();
                of_players.push(GaussianProcess::fit(&positions, &values, &noise));
            }
            models.push(of_players);
        }
        models
    }

    /// Returns what the models predict for a setting.
    pub fn predictions(&self, models: &Models, levels: &[usize]) -> Predictions {
        let position = self.grid.position(levels);
        models
            .iter()
            .map(|goals| goals.iter().map(|model| model.predict(&position)).collect())
            .collect()
    }

    /// Returns the predicted cost, with every quantity up to this many standard deviations nearer to its goal.
    fn predicted(&self, predictions: &Predictions, optimism: f64) -> f64 {
        self.objective.cost_of(&|players, goal| {
            let (mean, sd) = predictions[players][goal];
            self.objective.goals[players][goal].nearest(mean - optimism * sd, mean + optimism * sd)
        })
    }

    /// Picks settings that were not played yet: those that could be best if the models' errors are larger and larger.
    fn pick(&self, models: &Models, seen: &Seen, round: usize) -> Vec<Levels> {
        // A sum, as in the searches of `results/design`: it draws settings to look at, and deals no games.
        let candidates = self.grid.some(CANDIDATES, self.seed + round as u64);
        let mut new: Vec<(Levels, Predictions)> = candidates
            .into_iter()
            .filter(|levels| !seen.samples.contains_key(levels))
            .map(|levels| (levels.clone(), self.predictions(models, &levels)))
            .collect();
        let mut picked: Vec<Levels> = Vec::new();
        for nth in 0..PICKED {
            let costs = new
                .iter()
                .map(|(_, predictions)| self.predicted(predictions, 0.4 * nth as f64))
                .enumerate();
            let Some((best, _)) = costs.min_by(|(_, one), (_, other)| one.total_cmp(other)) else {
                break;
            };
            let best = new[best].0.clone();
            new.retain(|(levels, _)| *levels != best);
            picked.push(best);
        }
        picked
    }

    /// Returns the settings played so far, best first by the models.
    fn ranked(&self, models: &Models, seen: &Seen) -> Vec<Levels> {
        let mut all: Vec<(f64, &Levels)> = seen
            .samples
            .keys()
            .map(|levels| {
                (
                    self.predicted(&self.predictions(models, levels), 0.0),
                    levels,
                )
            })
            .collect();
        all.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        all.into_iter().map(|(_, levels)| levels.clone()).collect()
    }

    /// Returns what each level of each factor changes: its predicted mean over all levels of the other factors, minus the same
    /// mean over all levels of the factor.
    pub fn effects(&self, models: &Models) -> Vec<Vec<Predictions>> {
        let factors = self.grid.factors();
        let mut effects = Vec::new();
        for (factor, Factor { levels, .. }) in factors.iter().enumerate() {
            let mut of_factor = Vec::new();
            for level in 0..levels.len() {
                let mut axes: Vec<Vec<(f64, f64)>> = factors.iter().map(mean_of_levels).collect();
                for (at, (_, weight)) in axes[factor].iter_mut().enumerate() {
                    *weight = f64::from(u8::from(at == level)) - *weight;
                }
                let of_level = models
                    .iter()
                    .map(|goals| goals.iter().map(|model| model.predict_sum(&axes)).collect())
                    .collect();
                of_factor.push(of_level);
            }
            effects.push(of_factor);
        }
        effects
    }
}

/// Returns the positions of the levels of a factor, each with the same weight.
fn mean_of_levels(factor: &Factor) -> Vec<(f64, f64)> {
    let count = factor.levels.len();
    (0..count)
        .map(|level| (level_position(level, count), 1.0 / count as f64))
        .collect()
}

#[cfg(test)]
mod tests {
    use goldrush_games::{Choice, GameName};

    use super::*;
    use crate::design::goal::Goal;

    /// Leads that grow with the distance from a setting, with some noise.
    struct Bowl;

    impl SampleSource for Bowl {
        fn look(
            &mut self,
            settings: &[Levels],
            look: u64,
            deals: u64,
        ) -> anyhow::Result<Vec<Samples>> {
            let lead = |levels: &Levels| {
                let squares = levels
                    .iter()
                    .zip([5.0, 2.0, 9.0])
                    .map(|(level, best)| (*level as f64 - best).powi(2));
                20.0 + squares.sum::<f64>()
                    + 0.1 * (levels.iter().sum::<usize>() % 3) as f64
                    + 0.1 * look as f64
            };
            let sample = |mean: f64| Sample {
                deals,
                sum: deals as f64 * mean,
                squares: deals as f64 * (mean * mean + 1.0),
            };
            Ok(settings
                .iter()
                .map(|levels| vec![vec![sample(lead(levels))]])
                .collect())
        }
    }

    #[test]
    fn the_best_setting_is_found_in_a_few_looks() {
        let game = GameName::GoldRush;
        let vary = ["cowboys=1..7", "tents=0..3", "komi=0..15"].map(String::from);
        let grid = Grid::parse(&vary, &Choice::printed(game), &[2]).unwrap();
        let goals = [Goal::parse_list("lead=min", game).unwrap()];
        let objective = Objective { goals: &goals };
        let exploration = Exploration {
            grid: &grid,
            objective: &objective,
            seed: 1,
            deals: 50,
        };
        let explored = exploration.run(&mut Bowl, &mut std::io::sink()).unwrap();
        assert!(explored.samples.len() < 70 && grid.settings() == Some(448));
        assert_eq!(explored.ranked[0], [5, 2, 9], "{:?}", &explored.ranked[..3]);
        // The intervals hold what each number of tents changes: a square, minus the mean of all four.
        let effects = exploration.effects(&explored.models);
        let of_tents: Vec<(f64, f64)> = effects[1].iter().map(|of_level| of_level[0][0]).collect();
        for (level, (change, sd)) in of_tents.iter().enumerate() {
            let expected = (level as f64 - 2.0).powi(2) - 1.5;
            assert!(
                (change - expected).abs() < 1.96 * sd && *sd < 0.6,
                "{of_tents:?}"
            );
        }
        let sum: f64 = of_tents.iter().map(|(change, _)| change).sum();
        assert!(sum.abs() < 1e-9, "{of_tents:?}");
    }
}
