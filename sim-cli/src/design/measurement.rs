//! Plays settings on common deals and measures the goals' quantities.

use std::ops::ControlFlow;

use goldrush_games::Choice;
use goldrush_games::schema::ResultSchema;
use goldrush_games::tunable;
use goldrush_harness::sim::batch::{self, Consumer, FinishedGame};
use goldrush_harness::study::arm::Arm;
use goldrush_harness::study::lineup::Lineup;
use goldrush_harness::study::{Balance, Draft, Margins, Plan, Question, Run};
use goldrush_support::interrupt::Interrupt;
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::interval::{Estimate, student_quantile};
use rayon::ThreadPool;
use serde::{Deserialize, Serialize};

use super::quantity::{Pair, Quantity};

/// Values of a quantity over deals.
#[derive(Clone, Copy, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Sample {
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

/// Game to play.
pub struct Played {
    /// The rules.
    pub choice: Choice,
    /// The heuristic retuned for the rules, by number of players; `None` where that was not done, or gained nothing.
    pub retuned: Vec<Option<String>>,
}

impl Played {
    /// Returns a bot with the weights that were retuned for these rules, if it has weights.
    fn adapted(&self, bot: &str, players: usize) -> String {
        tunable::retuned(self.choice.game(), bot, self.retuned[players].as_deref())
    }
}

/// Measures quantities with several numbers of players.
pub struct Measurer<'a> {
    pub quantities: &'a [Quantity],
    /// Numbers of players.
    pub players: &'a [usize],
    /// The bot that plays against itself, for quantities that are not of a pair.
    pub strongest: &'a str,
    /// Threads that play.
    pub pool: &'a ThreadPool,
}

/// Setting, number of players and quantities of an arm, each by its position.
struct Place<'a> {
    setting: usize,
    players: usize,
    quantities: &'a [usize],
}

/// Counts the games of a plan.
struct Counts<'a> {
    plan: &'a Plan,
    schema: &'static ResultSchema,
    quantities: &'a [Quantity],
    /// By arm.
    places: &'a [Place<'a>],
    /// By arm and quantity: means over the seatings of the deal in progress.
    current: Vec<Vec<f64>>,
    /// By setting.
    samples: &'a mut [Samples],
}

impl Consumer for Counts<'_> {
    fn take(&mut self, game: &FinishedGame) -> anyhow::Result<ControlFlow<()>> {
        let FinishedGame { id, result, .. } = game;
        let lineup = &self.plan.arms[id.arm].lineup;
        let alone = (0..lineup.players())
            .find(|seat| lineup.side(id.seating, *seat) == 0)
            .unwrap_or_default();
        let seatings = lineup.seatings();
        let Place {
            setting,
            players,
            quantities,
        } = self.places[id.arm];
        let current = &mut self.current[id.arm];
        for (sum, at) in current.iter_mut().zip(quantities) {
            *sum += self.quantities[*at].of(self.schema, result, alone) / seatings as f64;
        }
        if id.seating + 1 == seatings {
            for (sum, at) in current.iter_mut().zip(quantities) {
                self.samples[setting][players][*at].push(std::mem::take(sum));
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Some of the quantities, and who plays for them.
struct Games<'a> {
    /// Positions in the list of quantities.
    quantities: Vec<usize>,
    /// The bots of a pair; `None` for games between equal bots.
    pair: Option<&'a Pair>,
}

impl Measurer<'_> {
    /// Returns the games that one deal of one setting with one number of players takes.
    fn games(&self) -> Vec<Games<'_>> {
        let mut all: Vec<Games> = Vec::new();
        for (at, quantity) in self.quantities.iter().enumerate() {
            let pair = quantity.pair();
            match all.iter_mut().find(|games| games.pair == pair) {
                Some(games) => games.quantities.push(at),
                None => all.push(Games {
                    quantities: vec![at],
                    pair,
                }),
            }
        }
        all
    }

    /// Returns the number of games that one deal of one setting takes.
    pub fn games_per_deal(&self) -> u64 {
        let mut count = 0;
        for games in self.games() {
            let pair = games.pair;
            count += self
                .players
                .iter()
                .map(|players| pair.map_or(1, |_| *players as u64))
                .sum::<u64>();
        }
        count
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
        let empty = vec![Sample::default(); self.quantities.len()];
        let mut samples = vec![vec![empty; self.players.len()]; settings.len()];
        let all = self.games();
        // Measures of a game, such as drama, come from games between equal bots, which need a plan of their own.
        for of_pairs in [false, true] {
            let games: Vec<&Games> = all
                .iter()
                .filter(|games| games.pair.is_some() == of_pairs)
                .collect();
            if !games.is_empty() {
                self.play(&games, settings, seed, deals, &mut samples)?;
            }
        }
        Ok(samples)
    }

    /// Plays some of the games of settings, and keeps their samples.
    fn play(
        &self,
        games: &[&Games],
        settings: &[Played],
        seed: u64,
        deals: u64,
        samples: &mut [Samples],
    ) -> anyhow::Result<()> {
        let mut arms = Vec::new();
        let mut places = Vec::new();
        for (setting, played) in settings.iter().enumerate() {
            for at in 0..self.players.len() {
                for one in games {
                    arms.push(self.arm(played, at, one.pair)?);
                    places.push(Place {
                        setting,
                        players: at,
                        quantities: &one.quantities,
                    });
                }
            }
        }
        let seatings = arms.iter().map(|arm| arm.lineup.seatings() as u64);
        let run = Run {
            games: Some(deals * seatings.sum::<u64>()),
            seed: Some(seed),
            luck: Some(false),
            ..Run::default()
        };
        let measured = places.iter().map(|place| place.quantities);
        let question = question(self.quantities, measured.clone());
        let plan = Draft::new(question, arms, &run)?.complete(|_, _| Err(no_outside_bots()))?;
        let current = measured.map(|all| vec![0.0; all.len()]).collect();
        let mut counts = Counts {
            plan: &plan,
            schema: plan.schema(),
            quantities: self.quantities,
            places: &places,
            current,
            samples,
        };
        let interrupt = Interrupt::default();
        batch::run(&plan, 0, self.pool, None, &interrupt, &mut counts)?;
        Ok(())
    }

    /// Creates the arm of a setting: the strongest bot in all seats, or the stronger bot of a pair alone against the weaker one.
    fn arm(&self, setting: &Played, at: usize, pair: Option<&Pair>) -> anyhow::Result<Arm> {
        let players = self.players[at];
        let alone = pair.map_or(self.strongest, |pair| &pair.stronger);
        let others = pair.map_or(self.strongest, |pair| &pair.weaker);
        let mut agents = vec![setting.adapted(others, at); players];
        agents[0] = setting.adapted(alone, at);
        let lineup = Lineup::from_names(setting.choice.game(), &agents, Some(players))?;
        Arm::only(lineup, &setting.choice)
    }
}

