//! Goals of a search: `first-seat=50%±1, lead=min, skill>=80%`.

use std::fmt;

use goldrush_games::GameName;
use goldrush_report::words::player_games;

use super::quantity::Quantity;

/// Weight of the size of a quantity that should be as large or as small as possible, beside the distance from other goals.
const WEIGHT: f64 = 0.1;

/// A goal for one quantity.
#[derive(Clone, PartialEq, Debug)]
pub struct Goal {
    pub quantity: Quantity,
    /// Wanted value.
    pub aim: Aim,
}

/// Wanted value of a quantity.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Aim {
    /// This value, give or take a tolerance.
    Near(f64, f64),
    /// At least this value.
    AtLeast(f64),
    /// At most this value.
    AtMost(f64),
    /// As large as possible.
    Max,
    /// As small as possible.
    Min,
    /// Not below the value of the rules as given.
    NotBelowNow,
    /// Not above the value of the rules as given.
    NotAboveNow,
}

/// Stands in a goal for the value of the rules as given.
const NOW: &str = "now";

impl Goal {
    /// Parses a list of goals, separated by commas. `+-` stands for `±`; without a tolerance it is 1% or 1.
    ///
    /// # Errors
    /// If one of them is not a goal of this game; says what is expected.
    pub fn parse_list(text: &str, game: GameName) -> Result<Vec<Goal>, String> {
        let goals: Vec<Goal> = text
            .split(',')
            .map(|part| Goal::parse(part.trim(), game))
            .collect::<Result<_, _>>()?;
        match goals
            .iter()
            .enumerate()
            .find(|(i, goal)| goals[..*i].iter().any(|g| g.quantity == goal.quantity))
        {
            Some((_, twice)) => Err(format!("{} is given twice", twice.quantity)),
            None => Ok(goals),
        }
    }

    fn parse(text: &str, game: GameName) -> Result<Goal, String> {
        let form = format!(
            "\"{text}\" is no goal; NAME=VALUE±TOLERANCE, NAME>=VALUE, NAME<=VALUE, NAME=max, NAME=min, NAME>=now and NAME<=now are, such as first-seat=50%±1"
        );
        // `level7>level4=65%` names two bots, and has one sign.
        let (name, sign, value) = [">=", "<=", "="]
            .iter()
            .find_map(|sign| {
                text.split_once(sign)
                    .map(|(name, value)| (name.trim(), *sign, value.trim()))
            })
            .ok_or_else(|| form.clone())?;
        // Close games are those with small leads. A lead is small beside the points: rules with fewer points do not make games
        // closer.
        let (name, value) = match (name, value) {
            ("closeness", "max") => ("relative-lead", "min"),
            _ => (name, value),
        };
        if name == "closeness" {
            return Err(format!(
                "\"{text}\": only closeness=max is possible; for a value, give the winner's lead as a share of its points, \
                 such as relative-lead<=15%"
            ));
        }
        let quantity = Quantity::find(name, game)?;
        let aim = Aim::parse(sign, value, &quantity).ok_or_else(|| {
            if quantity.is_share() {
                format!("\"{text}\": {quantity} is a share, 0% to 100%, such as {quantity}>=50%")
            } else if value.starts_with('-') {
                format!("\"{text}\": {quantity} is never below 0")
            } else {
                form
            }
        })?;
        Ok(Goal { quantity, aim })
    }

    /// Returns the goal for a number of players. The share of a seat is given for two: 50% stands for a fair share.
    ///
    /// # Errors
    /// If there is no such seat.
    pub fn with_players(&self, players: usize) -> Result<Goal, String> {
        match self.quantity {
            Quantity::Seat(seat) if seat >= players => {
                return Err(format!(
                    "{}: there is no such seat in {} games",
                    self.quantity,
                    player_games(players)
                ));
            }
            Quantity::Seat(_) => {}
            _ => return Ok(self.clone()),
        }
        let players = players as f64;
        let aim = match self.aim {
            Aim::Near(wanted, tolerance) => {
                Aim::Near(wanted * 2.0 / players, tolerance * 2.0 / players)
            }
            Aim::AtLeast(wanted) => Aim::AtLeast(wanted * 2.0 / players),
            Aim::AtMost(wanted) => Aim::AtMost(wanted * 2.0 / players),
            Aim::Max | Aim::Min | Aim::NotBelowNow | Aim::NotAboveNow => self.aim,
        };
        Ok(Goal {
            aim,
            ..self.clone()
        })
    }

