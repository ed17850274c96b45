//! The search itself: an exploration of the grid, and a confirmation of the best settings on other deals.

use std::io::Write;
use std::time::{Duration, Instant};

use goldrush_engine::rng::SEEDS;
use goldrush_games::Choice;
use goldrush_harness::study::Retuning;
use goldrush_support::duration::duration;
use goldrush_support::stats::interval::MIN_BLOCKS;
use rayon::ThreadPool;

use super::exploration::{Exploration, Explored, LOOKS, Predictions, SampleSource};
use super::front::{TradeOff, front};
use super::goal::Goal;
use super::grid::{Grid, Levels};
use super::measurement::{Measurer, Played, Samples};
use super::objective::Objective;
use super::readings::Readings;
use super::record::Store;

/// Settings that are confirmed.
pub const FINALISTS: usize = 4;
/// Parts of the games for the search, for confirming the best settings, and for confirming the very best beside the rules as given.
const SHARES: [f64; 3] = [0.5, 0.2, 0.3];
/// Distance between the seeds of deals that have nothing to do with each other. Bots are retuned at this distance from the seed
/// of the search.
const OTHER_DEALS: u64 = 1_000_003;

/// The rules as given are played in the search as long as this many looks at a setting.
const NOW_LOOKS: u64 = 4;
/// A search that takes less is over before one has read how long it takes.
const MOMENT: Duration = Duration::from_secs(5);

/// Retunes the heuristic for a game and a number of players; `None` if that gains nothing.
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
    /// Quantities measured for the goals.
    pub readings: &'a Readings,
    /// The bot that plays against itself.
    pub strongest: &'a str,
    /// Number of games of the whole search.
    pub games: u64,
    /// Seed of the deals.
    pub seed: u64,
    /// Retunes the bots for the settings that are confirmed, if wanted.
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
    /// Settings played in the search that no other beats in all goals, lowest cost first.
    pub front: Vec<TradeOff>,
    /// The goals by which settings were compared, by number of players: with values in place of `now`.
    pub goals: Vec<Vec<Goal>>,
    /// By number of players, then by goal: the value nearest to the goal in the search, of all settings played.
    pub nearest: Samples,
    /// Predicted changes by factor and level: from the mean over the levels of the factor, averaged over those of the others.
    pub effects: Vec<Vec<Predictions>>,
    /// Number of settings played.
    pub settings: usize,
    /// Number of games of the search and the confirmations, without those of retuning.
    pub games: u64,
}

/// A setting that was confirmed.
pub struct Confirmed {
    /// The setting.
    pub levels: Levels,
    /// Values of the goals in the search, in which it was chosen.
    pub searched: Samples,
    /// All that was measured on other deals.
    pub samples: Samples,
    /// The heuristic retuned, by number of players, where that gained something.
    pub retuned: Vec<Option<Retuning>>,
}

impl Search<'_> {
    /// Searches, with what the record holds already. Says on `out` how it goes.
    ///
    /// # Errors
    /// Fails if a setting cannot be played or the record not be written.
    pub fn run(&self, store: &mut Store, out: &mut dyn Write) -> anyhow::Result<Found> {
        let measurer = Measurer {
            quantities: &self.readings.measured,
            players: self.players,
            strongest: self.strongest,
            pool: self.pool,
        };
        let per_deal = measurer.games_per_deal();
        let [searching, confirming, last] = SHARES.map(|share| share * self.games as f64);
        let look = deals(searching / LOOKS as f64, per_deal);
        let mut run = Running {
            search: self,
            measurer,
            store,
            games: 0,
            has_told: false,
        };
        let goals = run.goals(look)?;
        let objective = Objective { goals: &goals };
        let exploration = Exploration {
            grid: self.grid,
            objective: &objective,
            seed: self.seed,
            deals: look,
        };
        let explored = exploration.run(&mut run, out)?;
        let finalists: Vec<Levels> = explored.ranked.iter().take(FINALISTS).cloned().collect();
        writeln!(
            out,
            "Confirming the best {} settings on other deals.",
            finalists.len()
        )?;
        let first = deals(confirming / finalists.len() as f64, per_deal);
        let mut others = run.confirm(&finalists, &explored, "confirm", 2, first)?.0;
        others.sort_by(|one, other| {
            let [one, other] = [one, other]
                .map(|confirmed| objective.cost(&self.readings.by_goal(&confirmed.samples)));
            one.total_cmp(&other)
        });
        let winner = others.remove(0).levels;
        let (mut best, as_given) =
            run.confirm(&[winner], &explored, "last", 3, deals(last / 2.0, per_deal))?;
        let played = explored
            .ranked
            .iter()
            .map(|levels| TradeOff {
                levels: levels.clone(),
                predictions: exploration.predictions(&explored.models, levels),
            })
            .collect();
        Ok(Found {
            as_given: as_given.expect("the last confirmation has them"),
            best: best.remove(0),
            others,
            front: front(&objective, played),
            effects: exploration.effects(&explored.models),
            nearest: nearest(&goals, &explored),
            settings: explored.samples.len(),
            games: run.games,
            goals,
        })
    }
}

