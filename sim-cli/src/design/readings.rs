//! Quantities that a search measures, and how each goal is read off them.

use goldrush_games::GameName;
use goldrush_games::schema::Role;

use super::goal::Goal;
use super::measurement::{Sample, Samples};
use super::quantity::{Pair, Quantity};

/// Fewest pairs of bots by which skill is measured: one pair says nothing about another.
pub const LEAST_PAIRS: usize = 3;

/// Quantities that are measured, and those that each goal is read from.
pub struct Readings {
    /// The quantities, each once.
    pub measured: Vec<Quantity>,
    /// By goal: positions in the list of quantities. One, or for skill those of the pairs of the ladder, weakest first.
    of_goals: Vec<Vec<usize>>,
    /// Quantities that are told if they change, though no goal asks for them.
    pub watched: Vec<usize>,
}

impl Readings {
    /// Returns what has to be measured for goals in a game, and what is told anyway. `ladder` are bots, the weakest first.
    pub fn new(goals: &[Goal], ladder: &[String], game: GameName) -> Readings {
        let mut readings = Readings {
            measured: Vec::new(),
            of_goals: Vec::new(),
            watched: Vec::new(),
        };
        for goal in goals {
            let quantities = match &goal.quantity {
                Quantity::Skill => ladder
                    .windows(2)
                    .map(|pair| {
                        Quantity::Duel(Pair {
                            stronger: pair[1].clone(),
                            weaker: pair[0].clone(),
                        })
                    })
                    .collect(),
                other => vec![other.clone()],
            };
            let positions = quantities
                .into_iter()
                .map(|quantity| readings.position(quantity))
                .collect();
            readings.of_goals.push(positions);
        }
        for quantity in watched(game) {
            let at = readings.position(quantity);
            if !readings.of_goals.iter().flatten().any(|used| *used == at) {
                readings.watched.push(at);
            }
        }
        readings
    }

    /// Returns the position of a quantity in the list of those that are measured; adds it if it is new.
    fn position(&mut self, quantity: Quantity) -> usize {
        let known = self.measured.iter().position(|known| *known == quantity);
        known.unwrap_or_else(|| {
            self.measured.push(quantity);
            self.measured.len() - 1
        })
    }

    /// Returns the positions of what a goal is read from, by its number.
    pub fn of(&self, goal: usize) -> &[usize] {
        &self.of_goals[goal]
    }

    /// Returns the sample that stands for a goal. Of several pairs, it is the one whose value at least two thirds of them reach.
    pub fn sample(&self, goal: usize, samples: &[Sample]) -> Sample {
        let mut all: Vec<Sample> = self.of_goals[goal].iter().map(|at| samples[*at]).collect();
        all.sort_by(|one, other| other.mean().total_cmp(&one.mean()));
        all[agreeing(all.len()) - 1]
    }

    /// Returns the samples that stand for the goals, by number of players.
    pub fn by_goal(&self, samples: &Samples) -> Samples {
        let goals = 0..self.of_goals.len();
        samples
            .iter()
            .map(|of_players| {
                goals
                    .clone()
                    .map(|goal| self.sample(goal, of_players))
                    .collect()
            })
            .collect()
    }
}

/// Returns how many of several pairs must agree: two of three.
pub fn agreeing(pairs: usize) -> usize {
    (2 * pairs).div_ceil(3)
}

/// Returns what a designer wants to know of changed rules, whatever the goals are.
fn watched(game: GameName) -> Vec<Quantity> {
    let mut quantities = vec![
        Quantity::Points,
        Quantity::Lead,
        Quantity::RelativeLead,
        Quantity::Turns,
        Quantity::Seat(0),
    ];
    let columns = game.schema().stored();
    for column in columns.filter(|column| matches!(column.role, Role::Source(_))) {
        quantities.push(Quantity::Column(column.name));
    }
    quantities
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a sample with this mean.
    fn sample(mean: f64) -> Sample {
        Sample {
            deals: 100,
            sum: 100.0 * mean,
            squares: 100.0 * (mean * mean + 0.1),
        }
    }

    #[test]
    fn a_crippled_bot_is_no_skill() {
        let game = GameName::GoldRush;
        let goals = Goal::parse_list("skill>=62%, points=max, level7>greedy=60%", game).unwrap();
        let ladder = ["level3", "greedy", "level7", "heuristic"].map(String::from);
        let readings = Readings::new(&goals, &ladder, game);
        assert_eq!(readings.of(0).len(), LEAST_PAIRS);
        assert_eq!(readings.of(2), [readings.of(0)[1]], "no pair plays twice");
        assert!(!readings.watched.contains(&readings.of(1)[0]));
        let mut samples = vec![sample(0.0); readings.measured.len()];
        let mut skill = |shares: [f64; 3]| {
            for (at, share) in readings.of(0).iter().zip(shares) {
                samples[*at] = sample(share);
            }
            readings.sample(0, &samples).mean()
        };
        // The last pair alone says that the stronger bot wins 90%.
        assert!((skill([0.6, 0.2, 0.9]) - 0.6).abs() < 1e-9);
        assert!((skill([0.7, 0.7, 0.5]) - 0.7).abs() < 1e-9);
        assert_eq!([1, 2, 3, 4, 6].map(agreeing), [1, 2, 2, 3, 4]);
    }
}
