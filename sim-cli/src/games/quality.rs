//! Measures of how a game went: leads, decisions and contact between players. A study measures those that it asks for.

use super::ask::Topic;

/// Units of a [`Quality`] that is a fraction, per whole.
pub const PARTS: i64 = 1000;

/// Values of a game, by [`Quality`]; 0 for what is not measured. Fractions are in units of 1/[`PARTS`].
pub type QualityValues = [u32; Quality::ALL.len()];

/// A measure of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quality {
    /// Number of times that another seat takes the lead.
    LeadChanges,
    /// Turns after which the winner's chance to win stays above 90%.
    DecidedTurn,
    /// How far the winner was behind in chances to win, as Browne (2008) defines drama.
    Drama,
    /// Most points by which the winner was behind.
    Deficit,
    /// Share of the win of the seat that led at half-time.
    LeaderWins,
    /// Moves with a choice.
    Decisions,
    /// Mean number of legal moves where there was a choice.
    Choices,
    /// Share of the points that came from what several seats were part of.
    Interaction,
}

/// All measures in order, each with its topic, its column of `games.csv`, and the meaning of that column.
const MEASURES: [(Topic, &str, &str); Quality::ALL.len()] = [
    (Topic::LeadChanges, "lead_changes", "times that another seat took the lead, from one round to the next"),
    (Topic::Decided, "decided_turn", "turns after which the winner's chance to win stayed above 90%"),
    (Topic::Drama, "drama", "mean square root of what the winner's chance to win lacked to the best one, while it was behind"),
    (Topic::Drama, "deficit", "most points by which the winner was behind, at the end of a round"),
    (Topic::Leader, "leader_wins", "share of the win of the seat that led at half-time; the mean of several that led"),
    (Topic::Decisions, "decisions", "moves for which there was more than one legal move"),
    (Topic::Choices, "choices", "mean number of legal moves of these"),
    (Topic::Interaction, "interaction", "share of all points that came from features with pieces of several seats, or from flips of another seat"),
];

impl Quality {
    /// All measures.
    pub const ALL: [Quality; 8] = [
        Quality::LeadChanges,
        Quality::DecidedTurn,
        Quality::Drama,
        Quality::Deficit,
        Quality::LeaderWins,
        Quality::Decisions,
        Quality::Choices,
        Quality::Interaction,
    ];

    /// Returns the name of its column and response.
    pub fn name(self) -> &'static str {
        MEASURES[self as usize].1
    }

    /// Returns the topic it answers.
    pub fn topic(self) -> Topic {
        MEASURES[self as usize].0
    }

    /// Returns the meaning of its column, as `COLUMNS.md` has it.
    pub fn meaning(self) -> &'static str {
        MEASURES[self as usize].2
    }

    /// True if it is a fraction rather than a whole number.
    pub fn is_fraction(self) -> bool {
        matches!(self, Quality::Drama | Quality::LeaderWins | Quality::Choices | Quality::Interaction)
    }
}
