//! Writes a document for a terminal: no figures, no details; long cells are wrapped, and columns for
//! which there is no room even then are left out, or stand below each other.

use std::fmt::{self, Display};
use std::io::{self, Write};

use comfy_table::{
    CellAlignment, ColumnConstraint, ContentArrangement, LineStyle, Table as Layout, TableStyle,
    Width,
};
use goldrush_support::printable::printable;

use super::{Document, Media, Part, Section, Table};
use crate::words::list;
use crate::wrap;

/// A line under the headings and nothing else.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::new('─', '─', '─', '─'));

/// Texts of a table keep at least this many columns, or the room that they need.
const NARROW_TEXT: u16 = 20;

/// Columns of space around a cell.
const PADDING: u16 = 2;

/// Writes a document; tables are at most `width` columns wide if their first two columns are.
pub fn write(document: &Document, width: usize, to: &mut dyn Write) -> io::Result<()> {
    for line in [&document.title, &document.subtitle] {
        wrap::write(line, "", "", to)?;
    }
    for warning in &document.warnings {
        wrap::write(warning, "Warning: ", "  ", to)?;
    }
    if !document.answers.is_empty() {
        writeln!(to)?;
    }
    for answer in &document.answers {
        wrap::write(&answer.sentence, "", "  ", to)?;
    }
    for section in &document.sections {
        if section.on != Media::Page {
            write_section(section, width, to)?;
        }
    }
    Ok(())
}

fn write_section(section: &Section, width: usize, to: &mut dyn Write) -> io::Result<()> {
    let parts: Vec<&Part> = section.parts.iter().filter(|part| is_shown(part)).collect();
    if parts.is_empty() {
        return Ok(());
    }
    writeln!(to)?;
    wrap::write(&section.heading, "", "", to)?;
    for (at, part) in parts.iter().enumerate() {
        if at > 0 && !(is_text(part) && is_text(parts[at - 1])) {
            writeln!(to)?;
        }
        match part {
            Part::Text(text) => wrap::write(text, "", "", to)?,
            Part::Table(table) => write_table(table, width, to)?,
            Part::Code { text, .. } => writeln!(to, "{}", printable(text.trim_end()))?,
            Part::Link { .. } | Part::Figures(_) | Part::Wide(_) => {}
        }
    }
    Ok(())
}

fn is_text(part: &Part) -> bool {
    matches!(part, Part::Text(_))
}

fn is_shown(part: &Part) -> bool {
    match part {
        Part::Text(_) => true,
        Part::Table(table) => table.on != Media::Page && !table.rows.is_empty(),
        Part::Code { fold, .. } => fold.is_none(),
        Part::Link { .. } | Part::Figures(_) | Part::Wide(_) => false,
    }
}

/// Writes a table, and names the columns that it has no room for; if it needs all of them, each row as a block.
pub fn write_table(table: &Table, width: usize, to: &mut dyn Write) -> io::Result<()> {
    let most = table.headings.len() - table.details;
    let mut columns = most;
    let mut layout = lay_out(table, columns);
    if table.is_whole && narrowest(table, &layout) > width {
        return write_blocks(table, columns, width, to);
    }
    while columns > 2 && narrowest(table, &layout) > width {
        columns -= 1;
        layout = lay_out(table, columns);
    }
    wrap_cells(table, &mut layout, width);
    for line in lines_of(&layout) {
        writeln!(to, "{line}")?;
    }
    let left_out = &table.headings[columns..most];
    if left_out.is_empty() {
        return Ok(());
    }
    let text = format!(
        "Not shown here, for want of room: {}. A wider terminal shows them, or COLUMNS=120 in a pipe.",
        list(left_out)
    );
    wrap::write(&text, "", "", to)
}

/// Writes each row as a block: a line for each column, with its heading.
fn write_blocks(table: &Table, columns: usize, width: usize, to: &mut dyn Write) -> io::Result<()> {
    let headings = &table.headings[..columns];
    let widths = headings.iter().map(|heading| heading.chars().count());
    let indent = widths.max().unwrap_or(0) + usize::from(PADDING);
    for (at, row) in table.rows.iter().enumerate() {
        if at > 0 {
            writeln!(to)?;
        }
        for (heading, cell) in headings.iter().zip(row) {
            let first = format!("{heading:indent$}");
            let text = cell.to_string();
            wrap::write_within(width, &text, &first, &" ".repeat(indent), to)?;
        }
    }
    Ok(())
}

/// Returns the columns that a layout needs if its texts are wrapped.
fn narrowest(table: &Table, layout: &Layout) -> usize {
    let widths = layout.column_max_content_widths();
    let whole: u16 = widths.iter().sum();
    let narrow: u16 = widths
        .iter()
        .enumerate()
        .map(|(at, &width)| narrow_width(table, at, width))
        .sum();
    // The line below the headings is as wide as the table.
    line_width(layout) - usize::from(whole - narrow)
}

/// Returns how narrow a column may be; numbers are never wrapped.
fn narrow_width(table: &Table, column: usize, width: u16) -> u16 {
    if table.is_numeric(column) {
        return width;
    }
    width.min(NARROW_TEXT)
}

