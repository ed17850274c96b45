//! Lines of `faults.jsonl`: faults of bots that run as child processes, and where they happened.

use std::io::{BufRead, BufReader, ErrorKind};
use std::path::Path;

use goldrush_engine::plain_error::plain;
use goldrush_support::error::bad_input;
use goldrush_support::input::open_file;
use serde::{Deserialize, Serialize};

use crate::sim::bots::SeatFault;
use crate::study::{GameId, Plan};

/// Name of the file in a run's folder.
pub const FAULTS_FILE: &str = "faults.jsonl";

/// A fault in a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FaultLine {
    pub game: u64,
    /// Deal of the game.
    pub block: u64,
    /// Arm of the game.
    pub arm: usize,
    /// Seating of the game.
    pub seating: usize,
    /// Seat of the bot.
    pub seat: usize,
    /// Name and version that the bot gave itself, as tables show it.
    pub name: String,
    /// Bot, as plans name it.
    pub bot: String,
    /// Kind of fault, as tables name it.
    pub fault: String,
    /// Decision in which it happened: its number, from 0, among the bot's decisions in this game.
    pub decision: u32,
    /// Turn of the game in which it happened, from 1; 0 before the first turn.
    pub turn: usize,
    /// Seed that the bot was given.
    pub seed: u64,
    /// Description of the fault.
    pub what: String,
    /// End of what the bot wrote to standard error.
    pub stderr: String,
}

/// Returns the lines of a game's faults.
pub fn lines(plan: &Plan, id: GameId, game: u64, faults: &[SeatFault]) -> Vec<u8> {
    let mut lines = Vec::new();
    for SeatFault {
        seat,
        decision,
        turn,
        seed,
        fault,
    } in faults
    {
        let arm_lineup = &plan.arm(id).lineup;
        let side = arm_lineup.side(id.seating, *seat);
        let line = FaultLine {
            game,
            block: id.block,
            arm: id.arm,
            seating: id.seating,
            seat: *seat,
            name: plan.contestants.titles[plan.contestants.index(id.arm, side)].clone(),
            bot: arm_lineup.agent(id.seating, *seat).to_string(),
            fault: fault.kind.name().into(),
            decision: *decision,
            turn: *turn,
            seed: *seed,
            what: fault.what.clone(),
            stderr: fault.stderr_tail.clone(),
        };
        serde_json::to_writer(&mut lines, &line).expect("a fault serializes to JSON");
        lines.push(b'\n');
    }
    lines
}

/// Returns the first faults of a run, at most `most`; empty if it has no such file. An incomplete last line, of a run in
/// progress, is ignored.
///
/// # Errors
/// Bad input if a line is damaged. Fails if the file cannot be read.
pub fn first_faults(folder: &Path, most: usize) -> anyhow::Result<Vec<FaultLine>> {
    let path = folder.join(FAULTS_FILE);
    let file = match open_file(&path) {
        Ok(file) => file,
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(e) => return Err(bad_input(format!("{}: {e}", path.display()))),
    };
    let mut lines = BufReader::new(file);
    let mut line = String::new();
    let mut faults = Vec::new();
    while faults.len() < most {
        let place = format!("{}: line {}", path.display(), faults.len() + 1);
        line.clear();
        lines
            .read_line(&mut line)
            .map_err(|e| bad_input(format!("{place}: {e}")))?;
        if !line.ends_with('\n') {
            break;
        }
        let fault = serde_json::from_str(&line);
        faults.push(fault.map_err(|e| bad_input(format!("{place}: {}", plain(&e.to_string()))))?);
    }
    Ok(faults)
}
