//! Faults of bots that run as child processes.

use goldrush_harness::findings::summary::FaultRow;
use goldrush_harness::protocol::fault::FaultKind;
use goldrush_harness::store::faults::{FAULTS_FILE, FaultLine};

use super::Run;
use crate::document::{Cell, Media, Part, Section, Table};

/// Maximum number of faults to show.
pub const SHOWN: usize = 20;

/// Returns tables of the games lost by faults and of the first faults, or `None` if no bot had any.
pub(super) fn section(run: &Run) -> Option<Section> {
    if run.summary.faults.is_empty() {
        return None;
    }
    let meaning = "A bot that makes a fault loses the game and gets no points. Another bot then finishes the game in its seat.";
    let mut parts = vec![
        Part::Text(meaning.into()),
        Part::Table(lost(&run.summary.faults)),
    ];
    if let [first, ..] = run.faults {
        parts.push(Part::Table(first_faults(run.faults)));
        parts.push(Part::Code {
            fold: None,
            text: format!("goldrush replay --run DIR --number {}", first.game),
        });
    }
    Some(Section::new("Faults", parts))
}

fn lost(rows: &[FaultRow]) -> Table {
    let kinds = FaultKind::ALL.map(FaultKind::name);
    let rows = rows.iter().map(|row| {
        let games = kinds.map(|kind| Cell::Count(row.games.get(kind).copied().unwrap_or(0)));
        [row.name.as_str().into()]
            .into_iter()
            .chain(games)
            .collect()
    });
    Table::new(["games lost through"].into_iter().chain(kinds), rows)
}

fn first_faults(faults: &[FaultLine]) -> Table {
    let rows = faults.iter().map(|fault| {
        vec![
            fault.bot.as_str().into(),
            fault.fault.as_str().into(),
            words(fault).into(),
            Cell::Id(fault.game),
            Cell::Id(fault.turn as u64),
            Cell::Id(fault.decision.into()),
            Cell::Id(fault.seed),
        ]
    });
    let headings = [
        "bot",
        "fault",
        "what happened",
        "game",
        "turn",
        "decision",
        "seed",
    ];
    Table::new(headings, rows)
        .folded(format!("The first faults ({FAULTS_FILE} lists all)"))
        .on(Media::Page)
}

/// Describes a fault, with what the bot wrote to standard error.
pub fn words(fault: &FaultLine) -> String {
    match fault.stderr.trim_end() {
        "" => fault.what.clone(),
        words => format!(
            "{}; standard error: {}",
            fault.what,
            words.replace('\n', " | ")
        ),
    }
}
