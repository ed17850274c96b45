//! Writes a report as a single, self-contained HTML file.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{Page, PagePart, Table};
use crate::printable::printable_lines;
use crate::report::figure::{Figure, STYLE};

const PAGE_STYLE: &str = include_str!("page.css");

/// Returns the text of the file; `figures` is the folder of files that it links to.
pub fn write(page: &Page, figures: &str) -> String {
    let body = html! {
        header { (head(page)) }
        main { (content(page, Some(figures))) }
    };
    let head = html! {
        @if page.is_live { meta http-equiv="refresh" content="60"; }
        style { (PreEscaped(style())) }
    };
    printable_lines(&document(&page.title, &head, &html! { body { (body) } }).into_string()) + "\n"
}

/// Returns a page that says what is waited for, and loads itself again.
pub fn waiting(title: &str, sentence: &str) -> String {
    let head = html! { meta http-equiv="refresh" content="5"; style { (PreEscaped(style())) } };
    document(
        title,
        &head,
        &html! { body { main { h1 { (title) } p { (sentence) } } } },
    )
    .into_string()
        + "\n"
}

/// Renders a document, light or dark, for any width: the rest of its head, and its body.
pub fn document(title: &str, head: &Markup, body: &Markup) -> Markup {
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
    [STYLE, PAGE_STYLE].concat()
}

/// Returns the part of a report inside another page, without links to files.
pub fn fragment(page: &Page) -> String {
    printable_lines(
        &html! { section class="report" { (head(page)) (content(page, None)) } }.into_string(),
    )
}

/// Returns a heading between two reports inside another page.
pub fn heading(text: &str) -> String {
    printable_lines(&html! { h1 class="between" { (text) } }.into_string())
}

fn head(page: &Page) -> Markup {
    html! {
        h1 { (page.title) }
        p class="subtitle" { (page.subtitle) }
        @for warning in &page.warnings { p class="warning" { (warning) } }
    }
}

/// Writes answers and sections; `folder` has the files that they link to.
fn content(page: &Page, folder: Option<&str>) -> Markup {
    html! {
        div class="answers" {
            @for answer in &page.answers {
                div class="answer" {
                    p class="number" { (answer.number) @if !answer.interval.is_empty() { " " span { (answer.interval) } } }
                    p { (answer.sentence) }
                }
            }
        }
        @for section in &page.sections {
            section {
                h2 { (section.heading) }
                @for part in &section.parts { (write_part(part, folder)) }
            }
        }
    }
}

fn write_part(part: &PagePart, folder: Option<&str>) -> Markup {
    html! {
        @match part {
            PagePart::Text(text) => { p { (text) } }
            PagePart::Link { text, file } => { @if let Some(folder) = folder { p { a href={ (folder) "/" (file) } { (text) } } } }
            PagePart::Pieces(figures) => { div class="figures" { @for figure in figures { (write_figure(figure)) } } }
            PagePart::Wide(figure) => { div class="wide" { (write_figure(figure)) } }
            PagePart::Table(table) => { (folded(table.fold.as_deref(), &write_table(table, folder))) }
            PagePart::Code { fold, text } => { (folded(fold.as_deref(), &html! { pre { code { (text) } } })) }
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
    let class = |column: usize| {
        if column < table.texts {
            "text"
        } else {
            "number"
        }
    };
    let link = |row: usize, column: usize| {
        folder.zip(
            table
                .links
                .get(row)?
                .as_ref()
                .filter(|_| column == 0)?
                .into(),
        )
    };
    html! {
        div class="table" tabindex="0" {
            table {
                thead { tr { @for (i, heading) in table.headings.iter().enumerate() { th class=(class(i)) { (heading) } } } }
                tbody {
                    @for (r, row) in table.rows.iter().enumerate() {
                        tr {
                            @for (i, cell) in row.iter().enumerate() {
                                td class=(class(i)) {
                                    @if let Some(seat) = table.seats.get(r).filter(|_| i == 0) {
                                        span class={ "swatch seat-" (seat) } {} " "
                                    }
                                    @match link(r, i) {
                                        Some((folder, file)) => { a href={ (folder) "/" (file) } { (cell) } }
                                        None => { (cell) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