/// Returns the number of deals for these games, but enough for an interval.
fn deals(games: f64, games_per_deal: u64) -> u64 {
    ((games / games_per_deal as f64) as u64).max(MIN_BLOCKS)
}

/// Returns the value nearest to each goal of all settings played, by number of players.
fn nearest(goals: &[Vec<Goal>], explored: &Explored) -> Samples {
    let mut nearest = Vec::new();
    for (players, goals) in goals.iter().enumerate() {
        let mut of_players = Vec::new();
        for (number, goal) in goals.iter().enumerate() {
            let samples = explored.samples.values().map(|by| by[players][number]);
            let one = samples.min_by(|one, other| {
                goal.distance(one.mean())
                    .total_cmp(&goal.distance(other.mean()))
            });
            of_players.push(one.expect("a search plays at least one setting"));
        }
        nearest.push(of_players);
    }
    nearest
}

/// A search in progress.
struct Running<'s, 'a> {
    search: &'s Search<'a>,
    measurer: Measurer<'s>,
    store: &'s mut Store,
    games: u64,
    /// True once it is told how long the games take.
    has_told: bool,
}

impl SampleSource for Running<'_, '_> {
    fn look(&mut self, settings: &[Levels], look: u64, deals: u64) -> anyhow::Result<Vec<Samples>> {
        let usual = vec![None; self.search.players.len()];
        let all = settings
            .iter()
            .map(|levels| {
                let choice = self.search.grid.choice(self.search.choice, levels)?;
                let name = format!("look {look}: {}", self.search.grid.text(levels));
                Ok((
                    name,
                    Played {
                        choice,
                        retuned: usual.clone(),
                    },
                ))
            })
            .collect::<anyhow::Result<Vec<_>>>()?;
        // A sum, as in the searches of `results/design`. A search with a neighboring seed may look at the same deals, but it compares
        // settings only among themselves, and it confirms them on the deals of seeds a million further on.
        let samples = self.measured(all, (self.search.seed + look) % SEEDS, deals)?;
        Ok(samples
            .iter()
            .map(|samples| self.search.readings.by_goal(samples))
            .collect())
    }
}

impl Running<'_, '_> {
    /// Returns the goals of the search; plays the rules as given if one compares with them, longer than one of many settings.
    fn goals(&mut self, look: u64) -> anyhow::Result<Vec<Vec<Goal>>> {
        let goals = self.search.goals;
        if !goals.iter().flatten().any(Goal::is_relative) {
            return Ok(goals.to_vec());
        }
        let as_given = Played {
            choice: self.search.choice.clone(),
            retuned: vec![None; self.search.players.len()],
        };
        let all = vec![("now: as given".to_owned(), as_given)];
        let samples = self.measured(all, self.search.seed, NOW_LOOKS * look)?;
        let now = self.search.readings.by_goal(&samples[0]);
        let mut with_now = Vec::new();
        for (goals, now) in goals.iter().zip(&now) {
            let goals = goals.iter().zip(now);
            with_now.push(goals.map(|(goal, now)| goal.with_now(now.mean())).collect());
        }
        Ok(with_now)
    }

    /// Returns the samples of settings with their names; plays those that the record lacks.
    fn measured(
        &mut self,
        all: Vec<(String, Played)>,
        seed: u64,
        deals: u64,
    ) -> anyhow::Result<Vec<Samples>> {
        self.games += all.len() as u64 * deals * self.measurer.games_per_deal();
        let names: Vec<String> = all.iter().map(|(name, _)| name.clone()).collect();
        let mut missing = Vec::new();
        let mut settings = Vec::new();
        for (index, (name, played)) in all.into_iter().enumerate() {
            if self.store.is_mine(index) && self.store.samples(&name).is_none() {
                missing.push(name);
                settings.push(played);
            }
        }
        if !missing.is_empty() {
            let began = Instant::now();
            let samples = self.measurer.measure(&settings, seed, deals)?;
            let played = settings.len() as u64 * deals * self.measurer.games_per_deal();
            self.tell_time(began.elapsed(), played);
            self.store
                .keep(missing.into_iter().zip(samples).collect())?;
        }
        self.store
            .complete_step(|store| names.iter().all(|name| store.samples(name).is_some()))?;
        names.iter().map(|name| self.kept(name, deals)).collect()
    }

