//! Reports faults of bots on standard error as they happen.

use std::io::{self, Write};

use crate::printable::printable;
use crate::sim::bots::SeatFault;
use crate::store::faults::FAULTS_FILE;
use crate::study::GameId;
use crate::study::Plan;

/// Maximum number of faults to print; the tables count all.
const PRINTED: u64 = 5;

/// Prints the first faults of a run.
#[derive(Default)]
pub struct FaultReport {
    faults: u64,
}

impl FaultReport {
    /// Prints a fault, or once that more follow.
    pub fn report_fault(&mut self, plan: &Plan, id: GameId, fault: &SeatFault) {
        self.faults += 1;
        let number = plan.number(id);
        let SeatFault { seat, decision, turn, seed, fault } = fault;
        let lineup = &plan.arm(id).lineup;
        let agent = plan.contestants.titles[plan.contestants.index(id.arm, lineup.side(id.seating, *seat))].as_str();
        // Standard error may be closed; that is no reason to stop.
        let _ = match self.faults {
            1..=PRINTED => {
                let place = format!("turn {turn} (seat {seat}, its decision {decision}, its seed {seed})");
                writeln!(io::stderr(), "fault: {}, game {number}, {place}: {fault}", printable(agent))
            }
            n if n == PRINTED + 1 => {
                writeln!(io::stderr(), "more faults follow; a run with --out writes all of them to {FAULTS_FILE}")
            }
            _ => Ok(()),
        };
    }
}
