//! Measures of the course of a game: leads, decisions, luck and contact between players. A study measures those that it asks for.

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
    /// Lack of chances to win while the winner was behind, as Browne (2008) defines drama.
    Drama,
    /// Most points by which the winner was behind.
    Deficit,
    /// Share of the win of the seat that led at half-time.
    LeaderWins,
    /// Moves with a choice.
    Decisions,
    /// Mean number of legal moves where there was a choice.
    Choices,
    /// Mean number of turns that are nearly as good as the best one.
    NearEqual,
    /// Share of the turns with no choice that matters.
    FreeTurns,
    /// Share of the points that came from what several seats were part of.
    Interaction,
    /// Luck of the luckiest seat minus the mean luck of the others, in points.
    LuckSpread,
    /// Share of the win of the luckiest seat.
    LuckiestWins,
    /// Mean size of the luck of a tile or card, in points.
    DrawSize,
}

/// All measures in order, each with its topic, its column of `games.csv`, and the meaning of that column.
const MEASURES: [(Topic, &str, &str); Quality::ALL.len()] = [
    (
        Topic::LeadChanges,
        "lead_changes",
        "number of times that another seat took the lead",
    ),
    (
        Topic::Decided,
        "decided_turn",
        "turns after which the winner's chance to win stayed above 90%",
    ),
    (
        Topic::Drama,
        "drama",
        "mean of √(best chance to win − the winner's) over the turns at whose start the winner was behind",
    ),
    (
        Topic::Drama,
        "deficit",
        "most points by which the winner was behind, at the end of a round",
    ),
    (
        Topic::Leader,
        "leader_wins",
        "win share of the seat that led at half-time; the mean of several leaders",
    ),
    (
        Topic::Decisions,
        "decisions",
        "moves with more than one legal move",
    ),
    (
        Topic::Choices,
        "choices",
        "mean number of legal moves at a decision",
    ),
    (
        Topic::NearEqual,
        "near_equal",
        "mean number of other turns within a point of the best one, by the values of `heuristic`",
    ),
    (
        Topic::NearEqual,
        "free_turns",
        "share of the turns for which at least half of all turns are within a point of the best one, or there is only one",
    ),
    (
        Topic::Interaction,
        "interaction",
        "share of all points that come from features with pieces of several seats; in the card game, from flips of other seats",
    ),
    (
        Topic::Luck,
        "luck_spread",
        "luck of the luckiest seat minus the mean luck of the others, in points",
    ),
    (
        Topic::Luck,
        "luckiest_wins",
        "win share of the luckiest seat; the mean of several",
    ),
    (
        Topic::DrawSize,
        "draw_size",
        "mean of how much better or worse a tile or card was than the average draw, in points without sign",
    ),
];

impl Quality {
    /// All measures.
    pub const ALL: [Quality; 13] = [
        Quality::LeadChanges,
        Quality::DecidedTurn,
        Quality::Drama,
        Quality::Deficit,
        Quality::LeaderWins,
        Quality::Decisions,
        Quality::Choices,
        Quality::NearEqual,
        Quality::FreeTurns,
        Quality::Interaction,
        Quality::LuckSpread,
        Quality::LuckiestWins,
        Quality::DrawSize,
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
        use Quality::{DecidedTurn, Decisions, Deficit, LeadChanges};
        !matches!(self, LeadChanges | DecidedTurn | Deficit | Decisions)
    }

    /// True if it follows from the luck of draws, which has to be estimated for it.
    pub fn is_of_luck(self) -> bool {
        matches!(
            self,
            Quality::LuckSpread | Quality::LuckiestWins | Quality::DrawSize
        )
    }
}