    /// True if it has no value at which it is met: the quantity should be as large or as small as possible.
    pub fn is_open(&self) -> bool {
        matches!(self.aim, Aim::Max | Aim::Min)
    }

    /// True if it compares with the rules as given.
    pub fn is_relative(&self) -> bool {
        matches!(self.aim, Aim::NotBelowNow | Aim::NotAboveNow)
    }

    /// Returns the goal with the value of the rules as given in place of `now`.
    pub fn with_now(&self, now: f64) -> Goal {
        let aim = match self.aim {
            Aim::NotBelowNow => Aim::AtLeast(now),
            Aim::NotAboveNow => Aim::AtMost(now),
            other => other,
        };
        Goal {
            aim,
            ..self.clone()
        }
    }

    /// Returns by how much a change brings an open or relative goal on: its size, or minus its size.
    pub fn gain(&self, change: f64) -> f64 {
        if matches!(self.aim, Aim::Min | Aim::NotAboveNow) {
            -change
        } else {
            change
        }
    }

    /// Returns how far a value is from what is wanted, in [`Quantity::unit`]s; 0 if the goal is met, has no end or is relative.
    pub fn distance(&self, value: f64) -> f64 {
        let missing = match self.aim {
            Aim::Near(wanted, tolerance) => (value - wanted).abs() - tolerance,
            Aim::AtLeast(wanted) => wanted - value,
            Aim::AtMost(wanted) => value - wanted,
            Aim::Max | Aim::Min | Aim::NotBelowNow | Aim::NotAboveNow => 0.0,
        };
        missing.max(0.0) / self.quantity.unit()
    }

    /// Returns the cost of a value: its distance, and a little for a quantity that should be as large or small as possible.
    pub fn cost(&self, value: f64) -> f64 {
        let size = match self.aim {
            Aim::Max => -value,
            Aim::Min => value,
            _ => 0.0,
        };
        self.distance(value) + WEIGHT * size / self.quantity.unit()
    }

    /// Returns the value between two others that costs least.
    pub fn nearest(&self, low: f64, high: f64) -> f64 {
        match self.aim {
            Aim::Near(wanted, _) => wanted.clamp(low, high),
            Aim::AtLeast(_) | Aim::Max | Aim::NotBelowNow => high,
            Aim::AtMost(_) | Aim::Min | Aim::NotAboveNow => low,
        }
    }

    /// Returns the value that is wanted, or the lowest or highest one; `None` if it has none.
    pub fn limit(&self) -> Option<f64> {
        match self.aim {
            Aim::Near(value, _) | Aim::AtLeast(value) | Aim::AtMost(value) => Some(value),
            _ => None,
        }
    }

    /// Formats what is wanted: `50% ± 1%`.
    pub fn wanted(&self) -> String {
        match self.aim {
            Aim::Near(wanted, tolerance) => {
                format!("{} ± {}", self.value(wanted), self.value(tolerance))
            }
            Aim::AtLeast(wanted) => format!("at least {}", self.value(wanted)),
            Aim::AtMost(wanted) => format!("at most {}", self.value(wanted)),
            Aim::Max => "as large as possible".into(),
            Aim::Min => "as small as possible".into(),
            Aim::NotBelowNow => "no less than now".into(),
            Aim::NotAboveNow => "no more than now".into(),
        }
    }

    /// Formats a value of the quantity.
    pub fn value(&self, value: f64) -> String {
        self.quantity.value(value)
    }
}

impl Goal {
    /// Writes a value of the quantity as it is entered.
    fn exact(&self, value: f64) -> String {
        if self.quantity.is_share() {
            format!("{}%", 100.0 * value)
        } else {
            value.to_string()
        }
    }
}

