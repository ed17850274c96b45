//! A table of matches, one row each, that grows from run to run: for ladders and ablations.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use anyhow::Context;

use super::cell::as_text;
use crate::build;
use crate::error::bad_input;
use crate::findings::summary::Summary;
use crate::games::GameName;
use crate::games::schema::Metric;
use crate::input::{Text, read_to_append};
use crate::sim::timing::TimingStats;
use crate::stats::interval::Estimate;

/// Columns of the table. Intervals are 95%.
const COLUMNS: [&str; 20] = [
    "a",
    "b",
    "players",
    "seed",
    "games",
    "blocks",
    "win_share",
    "win_share_low",
    "win_share_high",
    "margin",
    "margin_low",
    "margin_high",
    "a_ms_per_turn",
    "b_ms_per_turn",
    "a_playouts_per_turn",
    "b_playouts_per_turn",
    "commit",
    "a_faults",
    "b_faults",
    "game",
];

/// Returns a commit as in the table: with a `g` before it, as `git describe` writes it, since a commit may look like a number.
fn commit(name: &str) -> String {
    format!("g{name}")
}

/// Checks that a match can be appended to the table in a file, if the file exists; returns how its lines end.
///
/// # Errors
/// Bad input if it is another table, or its last row is incomplete.
pub fn check(path: &Path) -> anyhow::Result<&'static str> {
    Ok(examine(path)?.line_end)
}

/// A table as it is before a match is appended.
struct Before {
    /// Text that is to be written before the row: an end for a line without one.
    missing: &'static str,
    /// True if it holds no row and no heading.
    is_new: bool,
    /// End of its lines.
    line_end: &'static str,
}

/// Checks the table in a file, if the file exists.
///
/// # Errors
/// As [`check`].
fn examine(path: &Path) -> anyhow::Result<Before> {
    if !path.exists() {
        return Ok(Before {
            missing: "",
            is_new: true,
            line_end: "\n",
        });
    }
    let Text { text, line_end, .. } = read_to_append(path)?;
    let wrong = |what: &str| bad_input(format!("--append {}: {what}", path.display()));
    match text.lines().find(|line| !line.trim().is_empty()) {
        // There may be a byte-order mark, and blank lines.
        None => {
            let missing = if text.is_empty() || text.ends_with('\n') {
                ""
            } else {
                line_end
            };
            Ok(Before {
                missing,
                is_new: true,
                line_end,
            })
        }
        Some(header) if header == COLUMNS.join(";") || header == COLUMNS.join("\t") => Err(wrong(
            "its columns are separated by semicolons or tabs; save it with commas",
        )),
        // A spreadsheet may have saved it with all names in quotes.
        Some(header) if header.replace('"', "") != COLUMNS.join(",") => {
            Err(wrong("has other columns than a table of matches"))
        }
        Some(_) if !text.ends_with('\n') => {
            let line = text.lines().count();
            Err(wrong(&format!(
                "line {line} has no end, as if its writing had been cut short; complete or remove it"
            )))
        }
        Some(_) => Ok(Before {
            missing: "",
            is_new: false,
            line_end,
        }),
    }
}

/// Appends a match to the table in a file, which is created if necessary. Times are those of this machine.
///
/// # Errors
/// As [`check`]; also fails if reading or writing fails.
pub fn append(
    path: &Path,
    game: GameName,
    summary: &Summary,
    timings: &[(String, TimingStats)],
) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .with_context(cannot)?;
    // Other processes may append at the same time; some file systems have no locks.
    let _ = file.lock();
    let Before {
        missing,
        is_new,
        line_end,
    } = examine(path)?;
    let terminator = if line_end == "\r\n" {
        csv::Terminator::CRLF
    } else {
        csv::Terminator::Any(b'\n')
    };
    let mut rows = csv::WriterBuilder::new()
        .terminator(terminator)
        .from_writer(Vec::new());
    if is_new {
        rows.write_record(COLUMNS)?;
    }
    let number = |value: Option<f64>, digits: usize| {
        value.map_or_else(String::new, |v| format!("{v:.digits$}"))
    };
    let [share, margin] =
        [Metric::WIN_SHARE, Metric::MARGIN].map(|metric| summary.agents[0].mean(metric));
    let is_won = !summary.nobody_won();
    let mean = |estimate: Estimate| number(Some(estimate.mean).filter(|_| is_won), 4);
    let ends = |estimate: Estimate| {
        let ends = estimate.ends().filter(|_| is_won);
        [
            number(ends.map(|ends| ends.0), 4),
            number(ends.map(|ends| ends.1), 4),
        ]
    };
    let ([share_low, share_high], [margin_low, margin_high]) = (ends(share), ends(margin));
    let agent = |side: usize| {
        as_text(
            timings[side]
                .0
                .split_once(' ')
                .map_or("", |(_, agent)| agent),
        )
    };
    let ms = |side: usize| number(timings[side].1.ms_per_turn(), 3);
    let playouts = |side: usize| number(timings[side].1.playouts_per_turn(), 1);
    let faults = |side: usize| {
        let row = summary
            .faults
            .iter()
            .find(|row| row.name == timings[side].0);
        row.map_or(0, |row| row.games.values().sum::<u64>())
            .to_string()
    };
    let counts = [
        summary.arms[0].players as u64,
        summary.seed,
        summary.games,
        summary.blocks,
    ]
    .map(|n| n.to_string());
    let [players, seed, games, blocks] = counts;
    let row = [
        [agent(0), agent(1), players, seed, games, blocks].to_vec(),
        [
            mean(share),
            share_low,
            share_high,
            mean(margin),
            margin_low,
            margin_high,
        ]
        .to_vec(),
        [
            ms(0),
            ms(1),
            playouts(0),
            playouts(1),
            commit(build::current().commit),
        ]
        .to_vec(),
        [faults(0), faults(1), game.about().name.to_owned()].to_vec(),
    ];
    rows.write_record(row.concat())?;
    let text = [
        missing.as_bytes(),
        &rows.into_inner().map_err(|e| anyhow::anyhow!("{e}"))?,
    ]
    .concat();
    file.write_all(&text)
        .and_then(|()| file.sync_all())
        .with_context(cannot)
}
