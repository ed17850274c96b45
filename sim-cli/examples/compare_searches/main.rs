//! Compares ways to search for rules on recorded results: `compare_searches FOLDER [REPETITIONS]` prints a CSV row for each
//! grid, list of goals, number of games, and way to search. All settings of the grids are first played and kept in FOLDER,
//! which takes about a quarter of an hour on two cores, unless they are there already.
//!
//! In each repetition (100 by default), some of the deals are drawn at random for the searches. All searches get the same
//! number of games of them; each confirms its four best settings on deals that it has not seen, and the one that is best
//! there is its result. The regret is the cost of the result on all the other deals, less that of the setting that is best
//! over the whole recording.

mod recording;
mod searches;

use std::path::Path;

use goldrush::design::exploration::{LOOKS, SampleSource};
use goldrush::design::goal::Goal;
use goldrush::design::measurement::{Measurer, Sample};
use goldrush::design::objective::Objective;
use goldrush::design::search::FINALISTS;
use goldrush::games::GameName;
use goldrush::sim::batch;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use recording::{Case, RecordedDeals, Recording};
use searches::{Method, Task};

const CASES: [Case; 2] = [
    Case {
        name: "gold-rush",
        game: GameName::GoldRush,
        vary: &[
            "tents=0..2",
            "cowboys=3..6",
            "locomotive-tiles=0,5,11,15",
            "komi=0,B2,B4,B6,A2",
        ],
        players: &[2, 3],
        agents: ["level7", "heuristic"],
        recorded: "first-seat=max, lead=max, points=max, skill=max",
        deals: 800,
        part: 5,
        looks: [15, 50],
        wanted: &[
            "first-seat=50%±1, lead=min, skill>=60%",
            "first-seat=50%±1",
            "lead=min, points>=95",
            "skill=max, lead=min",
        ],
    },
    Case {
        name: "carcassonne",
        game: GameName::Carcassonne,
        vary: &[
            "followers=3..7",
            "field-points=1..4",
            "road-points=1,2",
            "komi=0,2,4,6",
        ],
        players: &[2],
        agents: ["random", "greedy"],
        recorded: "first-seat=max, lead=max, points=max",
        deals: 6000,
        part: 10,
        looks: [50, 400],
        wanted: &[
            "first-seat=50%±1, lead=min",
            "first-seat=50%±1",
            "lead=min, points>=80",
        ],
    },
];

/// Deals on which a finalist is confirmed, in looks.
const CONFIRMING: u64 = 4;
/// Looks for which the searches get deals of their own; none has more than this, with confirming.
const SEARCHING: u64 = 7 + CONFIRMING;
/// Number of the look at the finalists, which no search has.
const LAST_LOOK: u64 = u64::MAX;

/// A comparison for one list of goals and one number of games.
struct Comparison<'a> {
    case: &'a Case,
    recording: &'a Recording,
    goals: Vec<Vec<Goal>>,
    /// Places of the goals' quantities in the recording.
    places: Vec<usize>,
    look: u64,
    /// The setting that is best over the whole recording.
    best: usize,
}

