//! Faults of bots that run as child processes.

use super::LoadedRun;
use crate::protocol::fault::FaultKind;
use crate::report::page::{PagePart, Section, Table};
use crate::store::faults::{FAULTS_FILE, FaultLine};

/// Maximum number of faults to show.
pub const SHOWN: usize = 20;

/// Returns tables of the games lost by faults and of the first faults, or `None` if no bot had any.
pub(super) fn section(run: &LoadedRun) -> Option<Section> {
    let rows = &run.summary.faults;
    if rows.is_empty() {
        return None;
    }
    let lost = rows.iter().map(|row| {
        let counts =
            FaultKind::ALL.map(|kind| row.games.get(kind.name()).copied().unwrap_or(0).to_string());
        [row.name.clone()].into_iter().chain(counts).collect()
    });
    let headings = ["games lost through"]
        .into_iter()
        .chain(FaultKind::ALL.map(FaultKind::name));
    let mut parts = vec![
        PagePart::Text(
            "A bot that makes a fault loses the game and gets no points. Another bot then finishes the game in its seat."
                .into(),
        ),
        PagePart::Table(Table {
            headings: headings.map(String::from).collect(),
            texts: 1,
            rows: lost.collect(),
            ..Table::default()
        }),
    ];
    if !run.faults.is_empty() {
        parts.push(PagePart::Table(Table {
            fold: Some(format!("The first faults ({FAULTS_FILE} lists all)")),
            headings: [
                "bot",
                "fault",
                "what happened",
                "game",
                "turn",
                "decision",
                "seed",
            ]
            .map(String::from)
            .to_vec(),
            texts: 3,
            rows: run.faults.iter().map(row).collect(),
            ..Table::default()
        }));
        let game = run.faults[0].game;
        parts.push(PagePart::Code {
            fold: None,
            text: format!("goldrush replay --run DIR --number {game}"),
        });
    }
    Some(Section {
        heading: "Faults".into(),
        parts,
    })
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

fn row(fault: &FaultLine) -> Vec<String> {
    let what = words(fault);
    let numbers = [
        fault.game,
        fault.turn as u64,
        fault.decision.into(),
        fault.seed,
    ];
    [fault.bot.clone(), fault.fault.clone(), what]
        .into_iter()
        .chain(numbers.map(|number| number.to_string()))
        .collect()
}
