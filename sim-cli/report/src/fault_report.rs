//! Describes faults of bots as they happen: each sort once, and at the end how often it happened.

use std::path::{Path, PathBuf};

use goldrush_harness::protocol::fault::Fault;
use goldrush_harness::sim::bots::SeatFault;
use goldrush_harness::store::faults::FAULTS_FILE;
use goldrush_harness::study::{GameId, Plan, joined};
use goldrush_support::printable::printable;

use crate::words::count;
use crate::wrap;

/// Most sorts of faults that are described; the tables count all.
const DESCRIBED: usize = 5;

/// Describes the faults of a run.
pub struct FaultReport {
    sorts: Vec<Sort>,
    /// Folder of the run, if it has one.
    folder: Option<PathBuf>,
    /// Command of the first bot that had a fault.
    command: Option<String>,
}

/// Faults of a bot that differ in nothing but numbers.
struct Sort {
    /// Bot and fault, without numbers.
    name: String,
    faults: u64,
    /// Bot, game and turn of the first one.
    first: String,
}

impl FaultReport {
    /// Creates the report of a run, whose folder has all faults.
    pub fn new(folder: Option<&Path>) -> FaultReport {
        FaultReport {
            sorts: Vec::new(),
            folder: folder.map(Into::into),
            command: None,
        }
    }

    /// Adds a fault; returns lines that describe it if it is the first of its sort.
    pub fn add(&mut self, plan: &Plan, id: GameId, fault: &SeatFault) -> Option<String> {
        let number = plan.number(id);
        let lineup = &plan.arm(id).lineup;
        if self.command.is_none() {
            let agent = lineup.agent(id.seating, fault.seat);
            self.command = agent.command().map(|command| command.line.clone());
        }
        let side = lineup.side(id.seating, fault.seat);
        let agent = plan.contestants.titles[plan.contestants.index(id.arm, side)].as_str();
        self.add_of(agent, number, fault)
    }

    fn add_of(&mut self, agent: &str, number: u64, fault: &SeatFault) -> Option<String> {
        let SeatFault {
            seat,
            decision,
            turn,
            seed,
            fault,
        } = fault;
        // A traceback's own line says most; the file has all of it.
        let last = fault.stderr_tail.trim_end().lines().last();
        let brief = Fault {
            stderr_tail: fault
                .source_line()
                .unwrap_or_else(|| last.unwrap_or_default().into()),
            ..fault.clone()
        };
        let name = without_numbers(&format!("{agent}: {brief}"));
        if let Some(sort) = self.sorts.iter_mut().find(|sort| sort.name == name) {
            sort.faults += 1;
            return None;
        }
        self.sorts.push(Sort {
            name,
            faults: 1,
            first: format!("{}, game {number}, turn {turn}", printable(agent)),
        });
        if self.sorts.len() > DESCRIBED {
            return None;
        }
        let place = format!("turn {turn} (seat {seat}, its decision {decision}, its seed {seed})");
        let text = format!(
            "fault: {}, game {number}, {place}: {brief}",
            printable(agent)
        );
        Some(wrap::lines(&text, wrap::WIDTH, "", "  ").join("\n"))
    }

    /// Returns lines for the end of the run: how often faults happened, and what to do. Empty without faults.
    pub fn end(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for Sort { faults, first, .. } in self.sorts.iter().take(DESCRIBED) {
            if *faults > 1 {
                lines.push(format!("{} faults like that of {first}", count(*faults)));
            }
        }
        let others = self.sorts.iter().skip(DESCRIBED);
        let others: u64 = others.map(|sort| sort.faults).sum();
        if others > 0 {
            lines.push(format!("{} other faults", count(others)));
        }
        if !self.sorts.is_empty() {
            lines.push(match &self.folder {
                Some(folder) => format!(
                    "all faults: {}",
                    printable(folder.join(FAULTS_FILE).display())
                ),
                None => format!("a run with --out writes all faults to {FAULTS_FILE}"),
            });
        }
        if let Some(command) = &self.command {
            lines.push("what the bot should change:".into());
            let command = joined(std::slice::from_ref(command));
            lines.push(format!("  goldrush lab check-bot {command}"));
        }
        lines
    }
}

/// Returns a text with each number replaced by a mark.
fn without_numbers(text: &str) -> String {
    let mut shown = String::new();
    let mut is_in_number = false;
    for c in text.chars() {
        let is_digit = c.is_ascii_digit();
        if !is_digit {
            shown.push(c);
        } else if !is_in_number {
            shown.push('#');
        }
        is_in_number = is_digit;
    }
    shown
}

#[cfg(test)]
mod tests {
    use goldrush_harness::protocol::fault::FaultKind;

    use super::*;

    fn fault(decision: u32, what: &str, stderr: &str) -> SeatFault {
        SeatFault {
            seat: 0,
            decision,
            turn: 3,
            seed: 4_708_263_778_679_887,
            fault: Fault {
                kind: FaultKind::Crash,
                what: what.into(),
                stderr_tail: stderr.into(),
                advice: None,
            },
        }
    }

    #[test]
    fn each_sort_of_fault_is_described_once() {
        let mut report = FaultReport::new(None);
        let trace = "Traceback (most recent call last):\n  File \"bot.py\", line 12, in <module>\nKeyError: 'tile_27'\n";
        let first = report
            .add_of("mybot 1", 7, &fault(5, "ended with exit code 1", trace))
            .unwrap();
        let expected = "fault: mybot 1, game 7, turn 3 (seat 0, its decision 5, its seed\n  \
                        4708263778679887): crash: ended with exit code 1; standard error: line 12 of\n  \
                        bot.py: KeyError: 'tile_27'";
        assert_eq!(first, expected);
        let again = trace.replace("27", "3");
        let again = fault(9, "ended with exit code 1", &again);
        assert_eq!(report.add_of("mybot 1", 8, &again), None);
        assert!(report.add_of("other", 9, &again).is_some());
        let expected = [
            "2 faults like that of mybot 1, game 7, turn 3",
            "a run with --out writes all faults to faults.jsonl",
        ];
        assert_eq!(report.end(), expected);
        assert!(FaultReport::new(None).end().is_empty());
    }
}
