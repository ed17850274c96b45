//! What is known of the finished games of each kind: the columns of their tables, and what they are called.

use std::fmt;
use std::ops::Range;

use goldrush_engine::game::WHOLE_WIN;
use serde::Serialize;

/// Most sources of points a game has.
pub const MAX_SOURCES: usize = 5;
/// Most things that are counted of a seat.
pub const MAX_COUNTS: usize = 21;
/// Most things that are counted of a game.
pub const MAX_GAME_COUNTS: usize = 5;
/// Most things that are averaged.
pub const MAX_METRICS: usize = 4 + MAX_SOURCES + MAX_COUNTS + 2;

/// Something that is averaged over the results of seats, by its name in files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(transparent)]
pub struct Metric(&'static str);

impl Metric {
    /// Share of the win, ties split.
    pub const WIN_SHARE: Metric = Metric("win_share");
    /// Points.
    pub const SCORE: Metric = Metric("score");
    /// Points ahead of the best other seat, or behind it.
    pub const MARGIN: Metric = Metric("margin");
    /// Place, 1 for the best.
    pub const RANK: Metric = Metric("rank");

    /// What every game has, before its own.
    const OF_ALL_GAMES: [Metric; 4] = [Metric::WIN_SHARE, Metric::SCORE, Metric::MARGIN, Metric::RANK];

    /// A source, a count or a total of a sheet, which is to list it.
    pub(super) const fn of_sheet(name: &'static str) -> Metric {
        Metric(name)
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0)
    }
}

/// Where a column is among others; the program is not compiled if it is not there.
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

/// Where columns are among others that stand side by side; the program is not compiled if they do not.
pub(super) const fn side_by_side(columns: &[&str], names: &[&str]) -> Range<usize> {
    let first = position(columns, names[0]);
    let mut i = 1;
    while i < names.len() {
        assert!(position(columns, names[i]) == first + i, "these columns do not stand side by side");
        i += 1;
    }
    first..first + names.len()
}

/// The columns among columns and their meanings.
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

/// How the results of a game are written down. All its parts are numbers that are counted in whole.
pub struct Sheet {
    /// The game's name on the command line.
    pub game: &'static str,
    /// What is counted of a game besides its turns: column and meaning.
    pub game_counts: &'static [(&'static str, &'static str)],
    /// Which of them together are the features completed; empty if there are none.
    pub completed: Range<usize>,
    /// Where points come from.
    pub sources: &'static [Source],
    /// What is counted of a seat: columns.
    pub counts: &'static [&'static str],
    /// Sums of counts that stand side by side.
    pub totals: &'static [(Metric, Range<usize>)],
    /// Which count decides among seats with the same score, if there is one.
    pub tie_break: Option<usize>,
    /// What figures are placed as, if the game has figures.
    pub roles: Option<Roles>,
    /// What seats do: metrics and their headings.
    pub actions: &'static [(Metric, &'static str)],
    /// When they do it: counts of the first, second and last third of the tiles, and what they are together.
    pub phases: &'static [([Metric; 3], &'static str)],
}

/// The third of a game, 0 to 2, that a turn is in: so many tiles have been drawn before it, so many are left.
pub fn third(drawn: usize, left: usize) -> usize {
    (3 * drawn / (drawn + left).max(1)).min(2)
}

/// A source of points.
pub struct Source {
    /// Column and metric.
    pub name: &'static str,
    /// What brings them, in the plural.
    pub plural: &'static str,
    /// Its class in pictures, which has its colour.
    pub class: &'static str,
}

impl Source {
    /// The points it brings.
    pub const fn metric(&self) -> Metric {
        Metric(self.name)
    }
}

/// What figures are placed as.
pub struct Roles {
    /// What the figures are called, in the plural.
    pub figures: &'static str,
    /// The metric that is all of them together.
    pub total: Metric,
    /// Metric, name and class of each role.
    pub each: &'static [(Metric, &'static str, &'static str)],
}

/// Position of the win share in [`Sheet::metrics`].
pub const WIN_SHARE: usize = 0;
/// Position of the score in [`Sheet::metrics`].
pub const SCORE: usize = 1;
/// Position of the margin in [`Sheet::metrics`].
pub const MARGIN: usize = 2;

/// How many units of a metric are one, by its position in [`Sheet::metrics`].
pub fn unit(metric: usize) -> f64 {
    let is_share = Metric::OF_ALL_GAMES.get(metric) == Some(&Metric::WIN_SHARE);
    if is_share { f64::from(WHOLE_WIN) } else { 1.0 }
}

impl Sheet {
    /// Everything that is averaged; the win share comes first.
    pub fn metrics(&self) -> Vec<Metric> {
        let sources = self.sources.iter().map(Source::metric);
        let counts = self.counts.iter().map(|name| Metric(name));
        let totals = self.totals.iter().map(|(metric, _)| *metric);
        Metric::OF_ALL_GAMES.into_iter().chain(sources).chain(counts).chain(totals).collect()
    }

    /// Which counts of a seat a metric is the sum of; none if it is a source of points.
    pub fn counts_of(&self, metric: Metric) -> Option<Range<usize>> {
        let total = self.totals.iter().find(|(total, _)| *total == metric).map(|(_, of)| of.clone());
        let count = || self.counts.iter().position(|count| *count == metric.name()).map(|at| at..at + 1);
        total.or_else(count)
    }

    /// What is said of games as wholes: its meaning, and how it is read off.
    pub fn game_metrics(&self) -> Vec<(&'static str, GameMetric)> {
        let counts = self.game_counts.iter().enumerate().map(|(at, (_, meaning))| (*meaning, GameMetric::Count(at)));
        std::iter::once(("turns", GameMetric::Turns))
            .chain(counts)
            .chain([("winning margin", GameMetric::WinningMargin)])
            .collect()
    }

    /// Columns of `games.csv`: one row a game.
    pub fn game_columns(&self) -> Vec<&'static str> {
        let key = ["run", "game", "block", "arm", "seating", "players", "turns"];
        let counts = self.game_counts.iter().map(|(column, _)| *column);
        key.into_iter().chain(counts).chain(["best_score", "winning_margin", "winners", "check"]).collect()
    }

    /// Columns of `seats.csv`: one row a game and seat.
    pub fn seat_columns(&self) -> Vec<&'static str> {
        let key = ["run", "game", "block", "arm", "seating", "seat", "agent", "score", "rank", "win_share"];
        let sources = self.sources.iter().map(|source| source.name);
        key.into_iter().chain(sources).chain(self.counts.iter().copied()).chain(["fault"]).collect()
    }
}

/// Something that is averaged over games, not seats.
#[derive(Clone, Copy, Debug)]
pub enum GameMetric {
    /// How long it lasts.
    Turns,
    /// One of the sheet's counts.
    Count(usize),
    /// How far the best seat is ahead.
    WinningMargin,
}