/// Wraps texts such that lines are at most `width` columns wide, if the narrowest fit into them.
fn wrap_cells(table: &Table, layout: &mut Layout, width: usize) {
    if line_width(layout) <= width {
        return;
    }
    let width = width.max(narrowest(table, layout));
    let widths = layout.column_max_content_widths();
    layout.set_content_arrangement(ContentArrangement::Dynamic);
    layout.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    for (at, column) in layout.column_iter_mut().enumerate() {
        let narrow = narrow_width(table, at, widths[at]);
        let padded = Width::Fixed(narrow + PADDING);
        column.set_constraint(if narrow == widths[at] {
            ColumnConstraint::Absolute(padded)
        } else {
            ColumnConstraint::LowerBoundary(padded)
        });
    }
}

impl Display for Table {
    /// Writes all columns but details.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let columns = self.headings.len() - self.details;
        let lines: Vec<String> = lines_of(&lay_out(self, columns)).collect();
        f.write_str(&lines.join("\n"))
    }
}

fn lines_of(layout: &Layout) -> impl Iterator<Item = String> {
    layout.lines().map(|line| line.trim_end().to_owned())
}

/// Returns the first columns of a table as text.
fn lay_out(table: &Table, columns: usize) -> Layout {
    let mut layout = Layout::new();
    layout
        .load_style(STYLE)
        .set_content_arrangement(ContentArrangement::Disabled);
    layout.set_header(table.headings[..columns].iter().map(printable));
    for row in &table.rows {
        layout.add_row(row[..columns].iter().map(printable));
    }
    for (at, column) in layout.column_iter_mut().enumerate() {
        if table.is_numeric(at) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    layout
}

fn line_width(layout: &Layout) -> usize {
    let widths = lines_of(layout).map(|line| line.chars().count());
    widths.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use goldrush_support::stats::interval::Estimate;

    use super::*;
    use crate::document::Cell;
    use crate::number::Number;

    fn written(width: usize) -> String {
        let score = Number::points(&Estimate::around(71.0, Some(1.2)));
        let row = vec![
            "greedy".into(),
            score.into(),
            Cell::Count(1200),
            "most".into(),
        ];
        let table = Table::new(["bot", "score", "results", "wins"], [row]);
        let mut text = Vec::new();
        write_table(&table, width, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let texts = [
            "2 players, first seat",
            "50.0% ± 1.8",
            "82.0 ± 2.3",
            "a reason that takes room",
        ];
        let headings = ["seat", "win rate", "score", "why"];
        for columns in 2..=4 {
            let row = texts[..columns].iter().map(|&text| text.into()).collect();
            let table = Table::new(headings[..columns].iter().copied(), [row]);
            for width in 44..80 {
                let mut text = Vec::new();
                write_table(&table, width, &mut text).unwrap();
                let text = String::from_utf8(text).unwrap();
                let table = text.lines().filter(|line| line.starts_with([' ', '─']));
                let widths = table.map(|line| line.chars().count());
                assert!(widths.max() <= Some(width), "{width}:\n{text}");
            }
        }
    }

    #[test]
    fn long_texts_are_wrapped_before_columns_are_left_out() {
        let advice = "write only messages to standard output, one per line and one per answer";
        let row = vec!["starts and is ready".into(), "FAIL".into(), advice.into()];
        let table = Table::new(["check", "result", "advice"], [row]);
        let mut text = Vec::new();
        write_table(&table, 60, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let widths = text.lines().map(|line| line.chars().count());
        assert!(widths.max() <= Some(60), "{text}");
        assert!(text.contains("starts and is ready"), "{text}");
        assert!(
            text.contains("per answer") && !text.contains("Not shown"),
            "{text}"
        );
    }

    #[test]
    fn rows_that_must_be_whole_become_blocks() {
        let rows = ["skill", "lead"].map(|goal| vec![goal.into(), Cell::Count(3), "yes".into()]);
        let table = Table::new(["goal", "players", "verdict"], rows).whole();
        let mut text = Vec::new();
        write_table(&table, 40, &mut text).unwrap();
        let wide = String::from_utf8(text).unwrap();
        assert!(wide.contains("─") && wide.lines().count() == 4, "{wide}");
        let mut text = Vec::new();
        write_table(&table, 20, &mut text).unwrap();
        let expected =
            "goal     skill\nplayers  3\nverdict  yes\n\ngoal     lead\nplayers  3\nverdict  yes\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }

    #[test]
    fn columns_without_room_are_named() {
        let all = written(80);
        assert!(all.contains("1,200") && !all.contains("Not shown"), "{all}");
        let narrow = written(24);
        assert!(
            narrow.contains("71.0 ± 1.2") && !narrow.contains("1,200"),
            "{narrow}"
        );
        assert!(
            narrow.contains("Not shown here, for want of room: results and wins."),
            "{narrow}"
        );
        assert!(
            narrow
                .lines()
                .take(3)
                .all(|line| line.chars().count() <= 24),
            "{narrow}"
        );
    }
}
