//! The game that is analysed: a record, finished or still being played.

use std::path::Path;

use goldrush_engine::gold_rush::{Deal, Move, Phase, Setup, State, Table};

use super::opinion::Turn;
use crate::cli::bad_input;
use crate::cli::record::{read_record, setup_of};

/// A game by the rules.
pub struct Source {
    /// Catalogue, rules, number of players.
    pub setup: Setup,
    /// The order of tiles and tokens.
    pub deal: Deal,
    /// The moves of all turns, two each.
    pub moves: Vec<Move>,
    /// The names of the agents or people.
    pub seats: Vec<String>,
}

impl Source {
    /// Reads a game of a file of records, numbered from 0, and plays it again.
    ///
    /// # Errors
    /// If there is no such game or it is not by the rules: bad input.
    pub fn read(file: &Path, number: u64, tiles: Option<&str>) -> anyhow::Result<Source> {
        let (record, value) = read_record(file, number)?;
        let setup = setup_of(&record, tiles, file, number)?;
        let wrong = |e| bad_input(format!("{}: game {number} is not by the rules: {e}", file.display()));
        let deal = record.dealt(&setup).map_err(wrong)?;
        let mut replay = record.replay(&setup).map_err(wrong)?;
        for _ in 0..record.turns.len() {
            replay.step().map_err(wrong)?;
        }
        // A game that is still being played says so.
        if replay.state().phase() == Phase::Over || value.get("session").is_none() {
            replay.step().map_err(wrong)?;
        }
        let moves = replay.moves().to_vec();
        Ok(Source { deal, moves, seats: record.seats, setup })
    }

    /// How many turns were played.
    pub fn turns(&self) -> usize {
        self.moves.len() / 2
    }

    /// The position after so many turns, and what was played then, if anything was.
    pub fn position(&self, turns: usize) -> (State<'_>, Option<Turn>) {
        let mut state = State::with_deal(&self.setup, &self.deal, &mut ());
        for &mv in &self.moves[..2 * turns] {
            state.play_observed(mv, &mut ());
        }
        let played = self.moves.get(2 * turns..2 * turns + 2).map(|turn| (turn[0], Some(turn[1])));
        (state, played)
    }
}

/// A turn in the notation of records: `place 1,0 90` and `cowboy railroad N`.
pub fn notation(table: &Table, turn: Turn) -> Vec<String> {
    match turn {
        (Move::Place { cell, rotation }, second) => {
            let mut texts = vec![format!("place {cell} {rotation}")];
            if let (Some(Move::Act(action)), Some(slot)) = (second, table.landscape().frontier().slot(cell)) {
                let mut after = table.clone();
                after.place(slot, rotation);
                texts.push(after.action_text(action));
            }
            texts
        }
        (Move::Act(action), _) => vec![table.action_text(action)],
    }
}
