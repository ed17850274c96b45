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
        parts.extend(tracebacks(run.faults));
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
            fault.name.as_str().into(),
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

/// Describes a fault in one line, with the last line that the bot wrote to standard error: of a traceback, that says most.
pub fn words(fault: &FaultLine) -> String {
    match fault.stderr.trim_end().lines().last() {
        None => fault.what.clone(),
        Some(last) => format!("{}; standard error: {last}", fault.what),
    }
}

/// Returns what bots wrote to standard error in several lines, each text once.
pub fn tracebacks<'f>(faults: impl IntoIterator<Item = &'f FaultLine>) -> Vec<Part> {
    let mut texts: Vec<&str> = Vec::new();
    let mut parts = Vec::new();
    for fault in faults {
        let text = fault.stderr.trim_end();
        if text.contains('\n') && !texts.contains(&text) {
            texts.push(text);
            parts.push(Part::Code {
                fold: Some(format!(
                    "End of the standard error of {}, game {}",
                    fault.name, fault.game
                )),
                text: text.to_owned(),
            });
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracebacks_keep_their_lines_and_are_shown_once() {
        let fault = |game, stderr: &str| FaultLine {
            game,
            block: game,
            arm: 0,
            seating: 0,
            seat: 0,
            name: "mine 1".into(),
            bot: "exec:./mine".into(),
            fault: "crash".into(),
            decision: 0,
            turn: 1,
            seed: 1,
            what: "ended with exit code 1".into(),
            stderr: stderr.into(),
        };
        let traceback = "Traceback:\n  File \"mine.py\", line 6\nKeyError: 'x'\n";
        let faults = [
            fault(3, traceback),
            fault(5, traceback),
            fault(7, "one line"),
        ];
        assert_eq!(
            words(&faults[0]),
            "ended with exit code 1; standard error: KeyError: 'x'"
        );
        let [
            Part::Code {
                fold: Some(fold),
                text,
            },
        ] = &tracebacks(&faults)[..]
        else {
            panic!("a single traceback of several lines");
        };
        assert_eq!(fold, "End of the standard error of mine 1, game 3");
        assert_eq!(text, traceback.trim_end());
    }
}
