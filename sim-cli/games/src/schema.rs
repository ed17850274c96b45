//! Schemas of game results: one table of columns per game, from which rows are written, read, counted and named.

use std::fmt;
use std::ops::Range;

use goldrush_engine::game::WHOLE_WIN;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::GameName;

/// Maximum number of values per seat: points by source, and counts.
pub const MAX_SEAT_VALUES: usize = 32;
/// Maximum number of counts per game.
pub const MAX_GAME_VALUES: usize = 8;
/// Maximum number of metrics.
pub const MAX_METRICS: usize = 4 + MAX_SEAT_VALUES + 2;

/// Values of a seat, in the order of the stored [`ResultSchema::seat`] columns; 0 beyond them.
pub type SeatValues = [u16; MAX_SEAT_VALUES];
/// Values of a game, in the order of [`ResultSchema::game`]; 0 beyond them.
pub type GameValues = [u16; MAX_GAME_VALUES];

/// A column of a game's tables, or a sum of such columns. Its values are whole numbers.
pub struct Column {
    /// Name in files.
    pub name: &'static str,
    /// Meaning, as `COLUMNS.md` has it.
    pub meaning: &'static str,
    /// Name in headings and sentences; of a source, the things that bring the points, in the plural.
    pub noun: &'static str,
    /// Unit of its values.
    pub unit: Unit,
    /// Part it plays in the statistics.
    pub role: Role,
}

/// Unit of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    Points,
    /// A number of things or occurrences.
    Count,
}

