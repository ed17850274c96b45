//! Schemas of game results: which columns the tables of each game have, and what they are called.

use std::fmt;
use std::ops::Range;

use goldrush_engine::game::WHOLE_WIN;
use serde::Serialize;

/// Maximum number of point sources per game.
pub const MAX_SOURCES: usize = 5;
/// Maximum number of counts per seat.
pub const MAX_COUNTS: usize = 21;
/// Maximum number of counts per game.
pub const MAX_GAME_COUNTS: usize = 5;
/// Maximum number of metrics.
pub const MAX_METRICS: usize = 4 + MAX_SOURCES + MAX_COUNTS + 2;

/// A quantity averaged over the results of seats, by its name in files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(transparent)]
pub struct Metric(&'static str);

impl Metric {
    /// Share of the win, ties split.
    pub const WIN_SHARE: Metric = Metric("win_share");
    /// Points.
    pub const SCORE: Metric = Metric("score");
    /// Points ahead of the best other seat; negative if behind.
    pub const MARGIN: Metric = Metric("margin");
    /// Rank, 1 = best.
    pub const RANK: Metric = Metric("rank");

    /// Metrics of every game, listed before its own.
    const OF_ALL_GAMES: [Metric; 4] = [Metric::WIN_SHARE, Metric::SCORE, Metric::MARGIN, Metric::RANK];

    /// Refers to a source, a count or a total of a schema, which must list it.
    pub(super) const fn of_schema(name: &'static str) -> Metric {
        Metric(name)
    }

    /// Returns its name in files.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

/// Returns the index of a column; used in constants, where a missing column is a compile error.
pub(super) const fn position(columns: &[&str], name: &str) -> usize {
    let mut at = 0;
    while at < columns.len() {
        if is_same(columns[at], name) {
            return at;
        }
        at += 1;
    }
    panic!("no column has this name")
}

/// Returns the index range of adjacent columns; used in constants, where it is a compile error if they are not
/// adjacent.
pub(super) const fn side_by_side(columns: &[&str], names: &[&str]) -> Range<usize> {
    let first = position(columns, names[0]);
    let mut i = 1;
    while i < names.len() {
        assert!(position(columns, names[i]) == first + i, "these columns do not stand side by side");
        i += 1;
    }
    first..first + names.len()
}

/// Returns the column names from pairs of column and meaning.
pub(super) const fn columns<const N: usize>(counts: &[(&'static str, &'static str); N]) -> [&'static str; N] {
    let mut columns = [""; N];
    let mut i = 0;
    while i < N {
        columns[i] = counts[i].0;
        i += 1;
    }
    columns
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut i = 0;
    while i < one.len() && i < other.len() && one[i] == other[i] {
        i += 1;
    }
    i == one.len() && i == other.len()
}

/// Schema of a game's results. All values are whole numbers.
pub struct ResultSchema {
    /// Name of the game on the command line.
    pub game: &'static str,
    /// Counts per game besides its turns: column and meaning.
    pub game_counts: &'static [(&'static str, &'static str)],
    /// Range of [`ResultSchema::game_counts`] that adds up to the completed features; empty if there are none.
    pub completed: Range<usize>,
    /// Sources of points.
    pub sources: &'static [Source],
    /// Counts per seat: columns.
    pub counts: &'static [&'static str],
    /// Sums of adjacent counts.
    pub totals: &'static [(Metric, Range<usize>)],
    /// Index of the count that breaks ties in score. `None` if ties stand.
    pub tie_break: Option<usize>,
    /// Roles in which pieces are placed. `None` if the game has no such pieces.
    pub roles: Option<Roles>,
    /// Actions of seats: metrics and their headings.
    pub actions: &'static [(Metric, &'static str)],
    /// Timing of actions: counts in the first, second and last third of the tiles, and their common heading.
    pub phases: &'static [([Metric; 3], &'static str)],
}

