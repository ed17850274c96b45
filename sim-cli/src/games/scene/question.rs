//! What is to be decided, as a scene asks it: the question with its choices, and what each leads to.

use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::player::Player;
use serde::Serialize;

use super::ground::Picture;

/// What is to be decided.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// Who decides.
    pub seat: Player,
    /// What to do: `lay the tile`.
    pub task: &'static str,
    /// The question, with what one has to know.
    pub text: String,
    /// The same for a narrow column.
    pub brief: String,
    /// The tile to be laid, if the question is where it goes.
    pub hand: Option<Hand>,
    /// Whether what was done in this turn can be taken up again: nothing hidden was seen since it began.
    pub can_take_up: bool,
    /// The answers there are.
    pub choices: Vec<Choice>,
}

/// A tile to be laid.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hand {
    /// The name of its kind.
    pub kind: String,
    /// What it shows.
    pub words: String,
    /// The tile turned by each number of quarters, at each scale.
    pub drawn: Vec<Vec<Picture>>,
    /// The number of its kind among the drawings in lines.
    pub art: usize,
    /// Cells beside tiles where it does not fit in every rotation.
    pub refusals: Vec<Refusal>,
}

/// A cell where a tile does not fit, at least not in every rotation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Refusal {
    /// The cell.
    pub cell: Cell,
    /// By number of quarter turns: why not.
    pub why: [Option<String>; 4],
}

/// One of several answers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// What it is.
    pub what: String,
    /// What it brings now; empty if nothing.
    pub worth: String,
    /// The cell it is about.
    pub cell: Option<Cell>,
    /// The angle it is about, in degrees.
    pub turned: Option<u16>,
    /// The feature it is about, on the picture.
    pub feature: Option<u16>,
    /// The parts of the landscape where it can be played, if that is on one, each with what it is there.
    pub spots: Vec<ChoiceSpot>,
    /// What it leads to.
    pub leads: Leads,
}

/// A part of the landscape where a choice can be played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ChoiceSpot {
    /// The part.
    pub part: u16,
    /// Whether a figure claims it, so that the choice's number may stand there.
    pub claims: bool,
    /// The cell it lies in.
    pub cell: Cell,
    /// What the choice is there.
    pub what: String,
    /// The move, as text.
    pub mv: String,
}

/// What a choice leads to.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Leads {
    /// A move, as text.
    Move(String),
    /// Another question.
    Question(Box<Question>),
}

impl Choice {
    /// An answer that is a move, with nothing on the picture.
    pub fn plain(what: impl Into<String>, mv: String) -> Choice {
        let (worth, spots) = (String::new(), Vec::new());
        Choice { what: what.into(), worth, cell: None, turned: None, feature: None, spots, leads: Leads::Move(mv) }
    }

    /// The answers that are moves: this one, or those of the question it leads to.
    pub fn ways(&self) -> &[Choice] {
        match &self.leads {
            Leads::Move(_) => std::slice::from_ref(self),
            Leads::Question(question) => &question.choices,
        }
    }

    /// Its move, if it is one.
    pub fn mv(&self) -> Option<&str> {
        if let Leads::Move(mv) = &self.leads { Some(mv) } else { None }
    }

    /// What it is and what it brings.
    pub fn words(&self) -> String {
        if self.worth.is_empty() { self.what.clone() } else { format!("{}: {}", self.what, self.worth) }
    }
}
