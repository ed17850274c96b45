//! Topics: the questions that designers ask about a rule.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A question about a rule, in the order in which they are answered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Topic {
    /// Loss of a player who is denied something.
    Loss,
    /// Who wins: fairness of the seats.
    Seats,
    /// Closeness of games.
    Closeness,
    /// Length of games.
    Length,
    /// Points per player.
    Points,
    /// Sources of points.
    Sources,
    /// Importance of skill.
    Skill,
    /// Frequency of actions.
    Use,
}

impl Topic {
    /// All topics.
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

    /// Returns the name on the command line.
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

    /// Returns the question in words.
    pub fn question(self) -> &'static str {
        match self {
            Topic::Loss => "What a player loses without it",
            Topic::Seats => "Who wins",
            Topic::Closeness => "How close games are",
            Topic::Length => "How long games last",
            Topic::Points => "How many points players score",
            Topic::Sources => "Where points come from",
            Topic::Skill => "How much skill counts",
            Topic::Use => "How often actions are taken",
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
