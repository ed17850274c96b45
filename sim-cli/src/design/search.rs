//! The search itself: a first look at settings spread over the grid, rounds in which a model of each quantity picks the next
//! settings, and a confirmation of the best ones on other deals.

use std::collections::BTreeMap;
use std::io::Write;

use goldrush_engine::rng::{choose, tool_stream};
use rayon::ThreadPool;

use super::goal::Goal;
use super::grid::{Grid, Levels};
use super::measurement::{Measurer, Played, Sample, Samples};
use super::record::Store;
use crate::games::Choice;
use crate::stats::gaussian_process::GaussianProcess;
use crate::stats::interval::MIN_BLOCKS;
use crate::study::{LIMIT, Retuning};

/// Settings of the first look.
const FIRST: usize = 24;
/// Rounds in which the models pick settings, and the settings of a round.
const ROUNDS: usize = 5;
const PICKED: usize = 8;
/// Settings that get a second look.
const SECOND: usize = 8;
/// Settings that are confirmed.
const FINALISTS: usize = 4;
/// Most settings that the models are asked about in a round.
const CANDIDATES: usize = 5000;
/// Parts of the games for the search, for confirming the best settings, and for confirming the very best beside the rules as given.
const SHARES: [f64; 3] = [0.5, 0.2, 0.3];
/// Distance between the seeds of deals that have nothing to do with each other. Bots are retuned at this distance from the seed
/// of the search.
const OTHER_DEALS: u64 = 1_000_003;

/// Retunes the stronger bot for a game and a number of players; `None` if that gains nothing.
pub type Retune<'a> = &'a dyn Fn(&Choice, usize) -> anyhow::Result<Option<Retuning>>;

/// A search.
pub struct Search<'a> {
    /// Rules that may vary.
    pub grid: &'a Grid,
    /// Game and options that stay.
    pub choice: &'a Choice,
    /// Goals, by number of players.
    pub goals: &'a [Vec<Goal>],
    /// Numbers of players.
    pub players: &'a [usize],
    /// Weaker and stronger bot.
    pub agents: [&'a str; 2],
    /// Number of games of the whole search.
    pub games: u64,
    /// Seed of the deals.
    pub seed: u64,
    /// Retunes the stronger bot for the settings that are confirmed, if wanted.
    pub retune: Option<Retune<'a>>,
    /// Threads that play.
    pub pool: &'a ThreadPool,
}

/// Result of a search.
pub struct Found {
    /// The rules as given, played on the deals of the last confirmation.
    pub as_given: Samples,
    /// The best setting, played on the same deals.
    pub best: Confirmed,
    /// The other settings that were confirmed, best first, on the deals of the first confirmation.
    pub others: Vec<Confirmed>,
    /// Predicted quantities by factor, level, number of players and goal: means over the levels of the other factors.
    pub effects: Vec<Vec<Vec<Vec<f64>>>>,
    /// Number of settings played.
    pub settings: usize,
    /// Number of games of the search and the confirmations, without those of retuning.
    pub games: u64,
}

/// A setting that was confirmed.
pub struct Confirmed {
    /// The setting.
    pub levels: Levels,
    /// Values in the search, in which it was chosen.
    pub searched: Samples,
    /// Values on other deals.
    pub samples: Samples,
    /// The stronger bot retuned, by number of players, where that gained something.
    pub retuned: Vec<Option<Retuning>>,
}

/// Games of one setting.
#[derive(Clone, Default)]
struct Seen {
    looks: u64,
    samples: Samples,
}