/// Part that a column plays in the statistics.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Points from one source, with the CSS class that gives it its color. The sources come first; with the points at
    /// the start they add up to the score.
    Source(&'static str),
    /// Pieces placed on one kind of feature, with its CSS class.
    Piece(&'static str),
    /// Completed features of one kind.
    Completed,
    /// Something that seats do.
    Action,
    /// An action in one third of the tiles, 0 to 2.
    Third(usize),
    /// Any other number.
    Number,
    /// Not stored: the sum of all pieces placed.
    AllPieces,
    /// Not stored: the sum of all completed features.
    AllCompleted,
}

impl Column {
    const fn new(meaning: &'static str, noun: &'static str, unit: Unit, role: Role) -> Column {
        Column {
            name: "",
            meaning,
            noun,
            unit,
            role,
        }
    }

    /// Creates a source of points: what brings them, in the plural, and its CSS class.
    pub(super) const fn source(
        meaning: &'static str,
        things: &'static str,
        class: &'static str,
    ) -> Column {
        Column::new(meaning, things, Unit::Points, Role::Source(class))
    }

    /// Creates a count of pieces placed in one role, and its CSS class.
    pub(super) const fn piece(meaning: &'static str, class: &'static str) -> Column {
        Column::new(meaning, "", Unit::Count, Role::Piece(class))
    }

    /// Creates a count of completed features.
    pub(super) const fn completed(meaning: &'static str) -> Column {
        Column::new(meaning, "", Unit::Count, Role::Completed)
    }

    /// Creates a count of an action.
    pub(super) const fn action(meaning: &'static str, noun: &'static str) -> Column {
        Column::new(meaning, noun, Unit::Count, Role::Action)
    }

    /// Creates a count of an action in one third of the tiles, 0 to 2.
    pub(super) const fn third(third: usize, meaning: &'static str, action: &'static str) -> Column {
        Column::new(meaning, action, Unit::Count, Role::Third(third))
    }

    /// Creates any other number.
    pub(super) const fn number(meaning: &'static str, noun: &'static str) -> Column {
        Column::new(meaning, noun, Unit::Count, Role::Number)
    }

    /// Creates the sum of all pieces placed or all completed features.
    pub(super) const fn sum(noun: &'static str, role: Role) -> Column {
        Column::new("", noun, Unit::Count, role)
    }

    /// Returns the column with its values in points.
    pub(super) const fn in_points(self) -> Column {
        Column {
            unit: Unit::Points,
            ..self
        }
    }

    /// Returns the column with a name.
    pub(super) const fn named(self, name: &'static str) -> Column {
        Column { name, ..self }
    }

    /// True if the tables have this column; false for a sum.
    pub const fn is_stored(&self) -> bool {
        !matches!(self.role, Role::AllPieces | Role::AllCompleted)
    }

    /// True if it counts something that seats do.
    pub fn is_action(&self) -> bool {
        matches!(
            self.role,
            Role::Action | Role::AllPieces | Role::AllCompleted
        )
    }

    /// Returns the metric that averages it.
    pub const fn metric(&self) -> Metric {
        Metric(self.name)
    }

    /// Returns its name for sentences and headings.
    pub fn words(&self) -> String {
        match self.role {
            Role::Source(_) => format!("points from {}", self.noun),
            Role::Third(third) => format!(
                "{}, {} third",
                self.noun,
                ["first", "second", "last"][third]
            ),
            _ if self.noun.is_empty() => self.name.replace('_', " "),
            _ => self.noun.into(),
        }
    }
}

/// Defines the columns of a table, one per row, and the function that returns their values at the end of a game. A sum has no
/// value of its own.
macro_rules! columns {
    ($columns:ident, $values:ident($($argument:ident: $type:ty),*) -> $array:ty {
        $($name:ident = $column:expr $(=> $value:expr)?;)+
    }) => {
        static $columns: &[$crate::schema::Column] = &[
            $($crate::schema::Column::named($column, stringify!($name))),+
        ];

        fn $values($($argument: $type),*) -> $array {
            let values = [$($($value,)?)+];
            let mut all = <$array>::default();
            all[..values.len()].copy_from_slice(&values);
            all
        }
    };
}
pub(super) use columns;

/// Schema of a game's results.
pub struct ResultSchema {
    /// Name of the game on the command line.
    pub name: &'static str,
    /// Columns of `games.csv` that belong to this game.
    pub game: &'static [Column],
    /// Columns of `seats.csv` that belong to this game, and sums of them.
    pub seat: &'static [Column],
    /// Name of the pieces that are placed, in the plural; empty if the game has none.
    pub pieces: &'static str,
    sources: usize,
    stored: usize,
    sums: [Range<usize>; 2],
}

/// Returns the range of the stored columns that a sum adds up, which must be adjacent; for another role, of all sources.
const fn range(columns: &[Column], of: Role) -> Range<usize> {
    let mut found = 0..0;
    let mut stored = 0;
    let mut i = 0;
    while i < columns.len() {
        let is_one = match of {
            Role::AllPieces => matches!(columns[i].role, Role::Piece(_)),
            Role::AllCompleted => matches!(columns[i].role, Role::Completed),
            _ => matches!(columns[i].role, Role::Source(_)),
        };
        if is_one {
            assert!(
                found.end == 0 || found.end == stored,
                "columns of a kind must be adjacent"
            );
            found = if found.end == 0 {
                stored..stored + 1
            } else {
                found.start..stored + 1
            };
        }
        stored += columns[i].is_stored() as usize;
        i += 1;
    }
    found
}

/// Returns the third of the game, 0 to 2, that a turn is in, given the tiles drawn before it and the tiles left.
pub fn third(drawn: usize, left: usize) -> usize {
    (3 * drawn / (drawn + left).max(1)).min(2)
}

/// A quantity averaged over the results of seats, by its name in files.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(transparent)]
pub struct Metric(&'static str);

impl<'de> Deserialize<'de> for Metric {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Metric, D::Error> {
        let name = String::deserialize(from)?;
        let mut all = GameName::ALL
            .iter()
            .flat_map(|game| game.schema().metrics());
        all.find(|metric| metric.name() == name)
            .ok_or_else(|| D::Error::custom(format!("{name} is no metric")))
    }
}

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
    const OF_ALL_GAMES: [Metric; 4] = [
        Metric::WIN_SHARE,
        Metric::SCORE,
        Metric::MARGIN,
        Metric::RANK,
    ];

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

/// Index of the win share in [`ResultSchema::metrics`].
pub const WIN_SHARE: usize = 0;
/// Index of the score in [`ResultSchema::metrics`].
pub const SCORE: usize = 1;
/// Index of the margin in [`ResultSchema::metrics`].
pub const MARGIN: usize = 2;

/// Returns the number of stored units that make one whole of a metric, given its index in [`ResultSchema::metrics`].
pub fn unit(metric: usize) -> f64 {
    if metric == WIN_SHARE {
        f64::from(WHOLE_WIN)
    } else {
        1.0
    }
}

impl ResultSchema {
    /// Creates the schema of a game from the columns of its tables.
    pub(super) const fn new(
        name: &'static str,
        game: &'static [Column],
        seat: &'static [Column],
        pieces: &'static str,
    ) -> ResultSchema {
        let sums = [
            range(seat, Role::AllPieces),
            range(seat, Role::AllCompleted),
        ];
        let sources = range(seat, Role::Source("")).end;
        let mut stored = 0;
        let mut i = 0;
        while i < seat.len() {
            stored += seat[i].is_stored() as usize;
            i += 1;
        }
        ResultSchema {
            name,
            game,
            seat,
            pieces,
            sources,
            stored,
            sums,
        }
    }

    /// Returns the stored columns of `seats.csv` that belong to this game.
    pub fn stored(&self) -> impl Iterator<Item = &'static Column> {
        self.seat.iter().filter(|column| column.is_stored())
    }

    /// Returns the sources of points.
    pub fn sources(&self) -> &'static [Column] {
        &self.seat[..self.sources]
    }

    /// Returns the columns and sums of what seats do.
    pub fn actions(&self) -> impl Iterator<Item = &'static Column> {
        self.seat.iter().filter(|column| column.is_action())
    }

    /// Returns the roles in which pieces are placed: columns and CSS classes.
    pub fn roles(&self) -> impl Iterator<Item = (&'static Column, &'static str)> {
        self.seat.iter().filter_map(|column| match column.role {
            Role::Piece(class) => Some((column, class)),
            _ => None,
        })
    }

    /// Returns the column or sum of a metric; `None` if it is a metric of all games.
    pub fn column(&self, metric: &str) -> Option<&'static Column> {
        self.seat.iter().find(|column| column.name == metric)
    }

    /// Returns the range of [`SeatValues`] that a column or sum adds up.
    pub fn values_of(&self, column: &Column) -> Range<usize> {
        match column.role {
            Role::AllPieces => self.sums[0].clone(),
            Role::AllCompleted => self.sums[1].clone(),
            _ => {
                let at = self
                    .stored()
                    .position(|known| known.name == column.name)
                    .expect("the column is in the schema");
                at..at + 1
            }
        }
    }

    /// Returns all metrics; the win share comes first.
    pub fn metrics(&self) -> Vec<Metric> {
        let sums = [Role::AllPieces, Role::AllCompleted]
            .into_iter()
            .flat_map(|role| self.seat.iter().filter(move |column| column.role == role));
        Metric::OF_ALL_GAMES
            .into_iter()
            .chain(self.stored().chain(sums).map(Column::metric))
            .collect()
    }

    /// Returns the values of a seat's metrics, given those of all games, in the order of [`ResultSchema::metrics`].
    pub fn values(&self, first: [i64; 4], stored: &SeatValues) -> [i64; MAX_METRICS] {
        let mut values = [0; MAX_METRICS];
        values[..4].copy_from_slice(&first);
        values[4..]
            .iter_mut()
            .zip(&stored[..self.stored])
            .for_each(|(to, &value)| *to = value.into());
        let sums = self.sums.iter().filter(|of| !of.is_empty());
        for (value, of) in values[4 + self.stored..].iter_mut().zip(sums) {
            *value = stored[of.clone()]
                .iter()
                .map(|&value| i64::from(value))
                .sum();
        }
        values
    }

    /// Returns the range of [`GameValues`] that adds up to the completed features; empty if there are none.
    pub fn completed(&self) -> Range<usize> {
        range(self.game, Role::AllCompleted)
    }

    /// Returns the values of a game that are written.
    pub fn game_values<'v>(&self, values: &'v GameValues) -> &'v [u16] {
        &values[..self.game.len()]
    }

    /// Returns the values of a seat that are written.
    pub fn seat_values<'v>(&self, values: &'v SeatValues) -> &'v [u16] {
        &values[..self.stored]
    }

    /// Returns the points of a seat by source.
    pub fn points<'v>(&self, values: &'v SeatValues) -> &'v [u16] {
        &values[..self.sources]
    }

    /// Returns the metrics of whole games: words, and how to read the value.
    pub fn game_metrics(&self) -> Vec<(String, GameMetric)> {
        let counts = self
            .game
            .iter()
            .enumerate()
            .map(|(at, column)| (column.words(), GameMetric::Count(at)));
        std::iter::once(("turns".into(), GameMetric::Turns))
            .chain(counts)
            .chain([("winning margin".into(), GameMetric::WinningMargin)])
            .collect()
    }

    /// Returns the columns of `games.csv`: one row per game.
    pub fn game_columns(&self) -> Vec<&'static str> {
        let key = ["run", "game", "block", "arm", "seating", "players", "turns"];
        let own = self.game.iter().map(|column| column.name);
        key.into_iter()
            .chain(own)
            .chain(["best_score", "winning_margin", "winners", "check"])
            .collect()
    }

    /// Returns the columns of `seats.csv`: one row per game and seat.
    pub fn seat_columns(&self) -> Vec<&'static str> {
        let key = [
            "run",
            "game",
            "block",
            "arm",
            "seating",
            "seat",
            "agent",
            "score",
            "rank",
            "win_share",
        ];
        key.into_iter()
            .chain(self.stored().map(|column| column.name))
            .chain(["fault"])
            .collect()
    }
}

/// A quantity averaged over games, not seats.
#[derive(Clone, Copy, Debug)]
pub enum GameMetric {
    Turns,
    /// One of the counts in [`ResultSchema::game`], by index.
    Count(usize),
    /// Lead of the best seat over the second best.
    WinningMargin,
}
