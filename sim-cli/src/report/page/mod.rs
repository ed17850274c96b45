//! A report as what it says, however it is written down.

pub mod html;
pub mod markdown;

use super::figure::Figure;

/// A report.
pub struct Page {
    /// What it is about.
    pub title: String,
    /// What was played, in a line.
    pub subtitle: String,
    /// What is to be known first, if something is: that the run is not complete, or not to be trusted.
    pub warnings: Vec<String>,
    /// The answers.
    pub answers: Vec<Answer>,
    /// What they rest on.
    pub sections: Vec<Section>,
    /// A game that a page beside the figures is to show, by its number; [`game_file`] is its name.
    pub notable: Option<u64>,
}

/// An answer: a sentence with its number.
pub struct Answer {
    /// The number, with its unit.
    pub number: String,
    /// How sure it is: the half width or the ends of its interval; may be empty.
    pub interval: String,
    /// The sentence.
    pub sentence: String,
}

/// A part of a report.
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// What is in it.
    pub parts: Vec<Part>,
}

/// The name of a page that shows a game.
pub fn game_file(game: u64) -> String {
    format!("game-{game}.html")
}

/// Something in a report.
pub enum Part {
    /// A paragraph.
    Text(String),
    /// A paragraph that leads to a file beside the figures.
    Link {
        /// What it says.
        text: String,
        /// The name of the file.
        file: String,
    },
    /// Figures, beside each other if there is room.
    Figures(Vec<Figure>),
    /// A figure that takes all the width.
    Wide(Figure),
    /// A table.
    Table(Table),
    /// Text to be copied or read as it is.
    Code {
        /// What it is, if it is long enough to be folded away.
        fold: Option<String>,
        /// The text.
        text: String,
    },
}

/// A table: texts at the left, numbers at the right.
pub struct Table {
    /// What it is, if it is long enough to be folded away.
    pub fold: Option<String>,
    /// The headings.
    pub headings: Vec<String>,
    /// How many columns, from the left, are texts.
    pub texts: usize,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// The seat whose colour stands before a row, by row; empty without colours.
    pub seats: Vec<usize>,
}

impl Page {
    /// All figures, in order.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.sections.iter().flat_map(|section| &section.parts).flat_map(|part| match part {
            Part::Figures(figures) => &figures[..],
            Part::Wide(figure) => std::slice::from_ref(figure),
            Part::Text(_) | Part::Link { .. } | Part::Table(_) | Part::Code { .. } => &[],
        })
    }
}