/// Returns the question of a plan that measures how games go as far as quantities need it.
fn question<'q>(quantities: &[Quantity], measured: impl Iterator<Item = &'q [usize]>) -> Question {
    let mut about = Vec::new();
    for at in measured.flatten() {
        if let Quantity::Course(quality) = quantities[*at]
            && !about.contains(&quality.topic())
        {
            about.push(quality.topic());
        }
    }
    if about.is_empty() {
        return Question::Simulation;
    }
    Question::Balance(Balance {
        agents: Vec::new(),
        margins: Margins::default(),
        about,
        asked: None,
        retuned: None,
        strengths: Vec::new(),
        comparisons: Vec::new(),
    })
}

fn no_outside_bots() -> anyhow::Error {
    goldrush_support::error::bad_input("--agents: only built-in bots can be used here")
}

#[cfg(test)]
mod tests {
    use goldrush_games::GameName;
    use goldrush_games::quality::Quality;

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
            retuned: vec![None; 2],
        };
        let pair = Pair {
            stronger: "greedy".into(),
            weaker: "random".into(),
        };
        let quantities = [
            Quantity::Duel(pair),
            Quantity::Seat(0),
            Quantity::Column("tokens"),
            Quantity::Course(Quality::LeadChanges),
        ];
        let measure = |threads, tents: &[&str]| {
            let pool = batch::pool(Some(threads)).unwrap();
            let measurer = Measurer {
                quantities: &quantities,
                players: &[2, 3],
                strongest: "greedy",
                pool: &pool,
            };
            assert_eq!(measurer.games_per_deal(), 3 + 4);
            let settings: Vec<Played> = tents.iter().map(|tents| played(tents)).collect();
            measurer.measure(&settings, 5, 20).unwrap()
        };
        let both = measure(1, &["1", "0"]);
        assert_eq!(both, measure(2, &["1", "0"]));
        assert_eq!(both[1..], measure(1, &["0"]));
        let [duel, first, tokens, changes] = both[0][1][..] else {
            panic!("four quantities")
        };
        assert!(
            duel.deals == 20
                && duel.mean() > 0.8
                && first.mean() < 0.7
                && tokens.mean() > both[1][1][2].mean()
                && changes.mean() > 0.5
        );
    }

    #[test]
    fn every_bot_with_weights_is_retuned() {
        let played = Played {
            choice: Choice::printed(GameName::GoldRush),
            retuned: vec![None, Some("heuristic:fill=0.1".into())],
        };
        assert_eq!(played.adapted("level7", 0), "level7");
        assert_eq!(played.adapted("heuristic", 1), "heuristic:fill=0.1");
        assert_eq!(played.adapted("greedy", 1), "greedy");
        assert!(played.adapted("level4", 1).ends_with("floor=13,fill=0.1"));
    }
}
