//! Writing a game down while it is played.

use super::{ActionRecord, DealRecord, EndRecord, FORMAT, Record, ScoredRecord, Sources, TakenRecord, TurnRecord};
use crate::game::State as _;
use crate::gold_rush::GAME;
use crate::gold_rush::consequences::{Acquired, Evaluation, Observer};
use crate::gold_rush::moves::Move;
use crate::gold_rush::state::State;
use crate::gold_rush::table::Table;
use crate::landscape::tile::KindId;
use crate::player::Player;

/// Writes a game down while it is played.
#[derive(Clone, Default, Debug)]
pub struct Recorder {
    turns: Vec<TurnRecord>,
    end: EndRecord,
    discarded: Vec<KindId>,
}

impl Observer for Recorder {
    fn moving(&mut self, table: &Table, mv: Move) {
        let catalogue = table.setup().catalogue();
        let name = |kind| catalogue.kind(kind).name.clone();
        match (mv, self.turns.last_mut()) {
            (Move::Place { cell, rotation }, _) => self.turns.push(TurnRecord {
                seat: table.seat().index(),
                discarded: std::mem::take(&mut self.discarded).into_iter().map(name).collect(),
                tile: name(table.hand()),
                x: cell.x,
                y: cell.y,
                rotation: rotation.degrees(),
                action: ActionRecord::None,
                taken: Vec::new(),
                scored: Vec::new(),
            }),
            (Move::Act(action), Some(turn)) => turn.action = ActionRecord::new(table, action),
            (Move::Act(_), None) => unreachable!("a turn begins with a placement"),
        }
    }

    fn discarded(&mut self, kind: KindId) {
        self.discarded.push(kind);
    }

    fn token(&mut self, player: Player, value: u8, _: Acquired) {
        if let Some(turn) = self.turns.last_mut() {
            turn.taken.push(TakenRecord { seat: player.index(), value });
        }
    }

    fn evaluated(&mut self, table: &Table, evaluation: &Evaluation) {
        if evaluation.points == 0 || evaluation.seats.is_empty() {
            return;
        }
        let scored = ScoredRecord::new(table, evaluation);
        match self.turns.last_mut() {
            Some(turn) if evaluation.complete => turn.scored.push(scored),
            _ => self.end.scored.push(scored),
        }
    }
}

impl Recorder {
    /// The turns so far.
    pub fn turns(&self) -> &[TurnRecord] {
        &self.turns
    }

    /// What was scored at the end, once the game is over.
    pub fn end(&self) -> &EndRecord {
        &self.end
    }

    /// The record of a game that is over; `seats` names the agents.
    pub fn finish(self, state: &State, seed: u64, block: u64, seating: usize, seats: Vec<String>) -> Record {
        let setup = state.table().setup();
        let catalogue = setup.catalogue();
        let (tiles, tokens) = state.deal_order();
        Record {
            format: FORMAT.into(),
            game: GAME.into(),
            catalogue: catalogue.name().into(),
            catalogue_hash: format!("{:016x}", catalogue.hash()),
            seed,
            block,
            seating,
            rules: setup.rules().clone(),
            seats,
            deal: DealRecord { tiles: tiles.into_iter().map(|k| catalogue.kind(k).name.clone()).collect(), tokens },
            turns: self.turns,
            end: self.end,
            sources: Player::all(setup.players()).map(|p| Sources::of(state, p)).collect(),
            scores: state.scores().as_slice().to_vec(),
        }
    }
}
