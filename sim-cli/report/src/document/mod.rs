//! Results to read: headings, sentences, tables, figures. Their content is decided once; writers for terminals, Markdown and HTML
//! add only form.

pub mod html;
pub mod markdown;
mod table;
pub mod terminal;

pub use table::{Cell, Table};

use super::figure::Figure;
use super::number::Number;

/// A result to read.
#[derive(Default)]
pub struct Document {
    /// Subject of the document.
    pub title: String,
    /// Summary of what was played, in a line.
    pub subtitle: String,
    /// Warnings to read first: that the run is incomplete, or not reliable.
    pub warnings: Vec<String>,
    /// Key answers.
    pub answers: Vec<Answer>,
    /// Sections with the evidence.
    pub sections: Vec<Section>,
    /// Number of a game to show on a page beside the figures; [`game_file`] names it.
    pub notable: Option<u64>,
    /// True if the file is replaced from time to time: the page then offers to load itself again every minute.
    pub is_live: bool,
}

/// A sentence with its key number.
pub struct Answer {
    /// Number, with its unit.
    pub number: String,
    /// Uncertainty: half-width or ends of the interval; may be empty.
    pub interval: String,
    /// Answer as a sentence.
    pub sentence: String,
}

/// A section of a document.
pub struct Section {
    /// Heading of the section.
    pub heading: String,
    /// Parts of the section.
    pub parts: Vec<Part>,
    /// Where it is shown.
    pub on: Media,
}

/// Where something is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Media {
    /// On pages and terminals.
    #[default]
    All,
    /// On pages alone: a detail.
    Page,
    /// On terminals alone, which have no figure that shows the same.
    Terminal,
}

/// Element of a section.
pub enum Part {
    /// A paragraph.
    Text(String),
    /// A paragraph that links to a file beside the figures.
    Link {
        /// Text of the link.
        text: String,
        file: String,
    },
    /// Figures, side by side if there is room.
    Figures(Vec<Figure>),
    /// A figure that takes the full width.
    Wide(Figure),
    Table(Table),
    /// Preformatted text, to copy or to read as it is.
    Code {
        /// Summary, if it is long enough to be folded away.
        fold: Option<String>,
        /// Content.
        text: String,
    },
}

impl Document {
    /// Returns all figures, in order.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        let parts = self.sections.iter().flat_map(|section| &section.parts);
        parts.flat_map(|part| match part {
            Part::Figures(figures) => &figures[..],
            Part::Wide(figure) => std::slice::from_ref(figure),
            Part::Text(_) | Part::Link { .. } | Part::Table(_) | Part::Code { .. } => &[],
        })
    }
}

impl Answer {
    /// Returns a sentence with its number.
    pub fn new(number: &Number, sentence: String) -> Answer {
        Answer {
            number: number.mean(),
            interval: number.interval(),
            sentence,
        }
    }
}

impl Section {
    /// Returns a section that is shown everywhere.
    pub fn new(heading: impl Into<String>, parts: Vec<Part>) -> Section {
        Section {
            heading: heading.into(),
            parts,
            on: Media::All,
        }
    }

    /// Returns a section of details, which only pages show.
    pub fn detail(heading: impl Into<String>, parts: Vec<Part>) -> Section {
        Section {
            on: Media::Page,
            ..Section::new(heading, parts)
        }
    }
}

/// Returns the name of the page that shows a game.
pub fn game_file(game: u64) -> String {
    format!("game-{game}.html")
}
