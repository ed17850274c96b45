//! Reports faults of bots on standard error as they happen.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use goldrush_harness::protocol::fault::Fault;
use goldrush_harness::sim::bots::SeatFault;
use goldrush_harness::store::faults::FAULTS_FILE;
use goldrush_harness::study::GameId;
use goldrush_harness::study::Plan;
use goldrush_support::printable::printable;

/// Maximum number of faults to print; the tables count all.
const PRINTED: u64 = 5;

/// Prints the first faults of a run.
pub struct FaultReport {
    faults: u64,
    /// Folder of the run, if it has one.
    folder: Option<PathBuf>,
}

impl FaultReport {
    /// Creates the report of a run, whose folder has all faults.
    pub fn new(folder: Option<&Path>) -> FaultReport {
        FaultReport {
            faults: 0,
            folder: folder.map(Into::into),
        }
    }

    /// Prints a fault, or once that more follow.
    pub fn report_fault(&mut self, plan: &Plan, id: GameId, fault: &SeatFault) {
        self.faults += 1;
        let number = plan.number(id);
        let SeatFault {
            seat,
            decision,
            turn,
            seed,
            fault,
        } = fault;
        let lineup = &plan.arm(id).lineup;
        let agent = plan.contestants.titles[plan
            .contestants
            .index(id.arm, lineup.side(id.seating, *seat))]
        .as_str();
        // Standard error may be closed; that is no reason to stop.
        let _ = match self.faults {
            1..=PRINTED => {
                let place =
                    format!("turn {turn} (seat {seat}, its decision {decision}, its seed {seed})");
                // The last line of a traceback says most; the file has all of it.
                let last = fault
                    .stderr_tail
                    .trim_end()
                    .lines()
                    .last()
                    .unwrap_or_default();
                let brief = Fault {
                    stderr_tail: last.into(),
                    ..fault.clone()
                };
                writeln!(
                    io::stderr(),
                    "fault: {}, game {number}, {place}: {brief}",
                    printable(agent)
                )
            }
            n if n == PRINTED + 1 => match &self.folder {
                Some(folder) => {
                    let file = folder.join(FAULTS_FILE);
                    writeln!(
                        io::stderr(),
                        "more faults follow; all of them: {}",
                        printable(file.display())
                    )
                }
                None => {
                    writeln!(
                        io::stderr(),
                        "more faults follow; a run with --out writes all of them to {FAULTS_FILE}"
                    )
                }
            },
            _ => Ok(()),
        };
    }
}