impl Search<'_> {
    /// Searches, with what the record holds already. Says on `out` how it goes.
    ///
    /// # Errors
    /// Fails if a setting cannot be played or the record not be written.
    pub fn run(&self, store: &mut Store, out: &mut dyn Write) -> anyhow::Result<Found> {
        let measurer = Measurer {
            quantities: self.goals[0].iter().map(|goal| goal.quantity).collect(),
            players: self.players,
            weaker: self.agents[0],
            pool: self.pool,
        };
        let per_deal = measurer.games_per_deal();
        let looks = (FIRST + ROUNDS * PICKED + SECOND) as f64;
        let deals = |games: f64| ((games / per_deal as f64) as u64).max(MIN_BLOCKS);
        let [searching, confirming, last] = SHARES.map(|share| share * self.games as f64);
        let look = deals(searching / looks);
        let mut run = Running { search: self, measurer, store, look, seen: BTreeMap::new(), games: 0 };
        let all = self.grid.settings().expect("the grid was checked");
        run.play(self.spread(all))?;
        for round in 1..=ROUNDS {
            let models = run.models();
            run.report(&models, round, out)?;
            let picked = run.pick(&models, round);
            if picked.is_empty() {
                break;
            }
            run.play(picked)?;
        }
        let second = run.ranked(&run.models()).into_iter().take(SECOND).collect();
        run.play(second)?;
        let models = run.models();
        let finalists: Vec<Levels> = run.ranked(&models).into_iter().take(FINALISTS).collect();
        writeln!(out, "Confirming the best {} settings on other deals.", finalists.len())?;
        let first = deals(confirming / finalists.len() as f64);
        let mut others = run.confirm(&finalists, "confirm", 2, first)?.0;
        others.sort_by(|one, other| self.cost(&one.samples).total_cmp(&self.cost(&other.samples)));
        let winner = others.remove(0).levels;
        let (mut best, as_given) = run.confirm(&[winner], "last", 3, deals(last / 2.0))?;
        Ok(Found {
            as_given: as_given.expect("the last confirmation has them"),
            best: best.remove(0),
            others,
            effects: self.effects(&models),
            settings: run.seen.len(),
            games: run.games,
        })
    }

    /// Returns distinct settings spread over the grid, the first and the last of it among them.
    fn spread(&self, all: usize) -> Vec<Levels> {
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
        numbers.into_iter().map(|number| self.grid.levels(number)).collect()
    }

    /// Returns the cost of samples, summed over goals and numbers of players.
    fn cost(&self, samples: &Samples) -> f64 {
        self.cost_of(&|players, goal| samples[players][goal].mean())
    }

    fn cost_of(&self, value: &dyn Fn(usize, usize) -> f64) -> f64 {
        (0..self.players.len())
            .flat_map(|players| (0..self.goals[players].len()).map(move |goal| (players, goal)))
            .map(|(players, goal)| self.goals[players][goal].cost(value(players, goal)))
            .sum()
    }

    /// Returns the predicted quantities by factor and level: means over the levels of the other factors, or over many of them.
    fn effects(&self, models: &Models) -> Vec<Vec<Vec<Vec<f64>>>> {
        let settings = self.grid.some(CANDIDATES, self.seed);
        let mean = |factor: usize, level: usize, players: usize, goal: usize| {
            let mut sum = 0.0;
            for setting in &settings {
                let mut levels = setting.clone();
                levels[factor] = level;
                sum += models[players][goal].predict(&self.grid.position(&levels)).0;
            }
            sum / settings.len() as f64
        };
        let of_level = |factor, level| -> Vec<Vec<f64>> {
            (0..self.players.len())
                .map(|players| (0..self.goals[players].len()).map(|goal| mean(factor, level, players, goal)).collect())
                .collect()
        };
        let factors = self.grid.factors().iter().enumerate();
        factors.map(|(at, factor)| (0..factor.levels.len()).map(|level| of_level(at, level)).collect()).collect()
    }
}

/// Models by number of players, then by goal.
type Models = Vec<Vec<GaussianProcess>>;

/// A search in progress.
struct Running<'s, 'a> {
    search: &'s Search<'a>,
    measurer: Measurer<'s>,
    store: &'s mut Store,
    /// Deals of a look.
    look: u64,
    seen: BTreeMap<Levels, Seen>,
    games: u64,
}

impl Running<'_, '_> {
    /// Plays a look of each setting; settings with equally many looks share their deals.
    fn play(&mut self, settings: Vec<Levels>) -> anyhow::Result<()> {
        let looks = |running: &Self, levels: &Levels| running.seen.get(levels).map_or(0, |seen| seen.looks);
        let mut by_look: BTreeMap<u64, Vec<Levels>> = BTreeMap::new();
        for levels in settings {
            by_look.entry(looks(self, &levels)).or_default().push(levels);
        }
        for (look, settings) in by_look {
            let usual = vec![self.search.agents[1].to_owned(); self.search.players.len()];
            let all = settings
                .iter()
                .map(|levels| {
                    let choice = self.search.grid.choice(self.search.choice, levels)?;
                    let name = format!("look {look}: {}", self.search.grid.text(levels));
                    Ok((name, Played { choice, stronger: usual.clone() }))
                })
                .collect::<anyhow::Result<Vec<_>>>()?;
            let samples = self.measured(all, (self.search.seed + look) % LIMIT, self.look)?;
            for (levels, samples) in settings.into_iter().zip(samples) {
                let seen = self.seen.entry(levels).or_default();
                seen.looks += 1;
                match seen.samples.is_empty() {
                    true => seen.samples = samples,
                    false => add(&mut seen.samples, &samples),
                }
            }
        }
        Ok(())
    }

    /// Returns the samples of settings with their names; plays those that the record lacks.
    fn measured(&mut self, all: Vec<(String, Played)>, seed: u64, deals: u64) -> anyhow::Result<Vec<Samples>> {
        self.games += all.len() as u64 * deals * self.measurer.games_per_deal();
        let names: Vec<String> = all.iter().map(|(name, _)| name.clone()).collect();
        let (missing, settings): (Vec<_>, Vec<_>) =
            all.into_iter().filter(|(name, _)| self.store.samples(name).is_none()).unzip();
        if !missing.is_empty() {
            let samples = self.measurer.measure(&settings, seed, deals)?;
            self.store.keep(missing.into_iter().zip(samples).collect())?;
        }
        Ok(names.iter().map(|name| self.store.samples(name).expect("it was just kept").clone()).collect())
    }

