//! A table of matches, one row each, that grows from run to run: for ladders and ablations.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use goldrush_games::GameName;
use goldrush_games::schema::Metric;
use goldrush_harness::findings::summary::Summary;
use goldrush_harness::sim::timing::TimingStats;
use goldrush_support::build;
use goldrush_support::error::bad_input;
use goldrush_support::input::{Text, read_to_append};

use super::cell::as_text;

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
    rows.write_record(row(game, summary, timings))?;
    let text = [
        missing.as_bytes(),
        &rows.into_inner().map_err(|e| anyhow::anyhow!("{e}"))?,
    ]
    .concat();
    file.write_all(&text)
        .and_then(|()| file.sync_all())
        .with_context(cannot)
}

/// Returns the row of a match, under [`COLUMNS`].
fn row(game: GameName, summary: &Summary, timings: &[(String, TimingStats)]) -> Vec<String> {
    let [a, b] = [&timings[0], &timings[1]];
    let mut row = vec![
        agent(a),
        agent(b),
        summary.arms[0].players.to_string(),
        summary.seed.to_string(),
        summary.games.to_string(),
        summary.blocks.to_string(),
    ];
    for metric in [Metric::WIN_SHARE, Metric::MARGIN] {
        row.extend(estimate_cells(summary, metric));
    }
    row.extend([a, b].map(|(_, timing)| number(timing.ms_per_turn(), 3)));
    row.extend([a, b].map(|(_, timing)| number(timing.playouts_per_turn(), 1)));
    row.push(commit(build::current().commit));
    row.extend([a, b].map(|(name, _)| faults(summary, name).to_string()));
    row.push(game.about().name.to_owned());
    row
}

/// Returns the name of a side's bot, without its letter.
fn agent((title, _): &(String, TimingStats)) -> String {
    as_text(title.split_once(' ').map_or("", |(_, agent)| agent))
}

/// Returns the mean of A's results and the ends of its interval; nothing is known if nobody won a game.
fn estimate_cells(summary: &Summary, metric: Metric) -> [String; 3] {
    if summary.nobody_won() {
        return [const { String::new() }; 3];
    }
    let estimate = summary.agents[0].mean(metric);
    let (low, high) = estimate.ends().unzip();
    [Some(estimate.mean), low, high].map(|value| number(value, 4))
}

/// Returns the number of games that a side lost by faults.
fn faults(summary: &Summary, name: &str) -> u64 {
    let mut rows = summary.faults.iter();
    let row = rows.find(|row| row.name == name);
    row.map_or(0, |row| row.games.values().sum())
}

fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(String::new, |value| format!("{value:.digits$}"))
}
