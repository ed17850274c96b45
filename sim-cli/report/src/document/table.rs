//! Tables of typed cells.

use std::fmt::{self, Display};

use super::Media;
use crate::number::Number;
use crate::words::count;

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// A name, a verdict, or no content.
    Text(String),
    /// A number of things.
    Count(u64),
    /// A number that names something, such as a seed.
    Id(u64),
    /// A number with its interval.
    Number(Number),
}

impl Cell {
    /// True if it is a number, or a text that begins with one, such as `2:1`.
    fn is_number(&self) -> bool {
        let Cell::Text(text) = self else {
            return true;
        };
        let digits = text.trim_start_matches(['+', '−', '-']);
        digits.starts_with(|c: char| c.is_ascii_digit())
    }

    /// True if it has a text that is no number.
    fn is_words(&self) -> bool {
        !self.is_number() && *self != Cell::Text(String::new())
    }
}

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Cell::Text(text) => f.pad(text),
            Cell::Count(number) => f.pad(&count(*number)),
            Cell::Id(number) => number.fmt(f),
            Cell::Number(number) => number.fmt(f),
        }
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.into())
    }
}

impl From<Number> for Cell {
    fn from(number: Number) -> Cell {
        Cell::Number(number)
    }
}

impl<C: Into<Cell>> From<Option<C>> for Cell {
    fn from(cell: Option<C>) -> Cell {
        cell.map_or_else(|| Cell::Text(String::new()), Into::into)
    }
}

/// A table. The columns that matter most stand at the left: a narrow terminal leaves out others, or breaks rows up.
#[derive(Clone, Default)]
pub struct Table {
    /// Headings of the columns.
    pub headings: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
    /// Summary, if it is long enough to be folded away on a page.
    pub fold: Option<String>,
    /// Where it is shown.
    pub on: Media,
    /// Number of columns at the right that only pages show.
    pub details: usize,
    /// True if no column may be left out: a terminal too narrow for all of them shows each row as a block of lines.
    pub is_whole: bool,
    /// Seat whose color stands before each row; empty without colors.
    pub seats: Vec<usize>,
    /// File beside the figures to which the first cell of each row links; empty without links.
    pub links: Vec<Option<String>>,
}

impl Table {
    /// Returns a table with the given headings.
    pub fn new<H: Into<String>>(
        headings: impl IntoIterator<Item = H>,
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Table {
        Table {
            headings: headings.into_iter().map(Into::into).collect(),
            rows: rows.into_iter().collect(),
            ..Table::default()
        }
    }

    /// Returns a table of texts; columns of texts that begin with numbers are aligned as numbers.
    pub fn of_texts<H: Into<String>>(
        headings: impl IntoIterator<Item = H>,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Table {
        let rows = rows.into_iter();
        let cells = rows.map(|row| row.into_iter().map(Cell::from).collect());
        Table::new(headings, cells)
    }

    /// Folds the table away on a page, under a summary.
    pub fn folded(self, summary: impl Into<String>) -> Table {
        Table {
            fold: Some(summary.into()),
            ..self
        }
    }

    /// Shows all columns in any terminal.
    pub fn whole(self) -> Table {
        Table {
            is_whole: true,
            ..self
        }
    }

    /// Shows the table on some media alone.
    pub fn on(self, on: Media) -> Table {
        Table { on, ..self }
    }

    /// True if a column holds numbers, which are aligned at the right.
    pub fn is_numeric(&self, column: usize) -> bool {
        let mut cells = self
            .rows
            .iter()
            .filter_map(|row| row.get(column))
            .peekable();
        column > 0 && cells.peek().is_some() && !cells.any(Cell::is_words)
    }
}
