//! A summary as tables for people.

use std::io::{self, Write};

use comfy_table::{CellAlignment, ContentArrangement, Table, presets};

use crate::stats::interval::Estimate;
use crate::stats::summary::{Row, Summary};

/// Columns: heading, metric, digits after the point.
const COLUMNS: [(&str, &str, usize); 8] = [
    ("win share", "win_share", 4),
    ("score", "score", 1),
    ("margin", "margin", 1),
    ("railroad", "railroad", 1),
    ("mountain", "mountain", 1),
    ("city", "city", 1),
    ("prairie", "prairie", 1),
    ("tokens", "tokens", 1),
];

/// Writes the tables by agent and by seat.
///
/// # Errors
/// If they cannot be written.
pub fn write(summary: &Summary, to: &mut dyn Write) -> io::Result<()> {
    let Summary { games, blocks, seatings, players, seed, .. } = summary;
    let deals = format!("{games} games of {players} players: {blocks} blocks (deals) × {seatings}");
    writeln!(to, "{deals} {}, seed {seed}", if *seatings == 1 { "seating" } else { "seatings" })?;
    writeln!(to, "mean ± half of the 95 % interval, from block means\n")?;
    writeln!(to, "{}\n", table("agent", &summary.agents))?;
    writeln!(to, "{}", table("seat", &summary.seats))
}

fn table(by: &str, rows: &[Row]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header([by].into_iter().chain(COLUMNS.map(|(heading, _, _)| heading)));
    for row in rows {
        let cells =
            COLUMNS.map(|(_, metric, digits)| row.metrics.get(metric).map_or_else(String::new, |e| cell(e, digits)));
        table.add_row([row.name.clone()].into_iter().chain(cells));
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn cell(estimate: &Estimate, digits: usize) -> String {
    match estimate.half_width {
        Some(half) => format!("{:.digits$} ±{half:.digits$}", estimate.mean),
        None => format!("{:.digits$}", estimate.mean),
    }
}
