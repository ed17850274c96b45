//! The game that is analysed: a record, finished or still being played.

use std::path::Path;

use goldrush_ai::search::Decisions;
use goldrush_engine::game::{State as _, Text as _};
use goldrush_engine::gold_rush::{GoldRush, Phase, State};
use serde_json::Value;

use super::review::{Position, positions};
use crate::error::bad_input;
use crate::games::analyzed::{Analyzed, Unit};
use crate::games::diary::MoveRecord;
use crate::games::variants::printed;
use crate::store::record::{read_record, setup_of};
use crate::table::family::shown::{Shown, StateOf};

/// A game by the rules. What it is dealt from lives as long as the program, which ends with the analysis.
pub struct Source<G: Analyzed> {
    /// The names of the agents or people.
    pub seats: Vec<String>,
    /// Before the first move.
    dealt: StateOf<G>,
    moves: Vec<G::Move>,
}

impl Source<GoldRush> {
    /// Reads a game of a file of records of Gold Rush, numbered from 0, and plays it again.
    ///
    /// # Errors
    /// If there is no such game or it is not by the rules: bad input.
    pub fn read(file: &Path, number: u64, tiles: Option<&str>) -> anyhow::Result<Source<GoldRush>> {
        let (record, value) = read_record(file, number)?;
        let setup = Box::leak(Box::new(setup_of(&record, tiles, file, number)?));
        let wrong = |e| bad_input(format!("{}: game {number} is not by the rules: {e}", file.display()));
        let deal = record.dealt(setup).map_err(wrong)?;
        let mut replay = record.replay(setup).map_err(wrong)?;
        for _ in 0..record.turns.len() {
            replay.step().map_err(wrong)?;
        }
        if replay.state().phase() == Phase::Over || !is_being_played(&value) {
            replay.step().map_err(wrong)?;
        }
        let moves = replay.moves().to_vec();
        Ok(Source { seats: record.seats, dealt: State::with_deal(setup, &deal, &mut ()), moves })
    }
}

impl<G: Shown> Source<G> {
    /// The game of a record that holds its moves, which is played again; `place` names the record.
    ///
    /// # Errors
    /// If it is no such record or not by the rules: bad input.
    pub fn of_moves(record: &Value, place: &str) -> anyhow::Result<Source<G>> {
        let wrong = |what: String| bad_input(format!("{place}: {what}"));
        let goes_on = is_being_played(record);
        let record: MoveRecord<G::Rules> =
            serde_json::from_value(record.clone()).map_err(|e| wrong(format!("not a record: {e}")))?;
        let setup = printed::<G>(record.rules.clone(), record.seats.len())?;
        let setup: &'static G::Setup = Box::leak(Box::new(setup));
        let dealt = G::read_deal(setup, &record.deal).map_err(|e| wrong(format!("the deal: {e}")))?;
        let not_by_the_rules = |e| wrong(format!("not by the rules: {e}"));
        let mut moves = Vec::new();
        let end = record.follow::<G>(dealt.clone(), |_, mv| moves.push(mv)).map_err(not_by_the_rules)?;
        if !goes_on || end.to_move().is_none() {
            record.check_end(&end).map_err(not_by_the_rules)?;
        }
        Ok(Source { seats: record.seats, dealt, moves })
    }
}

/// A game that is still being played says so.
fn is_being_played(record: &Value) -> bool {
    record.get("session").is_some()
}

impl<G: Analyzed> Source<G> {
    /// How many turns or moves were played, whichever the game counts.
    pub fn played(&self) -> usize {
        match G::UNIT {
            Unit::Turn => self.positions().len(),
            Unit::Move => self.moves.len(),
        }
    }

    /// Every choice there was.
    pub fn positions(&self) -> Vec<Position<StateOf<G>, G::Move>> {
        positions::<G>(self.dealt.clone(), &self.moves)
    }

    /// The position after so many turns or moves, and what was played then, if anything was.
    pub fn position(&self, number: usize) -> (StateOf<G>, Option<Decisions<G::Move>>) {
        let before = match G::UNIT {
            Unit::Turn => self.positions().get(number).map_or(self.moves.len(), |position| position.first),
            Unit::Move => number,
        };
        let mut state = self.dealt.clone();
        self.moves[..before].iter().for_each(|&mv| state.play_unchecked(mv));
        let rest = positions::<G>(state.clone(), &self.moves[before..]);
        (state, rest.first().map(|position| position.played))
    }
}

/// A turn as text, move by move.
pub fn notation<G: Analyzed>(state: &StateOf<G>, turn: Decisions<G::Move>) -> Vec<String> {
    let mut state = state.clone();
    let text = |mv| {
        let text = state.move_text(mv);
        state.play_unchecked(mv);
        text
    };
    turn.into_iter().flatten().map(text).collect()
}