/// Returns the third of the game, 0 to 2, that a turn is in, given the tiles drawn before it and the tiles left.
pub fn third(drawn: usize, left: usize) -> usize {
    (3 * drawn / (drawn + left).max(1)).min(2)
}

/// A source of points.
pub struct Source {
    /// Name of its column and metric.
    pub name: &'static str,
    /// Name of the things that bring the points, in the plural.
    pub plural: &'static str,
    /// CSS class in pictures, which gives it its color.
    pub class: &'static str,
}

impl Source {
    /// Returns the metric of its points.
    pub const fn metric(&self) -> Metric {
        Metric(self.name)
    }
}

/// Roles in which pieces are placed.
pub struct Roles {
    /// Name of the pieces, in the plural.
    pub figures: &'static str,
    /// Metric that is the total over all roles.
    pub total: Metric,
    /// Metric, name and CSS class of each role.
    pub each: &'static [(Metric, &'static str, &'static str)],
}

/// Index of the win share in [`ResultSchema::metrics`].
pub const WIN_SHARE: usize = 0;
/// Index of the score in [`ResultSchema::metrics`].
pub const SCORE: usize = 1;
/// Index of the margin in [`ResultSchema::metrics`].
pub const MARGIN: usize = 2;

/// Returns the number of stored units that make one whole of a metric, given its index in [`ResultSchema::metrics`].
pub fn unit(metric: usize) -> f64 {
    let is_share = Metric::OF_ALL_GAMES.get(metric) == Some(&Metric::WIN_SHARE);
    if is_share { f64::from(WHOLE_WIN) } else { 1.0 }
}

impl ResultSchema {
    /// Returns all metrics; the win share comes first.
    pub fn metrics(&self) -> Vec<Metric> {
        let sources = self.sources.iter().map(Source::metric);
        let counts = self.counts.iter().map(|name| Metric(name));
        let totals = self.totals.iter().map(|(metric, _)| *metric);
        Metric::OF_ALL_GAMES.into_iter().chain(sources).chain(counts).chain(totals).collect()
    }

    /// Returns the range of seat counts that a metric is the sum of. `None` if it is not a sum of counts, for example a
    /// source of points.
    pub fn counts_of(&self, metric: Metric) -> Option<Range<usize>> {
        let total = self.totals.iter().find(|(total, _)| *total == metric).map(|(_, of)| of.clone());
        let count = || self.counts.iter().position(|count| *count == metric.name()).map(|at| at..at + 1);
        total.or_else(count)
    }

    /// Returns the metrics of whole games: meaning, and how to read the value.
    pub fn game_metrics(&self) -> Vec<(&'static str, GameMetric)> {
        let counts = self.game_counts.iter().enumerate().map(|(at, (_, meaning))| (*meaning, GameMetric::Count(at)));
        std::iter::once(("turns", GameMetric::Turns))
            .chain(counts)
            .chain([("winning margin", GameMetric::WinningMargin)])
            .collect()
    }

    /// Returns the columns of `games.csv`: one row per game.
    pub fn game_columns(&self) -> Vec<&'static str> {
        let key = ["run", "game", "block", "arm", "seating", "players", "turns"];
        let counts = self.game_counts.iter().map(|(column, _)| *column);
        key.into_iter().chain(counts).chain(["best_score", "winning_margin", "winners", "check"]).collect()
    }

    /// Returns the columns of `seats.csv`: one row per game and seat.
    pub fn seat_columns(&self) -> Vec<&'static str> {
        let key = ["run", "game", "block", "arm", "seating", "seat", "agent", "score", "rank", "win_share"];
        let sources = self.sources.iter().map(|source| source.name);
        key.into_iter().chain(sources).chain(self.counts.iter().copied()).chain(["fault"]).collect()
    }
}

/// A quantity averaged over games, not seats.
#[derive(Clone, Copy, Debug)]
pub enum GameMetric {
    /// Number of turns.
    Turns,
    /// One of the counts in [`ResultSchema::game_counts`], by index.
    Count(usize),
    /// Lead of the best seat over the second best.
    WinningMargin,
}
