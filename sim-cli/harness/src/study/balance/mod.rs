//! Plan of a balance study: its comparisons between arms.

mod arms;
mod design;

use std::collections::BTreeMap;
use std::fmt;

use goldrush_games::Choice;
use goldrush_games::ask::{Element, Topic};
use serde::{Deserialize, Serialize};

use super::arm::Arm;
use super::factor::Factor;
use super::lineup::split_names;

/// Between the names of the agents of a pair, the stronger one first.
pub const AGAINST: &str = " against ";
/// Separator of the factors of an interaction, and of their levels.
pub const BOTH: &str = " × ";

/// Smallest number of games for which `ask` retunes bots: that costs the time of tens of thousands.
pub const ADAPTED_GAMES: u64 = 100_000;

/// Returns the strongest agent retuned for a game with a number of players, or `None` if that gains nothing.
pub type Retune<'a> = &'a dyn Fn(&Choice, usize) -> anyhow::Result<Option<Retuning>>;

/// An agent that was tuned for changed rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Retuning {
    pub agent: String,
    /// Its lead in points over the mean of agents that were not retuned.
    pub gain: f64,
    /// Half the width of the 95% interval of the gain.
    pub half_width: f64,
}

/// Parameters of a balance study.
pub struct StudyQuestion<'a> {
    /// Game of the base.
    pub choice: Choice,
    /// Factors to vary.
    pub factors: Vec<Factor>,
    /// Restrictions of one seat, each seat in turn.
    pub denied: Vec<String>,
    /// Agents of different strength, the weaker first.
    pub agents: Vec<String>,
    /// Names of agents for people, by their names in plans; if there are any, the agents are not ordered by strength, and none
    /// of them plays against another.
    pub titles: BTreeMap<String, String>,
    /// Agents that sit alone among the strongest of these, each preceded by a name for what it does differently.
    pub habits: Vec<(String, String)>,
    /// Numbers of players; everything is played with each.
    pub players: Vec<usize>,
    /// Pairs of agents, the weaker first; if empty, each agent but the first with the one before it.
    pub pairs: Vec<[String; 2]>,
    /// Rule for combining levels.
    pub design: Design,
    /// Largest differences that are too small to matter.
    pub margins: Margins,
    /// Topics to answer; if empty, all but those about how games go.
    pub about: Vec<Topic>,
    /// The question in somebody's own words.
    pub asked: Option<Asked>,
    /// Retunes the strongest agent and those of pairs for changed rules, if that is wanted.
    pub retune: Option<Retune<'a>>,
}

impl StudyQuestion<'_> {
    /// Creates a study that varies nothing yet, with these agents, separated by commas.
    pub fn new(choice: Choice, agents: &str) -> Self {
        StudyQuestion {
            choice,
            factors: Vec::new(),
            denied: Vec::new(),
            agents: split_names(agents),
            titles: BTreeMap::new(),
            habits: Vec::new(),
            players: Vec::new(),
            pairs: Vec::new(),
            design: Design::OneAtATime,
            margins: Margins::default(),
            about: Vec::new(),
            asked: None,
            retune: None,
        }
    }

    /// True if nothing but games of pairs answers it.
    pub(super) fn is_of_pairs(&self) -> bool {
        let mut factors = self.factors.iter();
        self.about == [Topic::Skill]
            && self.denied.is_empty()
            && self.habits.is_empty()
            && factors.all(|factor| factor.element != Element::Seat)
    }
}

/// A question in somebody's own words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    pub question: String,
    /// The answer, with names of responses in braces, which stand for what is found; empty for the usual sentences.
    pub sentence: String,
}

/// Parameters of a balance study besides its arms.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// Agents, the weaker first.
    pub agents: Vec<String>,
    /// Largest differences that are too small to matter.
    pub margins: Margins,
    /// Topics to answer for each comparison; if empty, all but those about how games go.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<Topic>,
    /// The question in somebody's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
    /// Rules for which the strongest agent was retuned, each by the name of its combination of levels and its number of
    /// players; `None` if the agents were not retuned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retuned: Option<BTreeMap<String, Retuning>>,
    /// Arms in which one agent plays alone against a weaker one under the rules of the base; empty if that is the question.
    pub strengths: Vec<Strength>,
    /// Comparisons to make.
    pub comparisons: Vec<Comparison>,
}