    /// Says once how long the games of the whole search take, if that is more than a moment; `games` took this long.
    fn tell_time(&mut self, took: Duration, games: u64) {
        let all = took.mul_f64(self.search.games as f64 / games as f64);
        if !self.has_told && all > MOMENT {
            let more = match self.search.retune {
                Some(_) => "; retuning the bots comes on top",
                None => "",
            };
            eprintln!(
                "The games of this search take about {}{more}.",
                duration(all)
            );
        }
        self.has_told = true;
    }

    /// Returns the samples of this name, each of this many deals.
    fn kept(&self, name: &str, deals: u64) -> anyhow::Result<Samples> {
        let samples = self
            .store
            .samples(name)
            .expect("missing ones were just played");
        if samples.iter().flatten().all(|sample| sample.deals == deals) {
            Ok(samples.clone())
        } else {
            Err(self
                .store
                .wrong(&format!("\"{name}\" is not of {deals} deals")))
        }
    }

    /// Plays settings on new deals, by bots retuned for them; the last time also the rules as given.
    fn confirm(
        &mut self,
        settings: &[Levels],
        explored: &Explored,
        stage: &str,
        other: u64,
        deals: u64,
    ) -> anyhow::Result<(Vec<Confirmed>, Option<Samples>)> {
        let mut games = Vec::new();
        for levels in settings {
            let choice = self.search.grid.choice(self.search.choice, levels)?;
            games.push((self.search.grid.text(levels), choice));
        }
        let is_last = stage == "last";
        if is_last {
            games.push(("as given".to_owned(), self.search.choice.clone()));
        }
        let retuned = self.retuned(&games)?;
        let mut all = Vec::new();
        for ((name, choice), bots) in games.into_iter().zip(&retuned) {
            let played = Played {
                choice,
                retuned: names(bots),
            };
            all.push((format!("{stage}: {name}"), played));
        }
        let mut samples =
            self.measured(all, (self.search.seed + other * OTHER_DEALS) % SEEDS, deals)?;
        let as_given = if is_last { samples.pop() } else { None };
        let confirmed =
            settings
                .iter()
                .zip(samples)
                .zip(retuned)
                .map(|((levels, samples), retuned)| Confirmed {
                    levels: levels.clone(),
                    searched: explored.samples[levels].clone(),
                    samples,
                    retuned,
                });
        Ok((confirmed.collect(), as_given))
    }

    /// Returns the heuristic retuned for games, each with its name, by number of players.
    fn retuned(
        &mut self,
        games: &[(String, Choice)],
    ) -> anyhow::Result<Vec<Vec<Option<Retuning>>>> {
        let players = self.search.players;
        let Some(retune) = self.search.retune else {
            return Ok(vec![vec![None; players.len()]; games.len()]);
        };
        let mut names = Vec::new();
        let all = games.len() * players.len();
        for (name, choice) in games {
            for &players in players {
                let name = format!("{name}, {players} players");
                if self.store.is_mine(names.len()) && self.store.retuned(&name).is_none() {
                    eprintln!("retuning {} of {all}: {name}", names.len() + 1);
                    self.store.keep_retuned(&name, retune(choice, players)?)?;
                }
                names.push(name);
            }
        }
        self.store
            .complete_step(|store| names.iter().all(|name| store.retuned(name).is_some()))?;
        let mut retuned = Vec::new();
        for of_game in names.chunks(players.len()) {
            let bots = of_game
                .iter()
                .map(|name| self.store.retuned(name).cloned().flatten());
            retuned.push(bots.collect());
        }
        Ok(retuned)
    }
}

/// Returns the names of retuned bots.
fn names(retuned: &[Option<Retuning>]) -> Vec<Option<String>> {
    retuned
        .iter()
        .map(|retuning| Some(retuning.as_ref()?.agent.clone()))
        .collect()
}
