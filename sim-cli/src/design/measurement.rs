//! Plays settings on common deals and measures the goals' quantities.

use std::ops::{ControlFlow, Range};

use goldrush_games::Choice;
use goldrush_games::schema::ResultSchema;
use goldrush_harness::sim::batch::{self, Consumer, FinishedGame, Sink};
use goldrush_harness::sim::play::Outcome;
use goldrush_harness::study::arm::Arm;
use goldrush_harness::study::lineup::Lineup;
use goldrush_harness::study::{Draft, GameId, Plan, Question, Run};
use goldrush_support::interrupt::Interrupt;
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::interval::{Estimate, student_quantile};
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

use super::quantity::Quantity;

/// Values of a quantity over deals.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Sample {
    /// Number of deals.
    pub deals: u64,
    /// Sum over deals.
    pub sum: f64,
    /// Sum of squares over deals.
    pub squares: f64,
}

impl Sample {
    fn push(&mut self, value: f64) {
        self.deals += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Adds the deals of another sample.
    pub fn add(&mut self, other: &Sample) {
        self.deals += other.deals;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// True if there are values with this sum and these squares.
    pub fn is_possible(&self) -> bool {
        let most = (self.deals as f64 * self.squares).sqrt();
        self.deals > 0 && self.squares.is_finite() && self.sum.abs() <= most * (1.0 + 1e-9) + 1e-9
    }

    /// Returns the mean.
    pub fn mean(&self) -> f64 {
        self.sum / self.deals as f64
    }

    /// Returns the variance of the mean.
    pub fn noise(&self) -> f64 {
        let n = self.deals as f64;
        (self.squares - self.sum * self.sum / n).max(0.0) / (n - 1.0).max(1.0) / n
    }

    /// Returns the mean with its 95% interval.
    pub fn estimate(&self) -> Estimate {
        let quantile =
            (self.deals > 1).then(|| student_quantile(Confidence::SINGLE_LOOK, self.deals - 1));
        Estimate::around(
            self.mean(),
            quantile.map(|quantile| quantile * self.noise().sqrt()),
        )
    }
}

/// Samples by number of players, then by quantity.
pub type Samples = Vec<Vec<Sample>>;

/// Adds samples to those of earlier deals.
pub fn add(to: &mut Samples, more: &Samples) {
    for (to, more) in to.iter_mut().flatten().zip(more.iter().flatten()) {
        to.add(more);
    }
}

/// Game to play: rules, and the stronger bot by number of players.
pub struct Played {
    /// The rules.
    pub choice: Choice,
    /// The stronger bot, by number of players.
    pub stronger: Vec<String>,
}

/// Measures quantities with several numbers of players.
pub struct Measurer<'a> {
    /// Quantities.
    pub quantities: Vec<Quantity>,
    /// Numbers of players.
    pub players: &'a [usize],
    /// The weaker bot, for quantities of a pair.
    pub weaker: &'a str,
    /// Threads that play.
    pub pool: &'a ThreadPool,
}

/// Keeps nothing of a game but its result.
struct Nothing;

impl Sink for Nothing {
    type Output = ();

    fn wants_record(&self, _: u64) -> bool {
        false
    }

    fn keep(&self, _: GameId, _: u64, _: &Outcome, _: Vec<u8>, _: &[std::time::Duration]) {}
}

/// Counts the games of a plan.
struct Counts<'a> {
    plan: &'a Plan,
    schema: &'static ResultSchema,
    /// By arm: its quantities.
    quantities: Vec<Vec<Quantity>>,
    /// By arm and quantity: means over the seatings of the deal in progress.
    current: Vec<Vec<f64>>,
    samples: Samples,
}

