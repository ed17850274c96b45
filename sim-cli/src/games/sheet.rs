//! What is known of the finished games of each kind: the columns of their tables, and what they are called.

use std::ops::Range;

use goldrush_engine::game::WHOLE_WIN;

/// Most sources of points a game has.
pub const MAX_SOURCES: usize = 5;
/// Most things that are counted of a seat.
pub const MAX_COUNTS: usize = 12;
/// Most things that are counted of a game.
pub const MAX_GAME_COUNTS: usize = 5;
/// Most things that are averaged.
pub const MAX_METRICS: usize = 4 + MAX_SOURCES + MAX_COUNTS + 2;

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
    /// Sums of neighbouring counts: name and which.
    pub totals: &'static [(&'static str, Range<usize>)],
    /// The count that decides among seats with the same score, if there is one.
    pub tie_break: Option<usize>,
    /// What figures are placed as, if the game has figures.
    pub roles: Option<Roles>,
    /// What seats do: metrics and their headings.
    pub actions: &'static [(&'static str, &'static str)],
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

/// What figures are placed as.
pub struct Roles {
    /// What the figures are called, in the plural.
    pub figures: &'static str,
    /// The metric that is all of them together.
    pub total: &'static str,
    /// Metric, name and class of each role.
    pub each: &'static [(&'static str, &'static str, &'static str)],
}

/// How many units of a metric are one, by its position in [`Sheet::metrics`].
pub fn unit(metric: usize) -> f64 {
    if metric == 0 { f64::from(WHOLE_WIN) } else { 1.0 }
}

impl Sheet {
    /// Names of everything that is averaged; the win share comes first.
    pub fn metrics(&self) -> Vec<&'static str> {
        let sources = self.sources.iter().map(|source| source.name);
        let totals = self.totals.iter().map(|(name, _)| *name);
        let fixed = ["win_share", "score", "margin", "rank"];
        fixed.into_iter().chain(sources).chain(self.counts.iter().copied()).chain(totals).collect()
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
        key.into_iter().chain(counts).chain(["best_score", "winning_margin", "winners"]).collect()
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
