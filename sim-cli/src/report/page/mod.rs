//! Content of a report, independent of the file format.

pub mod html;
pub mod markdown;

use super::figure::Figure;

/// A report.
pub struct Page {
    /// Subject of the report.
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
    /// True if the file is replaced from time to time: browsers then load it again every minute.
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

/// A section of a report.
pub struct Section {
    /// Heading of the section.
    pub heading: String,
    /// Parts of the section.
    pub parts: Vec<PagePart>,
}

/// Returns the name of the page that shows a game.
pub fn game_file(game: u64) -> String {
    format!("game-{game}.html")
}

/// Element of a section.
pub enum PagePart {
    /// A paragraph.
    Text(String),
    /// A paragraph that links to a file beside the figures.
    Link {
        /// Text of the link.
        text: String,
        /// Name of the file.
        file: String,
    },
    /// Figures, side by side if there is room.
    Pieces(Vec<Figure>),
    /// A figure that takes the full width.
    Wide(Figure),
    /// A table.
    Table(Table),
    /// Preformatted text, to copy or to read as it is.
    Code {
        /// Summary, if it is long enough to be folded away.
        fold: Option<String>,
        /// Content.
        text: String,
    },
}

/// A table: text columns at the left, number columns at the right.
#[derive(Default)]
pub struct Table {
    /// Summary, if it is long enough to be folded away.
    pub fold: Option<String>,
    /// Headings of the columns.
    pub headings: Vec<String>,
    /// Number of text columns, from the left.
    pub texts: usize,
    /// Rows.
    pub rows: Vec<Vec<String>>,
    /// Seat whose color stands before each row; empty without colors.
    pub seats: Vec<usize>,
    /// File beside the figures to which the first cell of each row links; empty without links.
    pub links: Vec<Option<String>>,
}

impl Page {
    /// Returns all figures, in order.
    pub fn figures(&self) -> impl Iterator<Item = &Figure> {
        self.sections
            .iter()
            .flat_map(|section| &section.parts)
            .flat_map(|part| match part {
                PagePart::Pieces(figures) => &figures[..],
                PagePart::Wide(figure) => std::slice::from_ref(figure),
                PagePart::Text(_)
                | PagePart::Link { .. }
                | PagePart::Table(_)
                | PagePart::Code { .. } => &[],
            })
    }
}