impl Consumer<()> for Counts<'_> {
    fn take(&mut self, game: FinishedGame<()>) -> anyhow::Result<ControlFlow<()>> {
        let FinishedGame { id, result, .. } = game;
        let lineup = &self.plan.arms[id.arm].lineup;
        let alone = (0..lineup.players())
            .find(|seat| lineup.side(id.seating, *seat) == 0)
            .unwrap_or_default();
        let seatings = lineup.seatings();
        for (at, quantity) in self.quantities[id.arm].iter().enumerate() {
            self.current[id.arm][at] += quantity.of(self.schema, &result, alone) / seatings as f64;
        }
        if id.seating + 1 == seatings {
            let ended = self.current[id.arm].iter_mut().map(std::mem::take);
            self.samples[id.arm]
                .iter_mut()
                .zip(ended)
                .for_each(|(sample, value)| sample.push(value));
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Measurer<'_> {
    /// Returns the number of games that one deal of one setting takes.
    pub fn games_per_deal(&self) -> u64 {
        let equal = u64::from(
            self.quantities
                .iter()
                .any(|quantity| !quantity.is_of_pair()),
        );
        let pairs = u64::from(self.quantities.iter().any(|quantity| quantity.is_of_pair()));
        self.players
            .iter()
            .map(|players| equal + pairs * *players as u64)
            .sum()
    }

    /// Plays settings on the same deals; returns their samples in order.
    ///
    /// # Errors
    /// Bad input if a setting cannot be played.
    pub fn measure(
        &self,
        settings: &[Played],
        seed: u64,
        deals: u64,
    ) -> anyhow::Result<Vec<Samples>> {
        let mut arms = Vec::new();
        let mut quantities = Vec::new();
        for setting in settings {
            for (&players, stronger) in self.players.iter().zip(&setting.stronger) {
                for is_pair in [false, true] {
                    let of_arm: Vec<Quantity> = self
                        .quantities
                        .iter()
                        .copied()
                        .filter(|quantity| quantity.is_of_pair() == is_pair)
                        .collect();
                    if !of_arm.is_empty() {
                        arms.push(arm(
                            setting,
                            players,
                            stronger,
                            is_pair.then_some(self.weaker),
                        )?);
                        quantities.push(of_arm);
                    }
                }
            }
        }
        let games = deals
            * arms
                .iter()
                .map(|arm| arm.lineup.seatings() as u64)
                .sum::<u64>();
        let run = Run {
            games: Some(games),
            seed: Some(seed),
            luck: Some(false),
            ..Run::default()
        };
        let plan = Draft::new(Question::Simulation, arms, &run)?
            .complete(|_, _| Err(no_outside_bots()))?;
        let current: Vec<Vec<f64>> = quantities.iter().map(|all| vec![0.0; all.len()]).collect();
        let samples = quantities
            .iter()
            .map(|all| vec![Sample::default(); all.len()])
            .collect();
        let mut counts = Counts {
            plan: &plan,
            schema: plan.schema(),
            quantities,
            current,
            samples,
        };
        batch::run(
            &plan,
            0,
            self.pool,
            &Nothing,
            &Interrupt::default(),
            &mut counts,
        )?;
        Ok(self.by_setting(settings.len(), &counts))
    }

    /// Returns the samples of each setting, in the order of the quantities.
    fn by_setting(&self, settings: usize, counts: &Counts) -> Vec<Samples> {
        let per_setting = counts.quantities.len() / settings;
        let per_players = per_setting / self.players.len();
        let mut by_setting = Vec::new();
        for setting in 0..settings {
            let mut by_players = Vec::new();
            for players in 0..self.players.len() {
                let first = setting * per_setting + players * per_players;
                let arms = first..first + per_players;
                let samples = self.quantities.iter().map(|quantity| {
                    counts
                        .sample(arms.clone(), quantity)
                        .expect("an arm measures each quantity")
                });
                by_players.push(samples.collect());
            }
            by_setting.push(by_players);
        }
        by_setting
    }
}

impl Counts<'_> {
    /// Returns the sample of a quantity in the first of these arms that measures it.
    fn sample(&self, mut arms: Range<usize>, quantity: &Quantity) -> Option<Sample> {
        arms.find_map(|arm| {
            let at = self.quantities[arm]
                .iter()
                .position(|other| other == quantity)?;
            Some(self.samples[arm][at])
        })
    }
}

/// Creates the arm of a setting: the stronger bot in all seats, or alone against weaker ones.
fn arm(
    setting: &Played,
    players: usize,
    stronger: &str,
    weaker: Option<&str>,
) -> anyhow::Result<Arm> {
    let mut agents = vec![weaker.unwrap_or(stronger); players];
    agents[0] = stronger;
    let lineup = Lineup::from_names(setting.choice.game(), &agents, Some(players))?;
    Arm::only(lineup, &setting.choice)
}

fn no_outside_bots() -> anyhow::Error {
    goldrush_support::error::bad_input("--agents: only built-in bots can be used here")
}

#[cfg(test)]
mod tests {
    use goldrush_games::GameName;

    use super::*;

    #[test]
    fn sums_that_no_values_have_are_impossible() {
        let mut sample = Sample::default();
        assert!(!sample.is_possible());
        [0.5, 0.1, -3.0, 0.5]
            .into_iter()
            .for_each(|value| sample.push(value));
        assert!(sample.is_possible());
        for wrong in [
            Sample { deals: 0, ..sample },
            Sample {
                sum: 1e300,
                ..sample
            },
            Sample {
                sum: f64::NAN,
                ..sample
            },
            Sample {
                squares: f64::INFINITY,
                ..sample
            },
            Sample {
                squares: -1.0,
                ..sample
            },
            Sample {
                squares: 0.0,
                ..sample
            },
        ] {
            assert!(!wrong.is_possible(), "{wrong:?}");
        }
    }

    #[test]
    fn samples_do_not_depend_on_the_threads_or_the_other_settings() {
        let choice = |tents: &str| {
            let mut choice = Choice::printed(GameName::GoldRush);
            choice.set("tents", tents).unwrap();
            choice
        };
        let played = |tents: &str| Played {
            choice: choice(tents),
            stronger: vec!["greedy".into(); 2],
        };
        let measure = |threads, tents: &[&str]| {
            let pool = batch::pool(Some(threads)).unwrap();
            let quantities = vec![
                Quantity::Skill,
                Quantity::FirstSeat,
                Quantity::Column("tokens"),
            ];
            let measurer = Measurer {
                quantities,
                players: &[2, 3],
                weaker: "random",
                pool: &pool,
            };
            assert_eq!(measurer.games_per_deal(), 3 + 4);
            let settings: Vec<Played> = tents.iter().map(|tents| played(tents)).collect();
            measurer.measure(&settings, 5, 20).unwrap()
        };
        let both = measure(1, &["1", "0"]);
        assert_eq!(both, measure(2, &["1", "0"]));
        assert_eq!(both[1..], measure(1, &["0"]));
        let [skill, first, tokens] = both[0][1][..] else {
            panic!("three quantities")
        };
        assert!(
            skill.deals == 20
                && skill.mean() > 0.8
                && first.mean() < 0.7
                && tokens.mean() > both[1][1][2].mean()
        );
    }
}
