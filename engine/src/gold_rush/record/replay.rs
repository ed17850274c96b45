//! Playing a record again, and saying where it is not by the rules.

use super::{FORMAT, Record, Recorder, ScoredRecord, Sources};
use crate::game::State as _;
use crate::gold_rush::GAME;
use crate::gold_rush::moves::Move;
use crate::gold_rush::rules::Rules;
use crate::gold_rush::setup::{Deal, Setup};
use crate::gold_rush::state::State;
use crate::gold_rush::table::Phase;
use crate::landscape::grid::{Cell, Rotation};
use crate::landscape::tile::KindId;
use crate::player::Player;

/// Where a record and the rules disagree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}{problem}", self.place())]
pub struct RecordError {
    /// The turn, from 0 (printed from 1, as logs count); none if it is about the whole game.
    pub turn: Option<usize>,
    /// What disagrees.
    pub problem: String,
}

impl RecordError {
    fn place(&self) -> String {
        self.turn.map(|t| format!("turn {}: ", t + 1)).unwrap_or_default()
    }
}

fn wrong(problem: impl Into<String>) -> RecordError {
    RecordError { turn: None, problem: problem.into() }
}

impl Record {
    /// The options and number of players; the catalogue is for the caller to find.
    ///
    /// # Errors
    /// If this is not a game this program knows.
    pub fn check_format(&self) -> Result<(Rules, usize), RecordError> {
        if self.format != FORMAT {
            return Err(wrong(format!("format \"{}\"; {FORMAT} is expected", self.format)));
        }
        if self.game != GAME {
            return Err(wrong(format!("game \"{}\"; {} is expected", self.game, GAME)));
        }
        Ok((self.rules.clone(), self.seats.len()))
    }

    /// Begins to play the game again.
    ///
    /// # Errors
    /// If the record is of another setup or its deal is not one of it.
    pub fn replay<'r, 's>(&'r self, setup: &'s Setup) -> Result<Replay<'r, 's>, RecordError> {
        let (rules, players) = self.check_format()?;
        if &rules != setup.rules() || players != setup.players() {
            return Err(wrong("the rules or the number of seats are not those of the setup"));
        }
        let hash = format!("{:016x}", setup.catalogue().hash());
        if !self.catalogue_hash.is_empty() && self.catalogue_hash != hash {
            return Err(wrong(format!("catalogue {} has hash {}, here {hash}", self.catalogue, self.catalogue_hash)));
        }
        let deal = self.dealt(setup)?;
        let mut recorder = Recorder::default();
        let state = State::with_deal(setup, &deal, &mut recorder);
        Ok(Replay { record: self, recorder, state, moves: Vec::new() })
    }

    /// What was shuffled.
    ///
    /// # Errors
    /// If it is not a deal of the setup.
    pub fn dealt(&self, setup: &Setup) -> Result<Deal, RecordError> {
        let kinds: Result<Vec<_>, _> = (self.deal.tiles.iter())
            .map(|name| {
                setup.catalogue().find(name).ok_or_else(|| wrong(format!("no kind of tile is called \"{name}\"")))
            })
            .collect();
        let deal = Deal::new(setup, &kinds?, &self.deal.tokens).map_err(wrong)?;
        let full = Deal::ordered(setup);
        let sorted = |kinds: &[KindId]| {
            let mut kinds = kinds.to_vec();
            kinds.sort_unstable();
            kinds
        };
        if sorted(deal.tiles()) != sorted(full.tiles()) {
            return Err(wrong("the deal is not the catalogue without its start tile"));
        }
        Ok(deal)
    }
}

/// A record being played again, turn by turn.
pub struct Replay<'r, 's> {
    record: &'r Record,
    recorder: Recorder,
    state: State<'s>,
    moves: Vec<Move>,
}

