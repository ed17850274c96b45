//! Figures as SVG, with a title above and a caption below.
//!
//! The few kinds of marks are drawn by hand here: an axis, a bar, an interval, a strip. A charting crate would bring its own
//! fonts, colors and layout, but these have to follow the page from a phone to paper, in light and in dark mode. All text
//! goes through maud, which escapes it.

pub mod bracket;
pub mod heat_map;
pub mod histogram;
pub mod interval;
pub mod lead_curve;
mod mark;
pub mod matrix;
pub mod reliability;
mod scale;
pub mod stack;

use maud::{Markup, PreEscaped, html};

use goldrush_games::scene::svg;
pub use goldrush_support::drawing::Drawing;
use goldrush_support::drawing::px;
use goldrush_support::printable::printable_lines;

pub use mark::fit;

/// Returns the style sheet of all figures.
pub fn style() -> String {
    [include_str!("figure.css"), svg::STYLE].concat()
}

/// Width of a figure in its own units; text is 12 units high, so that it stays readable on a phone.
pub const WIDTH: f64 = 440.0;

/// A figure.
pub struct Figure {
    /// File name, without extension.
    pub name: String,
    /// Finding that it shows, in a sentence.
    pub title: String,
    /// Explanation of how to read it, and the number of results behind it.
    pub caption: String,
    /// Picture.
    pub drawing: Drawing,
}

impl Figure {
    /// Returns the picture alone, for a page that has the style sheet.
    pub fn inline(&self) -> Markup {
        let Drawing {
            width,
            height,
            marks,
        } = &self.drawing;
        html! {
            svg role="img" aria-label=(self.title) viewBox={ "0 0 " (px(*width)) " " (px(*height)) } { (marks) }
        }
    }

    /// Returns the figure as a file of its own, with title and caption.
    pub fn file(&self) -> String {
        const PAD: f64 = 16.0;
        let Drawing {
            width,
            height,
            marks,
        } = &self.drawing;
        let (title, caption) = (
            mark::wrap(&self.title, *width, 16.0 * mark::BOLD),
            mark::wrap(&self.caption, *width, 11.5),
        );
        let top = PAD + 21.0 * title.len() as f64 + 10.0;
        let bottom = top + height + 20.0;
        let (all_width, all_height) = (
            width + 2.0 * PAD,
            bottom + 16.0 * caption.len() as f64 + PAD - 8.0,
        );
        let file = html! {
            svg xmlns="http://www.w3.org/2000/svg" width=(px(all_width)) height=(px(all_height))
                viewBox={ "0 0 " (px(all_width)) " " (px(all_height)) } {
                style { (PreEscaped(style())) }
                rect class="paper" width=(px(all_width)) height=(px(all_height)) {}
                @for (i, line) in title.iter().enumerate() {
                    text class="title" x=(px(PAD)) y=(px(PAD + 15.0 + 21.0 * i as f64)) { (line) }
                }
                g transform={ "translate(" (px(PAD)) " " (px(top)) ")" } { (marks) }
                @for (i, line) in caption.iter().enumerate() {
                    text class="note" x=(px(PAD)) y=(px(bottom + 16.0 * i as f64)) { (line) }
                }
            }
        };
        printable_lines(&file.into_string()) + "\n"
    }
}