/// Rule for combining the levels of several factors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Design {
    /// One factor changes from its base at a time.
    OneAtATime,
    /// All levels of all factors combined: main effects and interactions of two.
    Full,
}

impl Design {
    /// All designs.
    pub const ALL: [Design; 2] = [Design::OneAtATime, Design::Full];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Design::OneAtATime => "one-at-a-time",
            Design::Full => "full",
        }
    }
}

/// Largest differences that are too small to matter; not negative.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Margins {
    /// For win shares, 0 to 1.
    pub shares: f64,
    /// For points, turns, features and counts of actions.
    pub points: f64,
}

impl Default for Margins {
    fn default() -> Margins {
        Margins {
            shares: 0.02,
            points: 1.0,
        }
    }
}

/// An arm that measures the advantage of an agent over a weaker one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strength {
    pub players: usize,
    /// Number of the pair, from 0. If each agent plays against the one before it, that is the position of the weaker one.
    pub pair: usize,
    /// Position in the list of agents, from 0, of the one that should be weaker.
    pub weaker: usize,
    /// Position of the one that should be stronger.
    pub stronger: usize,
    /// Arm in which they play.
    pub cell: Cell,
}

/// Comparison of one level of a factor with its base, as played by one agent, or by one agent against another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    pub question: QuestionKind,
    /// Name of the factor that is varied.
    pub factor: String,
    /// Level it is changed to.
    pub level: String,
    /// Level it is changed from.
    pub base: String,
    /// Agent that plays, or one agent against another.
    pub agent: String,
    /// Position of the agent in the list of agents, from 0; of two agents, the number of their pair.
    pub rank: usize,
    /// Number of players; if that is what is varied, the number at the new level.
    pub players: usize,
    /// Cells in which the level is played; their mean counts.
    pub level_cells: Vec<Cell>,
    /// Cells in which the base is played; empty if the other seats of the same games, or a fair share, are the base.
    pub base_cells: Vec<Cell>,
}

impl Comparison {
    /// True if all its cells are seen from the same point of view, and it has a base if it needs one.
    fn compares_alike(&self, arms: &[Arm]) -> bool {
        let mut views = self
            .level_cells
            .iter()
            .chain(&self.base_cells)
            .map(|cell| std::mem::discriminant(&View::new(*cell, &arms[cell.arm])));
        let first = views.next();
        let has_none = matches!(self.question, QuestionKind::Habit | QuestionKind::Pair);
        let has_base = self.base_cells.is_empty() == has_none;
        !self.level_cells.is_empty() && has_base && views.all(|view| Some(view) == first)
    }
}

/// Kind of question that a comparison answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// The game has other rules for all seats.
    Rule,
    /// Another seat is evaluated, in the same games.
    Seat,
    /// One seat, each in turn, is denied something (V9).
    Restriction,
    /// One seat, each in turn, plays differently from the others.
    Habit,
    /// One seat, each in turn, plays better than the others.
    Pair,
}

impl fmt::Display for QuestionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            QuestionKind::Rule => "rule",
            QuestionKind::Seat => "seat",
            QuestionKind::Restriction => "restriction",
            QuestionKind::Habit => "habit",
            QuestionKind::Pair => "pair",
        })
    }
}

impl Balance {
    /// Returns the names of the agents in comparisons, the weaker first.
    pub fn names(&self) -> Vec<String> {
        let mut names = self.agents.clone();
        for (rank, name) in names.iter_mut().enumerate() {
            let mut comparisons = self.comparisons.iter();
            // The first comparison of a rank is of the agent alone, unless there are only pairs.
            if let Some(alone) = comparisons.find(|one| one.rank == rank)
                && alone.question != QuestionKind::Pair
                && !alone.agent.contains(AGAINST)
            {
                name.clone_from(&alone.agent);
            }
        }
        names
    }