impl<'s> Replay<'_, 's> {
    /// The position after the turns played so far.
    pub fn state(&self) -> &State<'s> {
        &self.state
    }

    /// What was played and scored so far.
    pub fn recorder(&self) -> &Recorder {
        &self.recorder
    }

    /// The moves played so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays the next turn. False when all turns were played and the end agrees too.
    ///
    /// # Errors
    /// If the record does not agree with the rules.
    pub fn step(&mut self) -> Result<bool, RecordError> {
        let turn = self.recorder.turns().len();
        let at = |problem: String| RecordError { turn: Some(turn), problem };
        let Some(recorded) = self.record.turns.get(turn) else {
            return self.check_end().map(|()| false);
        };
        if self.state.phase() == Phase::Over {
            return Err(at("the game is over, but the record goes on".into()));
        }
        let rotation = Rotation::from_degrees(recorded.rotation);
        let rotation = rotation.ok_or_else(|| at(format!("{} is no rotation", recorded.rotation)))?;
        let place = Move::Place { cell: Cell { x: recorded.x, y: recorded.y }, rotation };
        if !self.state.is_legal(place) {
            return Err(at(format!(
                "{} cannot be laid at {},{} turned by {rotation}",
                recorded.tile, recorded.x, recorded.y
            )));
        }
        self.play(place);
        let text = recorded.action.text();
        let action = self.state.table().parse_action(&text).map_err(at)?;
        if !self.state.is_legal(Move::Act(action)) {
            return Err(at(format!("illegal action {text}")));
        }
        self.play(Move::Act(action));
        let played = &self.recorder.turns()[turn];
        same("seat", &played.seat, &recorded.seat).map_err(at)?;
        same("discarded", &played.discarded, &recorded.discarded).map_err(at)?;
        same("tile", &played.tile, &recorded.tile).map_err(at)?;
        same("action", &played.action.text(), &text).map_err(at)?;
        same_list("tokens taken", &played.taken, &recorded.taken).map_err(at)?;
        same_list("scored", &in_order(&played.scored), &in_order(&recorded.scored)).map_err(at)?;
        Ok(true)
    }

    fn play(&mut self, mv: Move) {
        self.state.play_observed(mv, &mut self.recorder);
        self.moves.push(mv);
    }

    fn check_end(&self) -> Result<(), RecordError> {
        if self.state.phase() != Phase::Over {
            return Err(wrong("the record ends, but the game goes on"));
        }
        same_list("scored at the end", &in_order(&self.recorder.end().scored), &in_order(&self.record.end.scored))
            .map_err(wrong)?;
        let sources: Vec<_> = Player::all(self.state.players()).map(|p| Sources::of(&self.state, p)).collect();
        same_list("points by source", &sources, &self.record.sources).map_err(wrong)?;
        same("scores", &self.state.scores().as_slice(), &self.record.scores.as_slice()).map_err(wrong)
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, played: &T, recorded: &T) -> Result<(), String> {
    if played == recorded { Ok(()) } else { Err(format!("{what} {recorded:?} in the record, {played:?} by the rules")) }
}

/// As [`same`]; tells only what differs.
fn same_list<T: PartialEq + std::fmt::Display>(what: &str, played: &[T], recorded: &[T]) -> Result<(), String> {
    if played == recorded {
        return Ok(());
    }
    let without = |some: &[T], others: &[T]| {
        let more: Vec<String> = some.iter().filter(|one| !others.contains(one)).map(T::to_string).collect();
        if more.is_empty() { "nothing".into() } else { more.join(" and ") }
    };
    let (recorded, played) = (without(recorded, played), without(played, recorded));
    Err(format!("{what}: {recorded} in the record, {played} by the rules"))
}

/// Scored features in an order that does not depend on who lists them; those without points do not count.
fn in_order(scored: &[ScoredRecord]) -> Vec<ScoredRecord> {
    let mut all: Vec<_> = scored.iter().filter(|s| s.points > 0).cloned().collect();
    for scored in &mut all {
        scored.tiles.sort_unstable();
        scored.seats.sort_unstable();
    }
    all.sort();
    all
}