impl Aim {
    /// True if a change of the quantity leads away from it.
    pub fn is_missed_by(self, change: f64) -> bool {
        match self {
            Aim::Max | Aim::AtLeast(_) | Aim::NotBelowNow => change < 0.0,
            Aim::Min | Aim::AtMost(_) | Aim::NotAboveNow => change > 0.0,
            Aim::Near(..) => false,
        }
    }

    /// Parses what follows the name of a quantity.
    fn parse(sign: &str, text: &str, quantity: &Quantity) -> Option<Aim> {
        match (sign, text) {
            ("=", "max") => Some(Aim::Max),
            ("=", "min") => Some(Aim::Min),
            (">=", NOW) => Some(Aim::NotBelowNow),
            ("<=", NOW) => Some(Aim::NotAboveNow),
            ("=", _) => {
                let parts = text.split_once('±').or_else(|| text.split_once("+-"));
                let Some((value, tolerance)) = parts else {
                    return Some(Aim::Near(parse_value(text, quantity)?, quantity.unit()));
                };
                let tolerance = parse_value(tolerance, quantity)?;
                (tolerance >= 0.0).then_some(Aim::Near(parse_value(value, quantity)?, tolerance))
            }
            (">=", _) => Some(Aim::AtLeast(parse_value(text, quantity)?)),
            _ => Some(Aim::AtMost(parse_value(text, quantity)?)),
        }
    }
}

/// Parses a value of a quantity; a share is a percentage.
fn parse_value(text: &str, quantity: &Quantity) -> Option<f64> {
    let value: f64 = text.trim().trim_end_matches('%').trim().parse().ok()?;
    if !value.is_finite() {
        None
    } else if quantity.is_share() {
        (0.0..=100.0).contains(&value).then_some(value / 100.0)
    } else {
        (value >= 0.0).then_some(value)
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.aim {
            Aim::Near(wanted, tolerance) => write!(
                f,
                "{}={}±{}",
                self.quantity,
                self.exact(wanted),
                self.exact(tolerance)
            ),
            Aim::AtLeast(wanted) => write!(f, "{}>={}", self.quantity, self.exact(wanted)),
            Aim::AtMost(wanted) => write!(f, "{}<={}", self.quantity, self.exact(wanted)),
            Aim::Max => write!(f, "{}=max", self.quantity),
            Aim::Min => write!(f, "{}=min", self.quantity),
            Aim::NotBelowNow => write!(f, "{}>={NOW}", self.quantity),
            Aim::NotAboveNow => write!(f, "{}<={NOW}", self.quantity),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_are_read_and_measured() {
        let game = GameName::GoldRush;
        let text = "first-seat=50%±1, closeness=max, skill>=80%, points<=90, tokens=20, \
                    level7>level4=65%±5, level7>greedy>=60%, drama=min, luckiest-wins<=now, turns>=now";
        let goals = Goal::parse_list(text, game).unwrap();
        let costs: Vec<f64> = goals
            .iter()
            .zip([0.53, 0.12, 0.78, 95.0, 20.5])
            .map(|(g, v)| g.cost(v))
            .collect();
        let expected = [2.0, 1.2, 2.0, 5.0, 0.0];
        assert!(
            costs
                .iter()
                .zip(expected)
                .all(|(cost, expected)| (cost - expected).abs() < 1e-9),
            "{costs:?}"
        );
        let three = goals[0].with_players(3).unwrap();
        assert!(
            three.distance(0.335) == 0.0 && three.distance(0.4) > 5.0,
            "a third is fair"
        );
        let third = Goal::parse_list("third-seat=50%", game).unwrap().remove(0);
        assert!(third.with_players(2).is_err() && third.with_players(3).is_ok());
        let shown: Vec<String> = goals.iter().map(Goal::to_string).collect();
        assert_eq!(Goal::parse_list(&shown.join(","), game), Ok(goals));
        for wrong in [
            "first-seat",
            "first-seat=half",
            "luck=1",
            "skill>=max",
            "skill>=200%",
            "skill=80,skill=90",
            "first-seat=50±-1",
            "lead<=-1",
            "lead=now",
            "level7>level77=60%",
            "level7>level7=60%",
        ] {
            assert!(Goal::parse_list(wrong, game).is_err(), "{wrong}");
        }
    }
}
