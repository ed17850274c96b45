//! Writes a report as Markdown, with the figures as files beside it: for `results/`.

use std::fmt::Write;

use super::{Page, PagePart, Table};
use crate::printable::{printable, printable_lines};

/// Returns the text of the file; `figures` is the folder of the figures.
pub fn write(page: &Page, figures: &str) -> String {
    let mut text = format!("# {}\n\n{}\n", plain(&page.title), plain(&page.subtitle));
    let mut paragraph = |paragraph: String| {
        text.push('\n');
        text += &paragraph;
        text.push('\n');
    };
    for warning in &page.warnings {
        paragraph(format!("> {}", plain(warning)));
    }
    let answers: Vec<String> = page
        .answers
        .iter()
        .map(|answer| format!("- {}", plain(&answer.sentence)))
        .collect();
    paragraph(answers.join("\n"));
    for section in &page.sections {
        paragraph(format!("## {}", section.heading));
        for part in &section.parts {
            match part {
                PagePart::Text(sentence) => paragraph(plain(sentence)),
                PagePart::Link { text, file } => {
                    paragraph(format!("[{}]({figures}/{file})", plain(text)))
                }
                PagePart::Pieces(all) => all
                    .iter()
                    .for_each(|figure| paragraph(write_figure(figure, figures))),
                PagePart::Wide(figure) => paragraph(write_figure(figure, figures)),
                PagePart::Table(table) => paragraph(write_table(table, figures)),
                PagePart::Code { text, .. } => paragraph(fenced(text)),
            }
        }
    }
    text
}

fn write_figure(figure: &crate::report::figure::Figure, folder: &str) -> String {
    let title = plain(&figure.title);
    format!(
        "**{title}**\n\n![{title}]({folder}/{}.svg)\n\n{}",
        figure.name,
        plain(&figure.caption)
    )
}

fn write_table(table: &Table, folder: &str) -> String {
    let row = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let escaped = |cells: &[String]| cells.iter().map(|cell| plain(cell)).collect::<Vec<_>>();
    let rule = (0..table.headings.len()).map(|i| if i < table.texts { "---" } else { "--:" });
    let mut lines = vec![
        row(&escaped(&table.headings)),
        format!("|{}|", rule.collect::<Vec<_>>().join("|")),
    ];
    for (number, cells) in table.rows.iter().enumerate() {
        let mut cells = escaped(cells);
        if let Some(Some(file)) = table.links.get(number) {
            cells[0] = format!("[{}]({folder}/{file})", cells[0]);
        }
        lines.push(row(&cells));
    }
    lines.join("\n")
}

/// Returns a code block with a fence that does not occur in the text.
fn fenced(text: &str) -> String {
    let mut fence = String::from("```");
    while text.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}text\n{}\n{fence}", printable_lines(text.trim_end()))
}

/// Returns the text on one line, escaped so that nothing in it is Markdown or HTML.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '!' => {
                write!(out, "\\{c}").expect("writing to a String cannot fail");
            }
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '\n' => out.push(' '),
            c => out += &printable(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        assert_eq!(
            plain("<b>*a*|`x`\n# [y](z)"),
            "&lt;b&gt;\\*a\\*\\|\\`x\\` \\# \\[y\\](z)"
        );
        assert_eq!(plain("a\u{1b}[2J"), "a\\u{1b}\\[2J");
        assert_eq!(fenced("a\n```\nb"), "````text\na\n```\nb\n````");
    }
}
