//! The decision to be made in a scene: a question with its choices, and what each leads to.

use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::player::Player;
use serde::Serialize;

use super::board::Picture;

/// A decision to be made.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Question {
    /// The seat that decides.
    pub seat: Player,
    /// The task: `lay the tile`.
    pub task: &'static str,
    /// The question, with the facts needed to answer it.
    pub text: String,
    /// The question in short, for a narrow column.
    pub brief: String,
    /// The tile in hand, if the question is where to place it.
    pub hand: Option<Hand>,
    /// True if the moves of this turn can be taken back: nothing hidden was seen since it began.
    pub can_take_up: bool,
    /// The answers to choose from.
    pub choices: Vec<Choice>,
}

/// A tile to be placed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Hand {
    /// Description of what it shows.
    pub words: String,
    /// The tile in characters, by number of quarter turns, at each scale.
    pub drawn: Vec<Vec<Picture>>,
    /// Index of its kind in the line art.
    pub art: usize,
    /// Cells next to tiles where it does not fit in some rotation.
    pub illegal_reasons: Vec<IllegalReason>,
}

/// A cell where a tile does not fit, at least in some rotation.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct IllegalReason {
    pub cell: Cell,
    /// Reason why it does not fit, by number of quarter turns; `None` where there is no objection.
    pub why: [Option<String>; 4],
}

/// One of several answers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Choice {
    /// Name of the answer.
    pub what: String,
    /// Its immediate effect; empty if there is none.
    pub worth: String,
    /// The cell it concerns.
    pub cell: Option<Cell>,
    /// The angle it stands for, in degrees.
    pub turned: Option<u16>,
    /// The feature it concerns, on the picture.
    pub feature: Option<u16>,
    /// Segments on which it can be played; empty if it is not played on the board.
    pub spots: Vec<ChoiceSpot>,
    /// The move or question it leads to.
    pub leads: LeadRange,
}

/// A segment on which a choice can be played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ChoiceSpot {
    /// Number of the segment.
    pub part: u16,
    /// True if a piece claims the segment, so that the choice's number may be drawn there.
    pub claims: bool,
    /// Cell of its tile.
    pub cell: Cell,
    /// The move, as text.
    pub mv: String,
}

/// The result of a choice.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LeadRange {
    /// A move, as text.
    Move(String),
    /// Another question.
    Question(Box<Question>),
}

impl Choice {
    /// Creates an answer that is a move and concerns nothing on the picture.
    pub fn plain(what: impl Into<String>, mv: String) -> Choice {
        Choice {
            what: what.into(),
            worth: String::new(),
            cell: None,
            turned: None,
            feature: None,
            spots: Vec::new(),
            leads: LeadRange::Move(mv),
        }
    }

    /// Returns the answers that are moves: this one, or those of the question it leads to.
    pub fn ways(&self) -> &[Choice] {
        match &self.leads {
            LeadRange::Move(_) => std::slice::from_ref(self),
            LeadRange::Question(question) => &question.choices,
        }
    }

    /// Returns its move; `None` if it leads to another question.
    pub fn mv(&self) -> Option<&str> {
        if let LeadRange::Move(mv) = &self.leads {
            Some(mv)
        } else {
            None
        }
    }

    /// Returns its name and its immediate effect.
    pub fn words(&self) -> String {
        if self.worth.is_empty() {
            self.what.clone()
        } else {
            format!("{}: {}", self.what, self.worth)
        }
    }
}
