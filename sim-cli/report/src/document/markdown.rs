//! Writes a report as Markdown, with the figures as files beside it: for `results/`.

use std::fmt::Write;

use goldrush_support::printable::{printable, printable_lines};

use super::{Document, Media, Part, Table};

/// Returns the text of the file; `figures` is the folder of the figures.
pub fn write(document: &Document, figures: &str) -> String {
    let mut text = format!(
        "# {}\n\n{}\n",
        plain(&document.title),
        plain(&document.subtitle)
    );
    let mut paragraph = |paragraph: String| {
        text.push('\n');
        text += &paragraph;
        text.push('\n');
    };
    for warning in &document.warnings {
        paragraph(format!("> {}", plain(warning)));
    }
    let answers: Vec<String> = document
        .answers
        .iter()
        .map(|answer| format!("- {}", plain(&answer.sentence)))
        .collect();
    paragraph(answers.join("\n"));
    for section in document
        .sections
        .iter()
        .filter(|section| section.on != Media::Terminal)
    {
        paragraph(format!("## {}", section.heading));
        for part in &section.parts {
            match part {
                Part::Text(sentence) => paragraph(plain(sentence)),
                Part::Link { text, file } => {
                    paragraph(format!("[{}]({figures}/{file})", plain(text)));
                }
                Part::Figures(all) => all
                    .iter()
                    .for_each(|figure| paragraph(write_figure(figure, figures))),
                Part::Wide(figure) => paragraph(write_figure(figure, figures)),
                Part::Table(table) if table.on == Media::Terminal => {}
                Part::Table(table) => paragraph(write_table(table, figures)),
                Part::Code { text, .. } => paragraph(fenced(text)),
            }
        }
    }
    text
}

fn write_figure(figure: &crate::figure::Figure, folder: &str) -> String {
    let title = plain(&figure.title);
    format!(
        "**{title}**\n\n![{title}]({folder}/{}.svg)\n\n{}",
        figure.name,
        plain(&figure.caption)
    )
}

fn write_table(table: &Table, folder: &str) -> String {
    let headings: Vec<String> = table.headings.iter().map(|text| plain(text)).collect();
    let rule: Vec<&str> = (0..headings.len())
        .map(|column| {
            if table.is_numeric(column) {
                "--:"
            } else {
                "---"
            }
        })
        .collect();
    let mut lines = vec![table_line(&headings), format!("|{}|", rule.join("|"))];
    for (number, row) in table.rows.iter().enumerate() {
        let mut cells: Vec<String> = row.iter().map(|cell| plain(&cell.to_string())).collect();
        if let Some(Some(file)) = table.links.get(number) {
            cells[0] = format!("[{}]({folder}/{file})", cells[0]);
        }
        lines.push(table_line(&cells));
    }
    lines.join("\n")
}

/// Returns a line of a table.
pub fn table_line(cells: &[String]) -> String {
    format!("| {} |", cells.join(" | "))
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
