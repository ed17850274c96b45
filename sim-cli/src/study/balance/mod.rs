//! The plan of a balance study: which of its arms are compared with which.

mod arms;
mod design;
mod topic;

pub use design::Inquiry;
pub use topic::Topic;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::arm::Arm;

/// What the plan of a balance study has besides its arms.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// The agents, the weaker first.
    pub agents: Vec<String>,
    /// What is too small to matter.
    pub margins: Margins,
    /// What is asked of each comparison; everything if nothing is said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Topic>,
    /// Where one agent plays alone against a weaker one under the rules of the base.
    pub strengths: Vec<Strength>,
    /// What is compared.
    pub comparisons: Vec<Comparison>,
}

/// Which levels of several factors go together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Design {
    /// One factor leaves its base at a time.
    OneAtATime,
    /// All levels of all factors with each other: main effects and interactions of two.
    Full,
}

impl Design {
    /// All of them.
    pub const ALL: [Design; 2] = [Design::OneAtATime, Design::Full];

    /// As it is written on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Design::OneAtATime => "one-at-a-time",
            Design::Full => "full",
        }
    }
}

/// Differences that are too small to matter; not negative.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Margins {
    /// Of win shares.
    pub shares: f64,
    /// Of points, turns and features.
    pub points: f64,
}

/// An arm that shows how much stronger an agent is than the one before it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strength {
    /// Number of players.
    pub players: usize,
    /// Position in the list of agents of the one that should be weaker, from 0; the other is the next.
    pub weaker: usize,
    /// The arm.
    pub cell: Cell,
}

/// One level of a factor against its base, as one agent plays, or one agent against another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// What kind of question it is.
    pub question: Asked,
    /// What is varied.
    pub factor: String,
    /// To which level.
    pub level: String,
    /// From which.
    pub base: String,
    /// Who plays.
    pub agent: String,
    /// Position of the agent in their list, from 0; of two, of the first.
    pub rank: usize,
    /// Number of players; at the level, if it is this that is varied.
    pub players: usize,
    /// Where the level is played; the mean of them counts.
    pub level_cells: Vec<Cell>,
    /// Where the base is played; nowhere where the other seats of the same games are the base.
    pub base_cells: Vec<Cell>,
}

/// What kind of question a comparison asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asked {
    /// The game has other rules for all.
    Rule,
    /// Another seat is looked at, in the same games.
    Seat,
    /// One seat may not do something (V9), each in turn.
    Restriction,
    /// One seat, each in turn, plays differently than the others.
    Habit,
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Asked::Rule => "rule",
            Asked::Seat => "seat",
            Asked::Restriction => "restriction",
            Asked::Habit => "habit",
        })
    }
}

impl Balance {
    /// Whether a question is asked of a comparison; what one seat has more than another is a question of seats.
    pub fn asks(&self, comparison: &Comparison, topic: Topic) -> bool {
        self.about.is_empty() || self.about.contains(&comparison.question.topic(topic))
    }
}

impl Asked {
    /// The question that a response of this topic answers.
    pub fn topic(self, topic: Topic) -> Topic {
        if self == Asked::Seat { Topic::Seats } else { topic }
    }
}

/// An arm, or one seat of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Cell {
    /// The arm's number.
    pub arm: usize,
    /// The seat that is looked at, if it is one.
    pub seat: Option<usize>,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seat {
            None => write!(f, "{}", self.arm),
            Some(seat) => write!(f, "{}:{seat}", self.arm),
        }
    }
}

impl From<Cell> for String {
    fn from(cell: Cell) -> String {
        cell.to_string()
    }
}

impl FromStr for Cell {
    type Err = String;
    fn from_str(text: &str) -> Result<Cell, String> {
        let number = |text: &str| text.parse().map_err(|_| format!("\"{text}\" in a balance study is no number"));
        Ok(match text.split_once(':') {
            None => Cell { arm: number(text)?, seat: None },
            Some((arm, seat)) => Cell { arm: number(arm)?, seat: Some(number(seat)?) },
        })
    }
}

impl TryFrom<String> for Cell {
    type Error = String;
    fn try_from(text: String) -> Result<Cell, String> {
        text.parse()
    }
}

/// What of an arm is looked at, and so which responses there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// All seats: an agent against itself.
    Table,
    /// One seat.
    Seat(usize),
    /// The agent that is alone against others.
    Alone,
}

impl View {
    /// That of a cell.
    pub fn new(cell: Cell, arm: &Arm) -> View {
        match cell.seat {
            Some(seat) => View::Seat(seat),
            None if arm.lineup.sides().len() > 1 => View::Alone,
            None => View::Table,
        }
    }
}

impl Balance {
    /// All cells, each once, in order.
    pub fn cells(&self) -> Vec<Cell> {
        let compared = self.comparisons.iter().flat_map(|c| c.level_cells.iter().chain(&c.base_cells));
        let mut cells: Vec<Cell> = compared.copied().chain(self.strengths.iter().map(|s| s.cell)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Checks that a plan that was read fits its arms.
    ///
    /// # Errors
    /// Says what does not fit.
    pub fn check(&self, arms: &[Arm]) -> Result<(), String> {
        if !(self.margins.shares >= 0.0 && self.margins.points >= 0.0) {
            return Err("a margin is negative".into());
        }
        if let Some(strength) = self.strengths.iter().find(|s| s.weaker + 1 >= self.agents.len()) {
            return Err(format!("the strength of an agent {} of {}", strength.weaker + 1, self.agents.len()));
        }
        let there = |cell: &Cell| {
            arms.get(cell.arm).is_some_and(|arm| cell.seat.is_none_or(|seat| seat < arm.lineup.players()))
        };
        if let Some(cell) = self.cells().iter().find(|cell| !there(cell)) {
            return Err(format!("a comparison with {cell}, which is no arm or seat of this run"));
        }
        let alike = |c: &Comparison| {
            let mut views = c
                .level_cells
                .iter()
                .chain(&c.base_cells)
                .map(|cell| std::mem::discriminant(&View::new(*cell, &arms[cell.arm])));
            let first = views.next();
            let has_base = c.base_cells.is_empty() == (c.question == Asked::Habit);
            !c.level_cells.is_empty() && has_base && views.all(|view| Some(view) == first)
        };
        match self.comparisons.iter().find(|c| !alike(c)) {
            Some(c) => Err(format!("the comparison of {} {} has arms of different kinds", c.factor, c.level)),
            None => Ok(()),
        }
    }
}
