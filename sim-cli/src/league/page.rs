//! Page of a league's standings.

use super::results::Standings;
use super::tables;
use crate::report::content::ratings::drawing;
use crate::report::figure::Figure;
use crate::report::page::{Page, PagePart, Section, Table};
use crate::report::words::{capital, count};

/// A member's worst loss, to be shown on a page of its own.
pub struct Loss {
    /// The game in words.
    pub words: String,
    /// Name of its page, beside the figures.
    pub file: String,
}

/// Returns the page of a league's standings; `game` describes its games in words.
pub fn page(standings: &Standings, game: &str, losses: &[Loss]) -> Page {
    let order = standings.ratings.order();
    let ratings: Vec<_> = order.iter().map(|&at| &standings.ratings.agents[at]).collect();
    let figure = Figure {
        name: "ratings".into(),
        title: "Ratings".into(),
        caption: "Elo (average 0) with 95% intervals. A gap of 400 means odds of ten to one.".into(),
        drawing: drawing(&ratings, "average"),
    };
    let table = |headings: &[&str], texts, rows| {
        let headings = headings.iter().map(|heading| (*heading).to_owned()).collect();
        PagePart::Table(Table { fold: None, headings, texts, rows, seats: Vec::new() })
    };
    let warnings = standings.ratings.warnings.iter().map(|warning| PagePart::Text(format!("Warning: {warning}")));
    let parts = [PagePart::Pieces(vec![figure]), table(&tables::MEMBERS, 1, tables::members(standings))];
    let mut sections = Vec::new();
    if !standings.places.is_empty() {
        let (headings, rows) = tables::places(standings);
        let heading = if standings.has_ended { "Final standings" } else { "Standings" };
        sections.push(Section { heading: heading.into(), parts: vec![table(headings, 1, rows)] });
    }
    sections.extend([
        Section { heading: "Ratings".into(), parts: parts.into_iter().chain(warnings).collect() },
        Section {
            heading: "Member against member".into(),
            parts: vec![table(&tables::PAIRS, 2, tables::pairs(standings))],
        },
    ]);
    if !losses.is_empty() {
        let link = |loss: &Loss| PagePart::Link { text: loss.words.clone(), file: loss.file.clone() };
        sections.push(Section { heading: "Worst losses".into(), parts: losses.iter().map(link).collect() });
    }
    if !standings.faults.is_empty() {
        let parts = vec![table(&tables::FAULTS, 3, tables::faults(standings))];
        sections.push(Section { heading: "Last faults".into(), parts });
    }
    Page {
        title: "League".into(),
        subtitle: format!(
            "{}: {} games in {} rounds",
            capital(game),
            count(standings.games),
            count(standings.rounds as u64)
        ),
        warnings: Vec::new(),
        answers: Vec::new(),
        sections,
        notable: None,
        is_live: true,
    }
}
