//! Writes a report as a single, self-contained HTML file.

use goldrush_support::printable::printable_lines;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Cell, Document, Media, Part, Table};
use crate::figure::{self, Figure};

const PAGE_STYLE: &str = include_str!("page.css");
/// Loads a page again every minute if its reader has asked for it: unasked, that disturbs screen readers.
const LIVE: &str = r##"
const follow = () => location.hash === "#live" && setTimeout(() => location.reload(), 60000);
addEventListener("hashchange", follow);
follow();
"##;

/// Returns the text of the file; `figures` is the folder of files that it links to.
pub fn write(document: &Document, figures: &str) -> String {
    let body = html! {
        header {
            (head(document))
            @if document.is_live { p { a href="#live" { "Show new results every minute" } } script { (PreEscaped(LIVE)) } }
        }
        main { (content(document, Some(figures))) }
    };
    let head = html! {
        style { (PreEscaped(style())) }
    };
    printable_lines(&file(&document.title, &head, &html! { body { (body) } }).into_string()) + "\n"
}

/// Returns a page that says what is waited for, and loads itself again.
pub fn waiting(title: &str, sentence: &str) -> String {
    let head = html! {
        style { (PreEscaped(style())) }
        script { (PreEscaped("setTimeout(() => location.reload(), 5000)")) }
    };
    file(
        title,
        &head,
        &html! { body { main { h1 { (title) } p { (sentence) } } } },
    )
    .into_string()
        + "\n"
}

/// Renders a whole file, light or dark, for any width: the rest of its head, and its body.
pub fn file(title: &str, head: &Markup, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                (head)
            }
            (body)
        }
    }
}

/// Returns the style sheet of a report.
pub fn style() -> String {
    [&figure::style(), PAGE_STYLE].concat()
}

/// Returns the part of a report inside another page, without links to files.
pub fn fragment(document: &Document) -> String {
    printable_lines(
        &html! { section class="report" { (head(document)) (content(document, None)) } }
            .into_string(),
    )
}

/// Returns a heading between two reports inside another page.
pub fn heading(text: &str) -> String {
    printable_lines(&html! { h1 class="between" { (text) } }.into_string())
}

fn head(document: &Document) -> Markup {
    html! {
        h1 { (document.title) }
        p class="subtitle" { (tied(&document.subtitle)) }
        @for warning in &document.warnings { p class="warning" { (tied(warning)) } }
    }
}

/// Writes answers and sections; `folder` has the files that they link to.
fn content(document: &Document, folder: Option<&str>) -> Markup {
    html! {
        div class="answers" {
            @for answer in &document.answers {
                div class="answer" {
                    p class="number" { (answer.number) @if !answer.interval.is_empty() { " " span { (answer.interval) } } }
                    p { (tied(&answer.sentence)) }
                }
            }
        }
        @for section in document.sections.iter().filter(|section| section.on != Media::Terminal) {
            section {
                h2 { (section.heading) }
                @for part in &section.parts { (write_part(part, folder)) }
            }
        }
    }
}

fn write_part(part: &Part, folder: Option<&str>) -> Markup {
    html! {
        @match part {
            Part::Text(text) => { p { (tied(text)) } }
            Part::Link { text, file } => { @if let Some(folder) = folder { p { a href={ (folder) "/" (file) } { (text) } } } }
            Part::Figures(figures) => { div class="figures" { @for figure in figures { (write_figure(figure)) } } }
            Part::Wide(figure) => { div class="wide" { (write_figure(figure)) } }
            Part::Table(table) => { @if table.on != Media::Terminal { (folded(table.fold.as_deref(), &write_table(table, folder))) } }
            Part::Code { fold, text } => { (folded(fold.as_deref(), &html! { pre { code { (text) } } })) }
        }
    }
}

fn write_figure(figure: &Figure) -> Markup {
    html! {
        figure {
            h3 { (figure.title) }
            (figure.inline())
            figcaption { (figure.caption) }
        }
    }
}

fn folded(summary: Option<&str>, content: &Markup) -> Markup {
    html! {
        @match summary {
            Some(summary) => { details { summary { (summary) } (content) } }
            None => { (content) }
        }
    }
}

fn write_table(table: &Table, folder: Option<&str>) -> Markup {
    html! {
        div class="table" tabindex="0" {
            table {
                thead { tr { @for (column, heading) in table.headings.iter().enumerate() { th class=(class(table, column)) { (heading) } } } }
                tbody { @for row in 0..table.rows.len() { (write_row(table, row, folder)) } }
            }
        }
    }
}

fn write_row(table: &Table, row: usize, folder: Option<&str>) -> Markup {
    let link = folder.zip(table.links.get(row).and_then(Option::as_ref));
    html! {
        tr {
            @for (column, cell) in table.rows[row].iter().enumerate() {
                td class=(class(table, column)) {
                    @if let Some(seat) = table.seats.get(row).filter(|_| column == 0) {
                        span class={ "swatch seat-" (seat) } {} " "
                    }
                    @match link.filter(|_| column == 0) {
                        Some((folder, file)) => { a href={ (folder) "/" (file) } { (cell_text(cell)) } }
                        None => { (cell_text(cell)) }
                    }
                }
            }
        }
    }
}

fn class(table: &Table, column: usize) -> &'static str {
    if table.is_numeric(column) {
        "number"
    } else {
        "text"
    }
}

/// Formats a cell; line breaks never separate a number from its interval.
fn cell_text(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => text.clone(),
        _ => cell.to_string().replace(' ', "\u{a0}"),
    }
}

/// Ties numbers in a sentence to their intervals.
fn tied(text: &str) -> String {
    text.replace(" ± ", "\u{a0}±\u{a0}")
}