    /// Fits a model to each quantity with each number of players.
    fn models(&self) -> Models {
        let positions: Vec<Vec<f64>> = self.seen.keys().map(|levels| self.search.grid.position(levels)).collect();
        let model = |players: usize, goal: usize| {
            let samples: Vec<Sample> = self.seen.values().map(|seen| seen.samples[players][goal]).collect();
            let values: Vec<f64> = samples.iter().map(Sample::mean).collect();
            // A sample without variation still has some noise.
            let least = self.search.goals[players][goal].quantity.unit();
            let noise: Vec<f64> = samples.iter().map(|sample| sample.noise().max(least * least / 100.0)).collect();
            GaussianProcess::fit(&positions, &values, &noise)
        };
        let (players, goals) = (self.search.players.len(), self.search.goals[0].len());
        (0..players).map(|players| (0..goals).map(|goal| model(players, goal)).collect()).collect()
    }

    /// Returns the cost that the models predict, with every quantity up to this many standard deviations nearer to its goal.
    fn predicted(&self, models: &Models, levels: &[usize], optimism: f64) -> f64 {
        let position = self.search.grid.position(levels);
        self.search.cost_of(&|players, goal| {
            let (mean, sd) = models[players][goal].predict(&position);
            self.search.goals[players][goal].nearest(mean - optimism * sd, mean + optimism * sd)
        })
    }

    /// Picks settings that were not played yet: those that could be best if the models' errors are larger and larger.
    fn pick(&self, models: &Models, round: usize) -> Vec<Levels> {
        let candidates = self.search.grid.some(CANDIDATES, self.search.seed + round as u64);
        let mut picked: Vec<Levels> = Vec::new();
        for nth in 0..PICKED {
            let optimism = 0.4 * nth as f64;
            let new = candidates.iter().filter(|levels| !self.seen.contains_key(*levels) && !picked.contains(levels));
            let cost = |levels: &&Levels| self.predicted(models, levels, optimism);
            let best = new.map(|levels| (cost(&levels), levels)).min_by(|(one, _), (other, _)| one.total_cmp(other));
            picked.extend(best.map(|(_, levels)| levels.clone()));
        }
        picked
    }

    /// Returns the settings played so far, best first by the models.
    fn ranked(&self, models: &Models) -> Vec<Levels> {
        let mut all: Vec<(f64, &Levels)> =
            self.seen.keys().map(|levels| (self.predicted(models, levels, 0.0), levels)).collect();
        all.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        all.into_iter().map(|(_, levels)| levels.clone()).collect()
    }

    fn report(&self, models: &Models, round: usize, out: &mut dyn Write) -> anyhow::Result<()> {
        let ranked = self.ranked(models);
        let best = self.search.grid.text(&ranked[0]);
        writeln!(out, "{} settings played; round {round} of {ROUNDS}; best so far: {best}", self.seen.len())?;
        Ok(out.flush()?)
    }

    /// Plays settings on new deals, by bots retuned for them; the last time also the rules as given.
    fn confirm(
        &mut self,
        settings: &[Levels],
        stage: &str,
        other: u64,
        deals: u64,
    ) -> anyhow::Result<(Vec<Confirmed>, Option<Samples>)> {
        let mut all = Vec::new();
        let mut retuned = Vec::new();
        for levels in settings {
            let choice = self.search.grid.choice(self.search.choice, levels)?;
            let bots = self.retuned(&choice, &self.search.grid.text(levels))?;
            all.push((format!("{stage}: {}", self.search.grid.text(levels)), self.played(choice, &bots)));
            retuned.push(bots);
        }
        let is_last = stage == "last";
        if is_last {
            let bots = self.retuned(self.search.choice, "as given")?;
            all.push((format!("{stage}: as given"), self.played(self.search.choice.clone(), &bots)));
        }
        let mut samples = self.measured(all, (self.search.seed + other * OTHER_DEALS) % LIMIT, deals)?;
        let as_given = if is_last { samples.pop() } else { None };
        let confirmed = settings.iter().zip(samples).zip(retuned).map(|((levels, samples), retuned)| Confirmed {
            levels: levels.clone(),
            searched: self.seen[levels].samples.clone(),
            samples,
            retuned,
        });
        Ok((confirmed.collect(), as_given))
    }

    /// Returns the stronger bot retuned for a game, by number of players.
    fn retuned(&mut self, choice: &Choice, name: &str) -> anyhow::Result<Vec<Option<Retuning>>> {
        let Some(retune) = self.search.retune else { return Ok(vec![None; self.search.players.len()]) };
        let of =
            |&players: &usize| self.store.retuned(&format!("{name}, {players} players"), || retune(choice, players));
        self.search.players.iter().map(of).collect()
    }

    fn played(&self, choice: Choice, retuned: &[Option<Retuning>]) -> Played {
        let bot = |retuned: &Option<Retuning>| {
            retuned.as_ref().map_or_else(|| self.search.agents[1].to_owned(), |retuning| retuning.agent.clone())
        };
        Played { choice, stronger: retuned.iter().map(bot).collect() }
    }
}

/// Adds samples to those of earlier deals.
fn add(to: &mut Samples, more: &Samples) {
    for (to, more) in to.iter_mut().flatten().zip(more.iter().flatten()) {
        to.add(more);
    }
}
