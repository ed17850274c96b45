//! The questions that designers ask of a rule.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// What can be asked of a rule, in the order in which it is answered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Topic {
    /// What a player loses who may not do something.
    Loss,
    /// Who wins: whether every seat has a fair share.
    Seats,
    /// How close games are.
    Closeness,
    /// How long they last.
    Length,
    /// How many points players score.
    Points,
    /// Where the points come from.
    Sources,
    /// How much skill counts.
    Skill,
    /// How often players do what.
    Use,
}

impl Topic {
    /// All of them.
    pub const ALL: [Topic; 8] = [
        Topic::Loss,
        Topic::Seats,
        Topic::Closeness,
        Topic::Length,
        Topic::Points,
        Topic::Sources,
        Topic::Skill,
        Topic::Use,
    ];

    /// As it is written on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Topic::Loss => "loss",
            Topic::Seats => "seats",
            Topic::Closeness => "closeness",
            Topic::Length => "length",
            Topic::Points => "points",
            Topic::Sources => "sources",
            Topic::Skill => "skill",
            Topic::Use => "use",
        }
    }

    /// What is asked.
    pub fn question(self) -> &'static str {
        match self {
            Topic::Loss => "What a player loses without it",
            Topic::Seats => "Who wins",
            Topic::Closeness => "How close games are",
            Topic::Length => "How long they last",
            Topic::Points => "How many points",
            Topic::Sources => "Where points come from",
            Topic::Skill => "How much skill counts",
            Topic::Use => "How often it is done",
        }
    }
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Topic {
    type Err = String;

    fn from_str(text: &str) -> Result<Topic, String> {
        Topic::ALL
            .into_iter()
            .find(|topic| topic.name() == text)
            .ok_or_else(|| format!("\"{text}\" is none of the questions: {}", Topic::ALL.map(Topic::name).join(", ")))
    }
}
