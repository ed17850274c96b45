//! Prints documents, and writes them as pages.

use std::env;
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use goldrush_harness::store::disk::make_folder;
use goldrush_harness::store::file::write_shared;
use goldrush_harness::store::folder::FIGURES;
use goldrush_report::document::{Document, Table, html, markdown, terminal};
use goldrush_screens::tui;
use goldrush_support::error::bad_input;

/// Prints a document without its figures and details.
pub(super) fn print(document: &Document, out: &mut dyn Write) -> anyhow::Result<()> {
    Ok(terminal::write(document, width(), out)?)
}

/// Prints a table.
pub(super) fn print_table(table: &Table, out: &mut dyn Write) -> anyhow::Result<()> {
    Ok(terminal::write_table(table, width(), out)?)
}

/// Room for a line of a table that is not printed on a terminal, but may be read on one, unless a variable says otherwise.
const WIDTH: usize = 100;
const WIDTH_VARIABLE: &str = "COLUMNS";

/// Returns the room for a line of a table.
fn width() -> usize {
    if io::stdout().is_terminal() {
        tui::size().0.into()
    } else {
        let given = env::var(WIDTH_VARIABLE).ok();
        let given = given.and_then(|columns| columns.parse().ok());
        given.filter(|columns| *columns > 0).unwrap_or(WIDTH)
    }
}

/// Writes a document into a folder as HTML and as Markdown, with its figures as files; returns the path of the HTML.
pub(super) fn write(
    document: &Document,
    folder: &Path,
    [page, text]: [&str; 2],
) -> anyhow::Result<PathBuf> {
    let figures = folder.join(FIGURES);
    make_folder(&figures)
        .map_err(|e| bad_input(format!("{}: cannot be made: {e}", figures.display())))?;
    for figure in document.figures() {
        let path = figures.join(format!("{}.svg", figure.name));
        write_shared(&path, &figure.file())?;
    }
    write_shared(&folder.join(text), &markdown::write(document, FIGURES))?;
    let page = folder.join(page);
    write_shared(&page, &html::write(document, FIGURES))?;
    Ok(page)
}