impl Comparison<'_> {
    /// Returns the regret of each method, and that of a setting taken without any games, in one repetition.
    fn regrets(&self, seed: u64) -> anyhow::Result<Vec<f64>> {
        let (grid, objective) = (self.case.grid()?, Objective { goals: &self.goals });
        let [parts, truth] = self.recording.split(SEARCHING * self.look, seed);
        let cost = |setting: usize, parts: &[usize]| {
            objective.cost(&self.recording.samples(setting, parts, &self.places))
        };
        let least = cost(self.best, &truth);
        let task = Task {
            grid: &grid,
            objective: &objective,
            look: self.look,
            part: self.case.part,
            seed,
        };
        let mut regrets = Vec::new();
        for method in Method::ALL {
            let mut source = RecordedDeals::new(self.recording, &parts, &self.places);
            let finalists = task.finalists(method, &mut source)?;
            let samples = source.look(&finalists, LAST_LOOK, CONFIRMING * self.look)?;
            let confirmed = finalists
                .iter()
                .zip(&samples)
                .map(|(levels, samples)| (objective.cost(samples), levels));
            let (_, winner) = confirmed
                .min_by(|(one, _), (other, _)| one.total_cmp(other))
                .expect("there are finalists");
            regrets.push(cost(self.recording.number(winner), &truth) - least);
        }
        let settings = 0..self.recording.settings();
        let any = settings
            .clone()
            .map(|setting| cost(setting, &truth))
            .sum::<f64>()
            / settings.len() as f64;
        regrets.push(any - least);
        Ok(regrets)
    }

    /// Prints a row for each method.
    fn print(&self, goals: &str, games: u64, repetitions: u64) -> anyhow::Result<()> {
        let regrets = (0..repetitions)
            .into_par_iter()
            .map(|seed| self.regrets(seed))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let names = Method::ALL
            .map(Method::name)
            .into_iter()
            .chain(["unplayed"]);
        for (at, name) in names.enumerate() {
            let regret = summary(regrets.iter().map(|regrets| regrets[at]));
            let more = summary(regrets.iter().map(|regrets| regrets[at] - regrets[0]));
            println!(
                "{},\"{goals}\",{games},{repetitions},{name},{regret},{more}",
                self.case.name
            );
        }
        Ok(())
    }
}

/// Formats a mean and half the width of its 95% interval.
fn summary(values: impl Iterator<Item = f64> + Clone) -> String {
    let (sum, squares) = (
        values.clone().sum(),
        values.clone().map(|value| value * value).sum(),
    );
    let estimate = Sample {
        deals: values.count() as u64,
        sum,
        squares,
    }
    .estimate();
    format!(
        "{:.3},{:.3}",
        estimate.mean,
        estimate.half_width.unwrap_or_default()
    )
}

fn main() -> anyhow::Result<()> {
    let mut args = std::env::args().skip(1);
    let folder = args.next().expect("compare_searches FOLDER [REPETITIONS]");
    let repetitions = args.next().map_or(100, |number| {
        number.parse().expect("a number of repetitions")
    });
    println!(
        "grid,goals,games,repetitions,search,regret,half_width,more_than_model,more_half_width"
    );
    for case in &CASES {
        let recording = Recording::open(case, Path::new(&folder))?;
        let recorded: Vec<_> = case
            .goals(case.recorded)?
            .iter()
            .map(|goal| goal.quantity)
            .collect();
        let pool = batch::pool(Some(1))?;
        for text in case.wanted {
            let wanted = case.goals(text)?;
            let quantities: Vec<_> = wanted.iter().map(|goal| goal.quantity).collect();
            let place = |quantity| {
                recorded
                    .iter()
                    .position(|other| *other == quantity)
                    .expect("it was recorded")
            };
            let places: Vec<usize> = quantities.iter().map(|quantity| place(*quantity)).collect();
            let measurer = Measurer {
                quantities,
                players: case.players,
                weaker: case.agents[0],
                pool: &pool,
            };
            for look in case.looks {
                let goals = case.players.iter().map(|players| {
                    wanted
                        .iter()
                        .map(|goal| goal.with_players(*players))
                        .collect()
                });
                let goals: Vec<Vec<Goal>> = goals.collect();
                let cost = |setting: &usize| {
                    Objective { goals: &goals }.cost(&recording.samples(
                        *setting,
                        &recording.all(),
                        &places,
                    ))
                };
                let best = (0..recording.settings())
                    .min_by(|one, other| cost(one).total_cmp(&cost(other)));
                let best = best.expect("a grid has settings");
                let places = places.clone();
                let comparison = Comparison {
                    case,
                    recording: &recording,
                    goals,
                    places,
                    look,
                    best,
                };
                let deals = look * (LOOKS as u64 + CONFIRMING * FINALISTS as u64);
                comparison.print(text, deals * measurer.games_per_deal(), repetitions)?;
            }
        }
    }
    Ok(())
}