    /// True if what the stronger agents of pairs win is all that is asked.
    pub fn is_of_pairs(&self) -> bool {
        let mut comparisons = self.comparisons.iter();
        comparisons.any(|comparison| comparison.question == QuestionKind::Pair)
    }

    /// True if a topic is asked for in a comparison; any difference between seats belongs to the topic of seats.
    pub fn asks(&self, comparison: &Comparison, topic: Topic) -> bool {
        self.about.is_empty() || self.about.contains(&comparison.question.topic(topic))
    }
}

impl QuestionKind {
    /// Returns the topic that a response of this topic answers for this kind of question.
    pub fn topic(self, topic: Topic) -> Topic {
        if self == QuestionKind::Seat {
            Topic::Seats
        } else {
            topic
        }
    }
}

/// An arm, or one seat of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Cell {
    /// Index of the arm.
    pub arm: usize,
    /// Seat that is evaluated, if it is a single one.
    pub seat: Option<usize>,
}

impl Cell {
    /// Returns the cell of all seats of an arm.
    pub(super) fn of_arm(arm: usize) -> Cell {
        Cell { arm, seat: None }
    }

    /// Returns the cell of one seat of an arm.
    pub(super) fn of_seat(arm: usize, seat: usize) -> Cell {
        Cell {
            arm,
            seat: Some(seat),
        }
    }

    /// True if these arms have the arm and the seat.
    fn exists(self, arms: &[Arm]) -> bool {
        arms.get(self.arm)
            .is_some_and(|arm| self.seat.is_none_or(|seat| seat < arm.lineup.players()))
    }

    fn parse_number(text: &str) -> Result<usize, String> {
        text.parse()
            .map_err(|_| format!("\"{text}\" in a balance study is no number"))
    }
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

impl TryFrom<String> for Cell {
    type Error = String;
    fn try_from(text: String) -> Result<Cell, String> {
        match text.split_once(':') {
            None => Ok(Cell::of_arm(Cell::parse_number(&text)?)),
            Some((arm, seat)) => {
                let arm = Cell::parse_number(arm)?;
                Ok(Cell::of_seat(arm, Cell::parse_number(seat)?))
            }
        }
    }
}

/// Part of an arm that is evaluated; it determines the responses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// All seats: an agent against itself.
    Table,
    Seat(usize),
    /// The agent that sits alone against others.
    Alone,
}

impl View {
    /// Returns the view of a cell.
    pub fn new(cell: Cell, arm: &Arm) -> View {
        match cell.seat {
            Some(seat) => View::Seat(seat),
            None if arm.lineup.sides().len() > 1 => View::Alone,
            None => View::Table,
        }
    }
}

impl Balance {
    /// Returns all cells, each once, in order.
    pub fn cells(&self) -> Vec<Cell> {
        let compared = self
            .comparisons
            .iter()
            .flat_map(|c| c.level_cells.iter().chain(&c.base_cells));
        let mut cells: Vec<Cell> = compared
            .copied()
            .chain(self.strengths.iter().map(|s| s.cell))
            .collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Checks that the study fits the arms of its plan, after reading it from a file.
    ///
    /// # Errors
    /// Returns a message that says what does not fit.
    pub fn check(&self, arms: &[Arm]) -> Result<(), String> {
        if !(self.margins.shares >= 0.0 && self.margins.points >= 0.0) {
            return Err("a margin is negative".into());
        }
        if let Some(strength) = self
            .strengths
            .iter()
            .find(|s| s.weaker.max(s.stronger) >= self.agents.len())
        {
            return Err(format!(
                "the strength of an agent {} of {}",
                strength.weaker.max(strength.stronger),
                self.agents.len()
            ));
        }
        if let Some(cell) = self.cells().iter().find(|cell| !cell.exists(arms)) {
            return Err(format!(
                "a comparison with {cell}, which is no arm or seat of this run"
            ));
        }
        match self.comparisons.iter().find(|c| !c.compares_alike(arms)) {
            Some(c) => Err(format!(
                "the comparison of {} {} has arms of different kinds",
                c.factor, c.level
            )),
            None => Ok(()),
        }
    }
}
