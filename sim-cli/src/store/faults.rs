//! Lines of `faults.jsonl`: what bots in processes of their own did wrong, and where.

use std::io::{BufRead, BufReader, ErrorKind};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::error::{bad_input, open_input};
use crate::sim::bots::SeatFault;
use crate::study::{GameId, Plan};

/// The file in a run's folder.
pub const FAULTS_FILE: &str = "faults.jsonl";

/// A fault of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaultLine {
    /// The game's number.
    pub game: u64,
    /// Its deal.
    pub block: u64,
    /// Its arm.
    pub arm: usize,
    /// Its seating.
    pub seating: usize,
    /// The seat.
    pub seat: usize,
    /// The bot, as plans name it.
    pub bot: String,
    /// The kind of fault, as tables name it.
    pub fault: String,
    /// The decision in which it happened, from 0, of those of the bot in this game.
    pub decision: u32,
    /// The seed that the bot was told.
    pub seed: u64,
    /// What happened.
    pub what: String,
    /// The end of what the bot wrote to standard error.
    pub stderr: String,
}

/// Returns the lines of a game.
pub fn lines(plan: &Plan, id: GameId, game: u64, faults: &[SeatFault]) -> Vec<u8> {
    let mut lines = Vec::new();
    for SeatFault { seat, decision, seed, fault } in faults {
        let line = FaultLine {
            game,
            block: id.block,
            arm: id.arm,
            seating: id.seating,
            seat: *seat,
            bot: plan.arm(id).lineup.agent(id.seating, *seat).to_string(),
            fault: fault.kind.name().into(),
            decision: *decision,
            seed: *seed,
            what: fault.what.clone(),
            stderr: fault.stderr_tail.clone(),
        };
        serde_json::to_writer(&mut lines, &line).expect("a fault is plain data");
        lines.push(b'\n');
    }
    lines
}

/// Returns the first faults of a run, at most `most`; none if it has no such file. What is written of the last line of a run in
/// progress is passed over.
///
/// # Errors
/// If a line is damaged: bad input. If the file cannot be read.
pub fn first_faults(folder: &Path, most: usize) -> anyhow::Result<Vec<FaultLine>> {
    let path = folder.join(FAULTS_FILE);
    let file = match open_input(&path) {
        Ok(file) => file,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(bad_input(format!("{}: {e}", path.display()))),
    };
    let (mut lines, mut line, mut faults) = (BufReader::new(file), String::new(), Vec::new());
    while faults.len() < most {
        line.clear();
        let wrong =
            |e: &dyn std::fmt::Display| bad_input(format!("{}: line {}: {e}", path.display(), faults.len() + 1));
        lines.read_line(&mut line).map_err(|e| wrong(&e))?;
        if !line.ends_with('\n') {
            break;
        }
        faults.push(serde_json::from_str(&line).map_err(|e| wrong(&e))?);
    }
    Ok(faults)
}
