//! The legal moves as sent to bots, with the score after each.

use goldrush_engine::game::Points;
use goldrush_engine::gold_rush::{Acquisition, Action, ActionRecord, Evaluation, Move, Phase, Table, TableObserver};
use goldrush_engine::landscape::frontier::Slot;
use goldrush_engine::landscape::grid::{Cell, Rotation};
use goldrush_engine::player::{MAX_PLAYERS, Player};
use serde::Serialize;

use crate::games::requested::RequestedFields;

/// A legal move.
#[derive(Clone, Debug, Serialize)]
pub struct LegalMove {
    /// The id to answer with.
    pub id: u32,
    /// The move.
    #[serde(flatten)]
    pub mv: MoveSent,
    /// The standings after it.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// After a placement: the actions that could follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub then: Option<Vec<Following>>,
}

/// An action that could follow a placement.
#[derive(Clone, Debug, Serialize)]
pub struct Following {
    /// The action.
    #[serde(flatten)]
    pub action: ActionRecord,
    /// The standings after placement and action.
    #[serde(flatten)]
    pub outcome: Outcome,
}

/// A move, as sent to bots.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum MoveSent {
    /// A placement.
    Place(PlaceSent),
    /// An action, as in records.
    Act(ActionRecord),
}

/// A placement of the tile in hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename = "place")]
pub struct PlaceSent {
    /// Column of the cell.
    pub x: i8,
    /// Row of the cell.
    pub y: i8,
    /// Angle in degrees, clockwise.
    pub rotation: u16,
}

impl MoveSent {
    /// Converts a legal move on this table.
    pub fn new(table: &Table, mv: Move) -> MoveSent {
        match mv {
            Move::Place { cell, rotation } => MoveSent::Place(PlaceSent::new(cell, rotation)),
            Move::Act(action) => MoveSent::Act(ActionRecord::new(table, action)),
        }
    }
}

impl PlaceSent {
    fn new(cell: Cell, rotation: Rotation) -> PlaceSent {
        PlaceSent { x: cell.x, y: cell.y, rotation: rotation.degrees() }
    }
}

/// The standings if the game ended after this turn; a placement alone counts as if no action followed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Outcome {
    /// Points of each seat from all features, finished or not, without tokens.
    pub scores: Vec<Points>,
    /// Number of tokens each seat acquires; left out if nobody acquires any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<u8>,
}

/// Tokens acquired in a turn, by seat.
#[derive(Default)]
struct TokenCount([u8; MAX_PLAYERS]);

impl TableObserver for TokenCount {
    fn on_token(&mut self, player: Player, _: Acquisition) {
        self.0[player.index()] += 1;
    }

    fn on_evaluation(&mut self, _: &Table, _: &Evaluation) {}
}

impl Outcome {
    /// Ends the turn on a scratch table, which is of no further use, and returns the standings.
    fn after(table: &mut Table, action: Action) -> Outcome {
        let mut tokens = TokenCount::default();
        table.finish_turn(action, &mut tokens);
        let mut scores: Vec<Points> = Player::all(table.players()).map(|p| table.feature_points(p)).collect();
        table.unfinished(|evaluation| evaluation.seats.iter().for_each(|p| scores[p.index()] += evaluation.points));
        let tokens = &tokens.0[..table.players()];
        Outcome { scores, tokens: if tokens.iter().any(|n| *n > 0) { tokens.to_vec() } else { Vec::new() } }
    }
}

/// Lists the legal moves, in the engine's order; the id of a move is its index.
pub fn offer(table: &Table, moves: &[Move], requested: &RequestedFields) -> Vec<LegalMove> {
    let (mut placed, mut scratch) = (table.clone(), table.clone());
    let offered = moves.iter().enumerate().map(|(id, &mv)| {
        let (mut outcome, mut then) = (None, None);
        if requested.scores {
            placed.clone_from(table);
            let action = match mv {
                Move::Place { cell, rotation } => {
                    placed.place(slot(table, cell), rotation);
                    Action::None
                }
                Move::Act(action) => action,
            };
            scratch.clone_from(&placed);
            outcome = Some(Outcome::after(&mut scratch, action));
        }
        if requested.then && table.phase() == Phase::Place {
            then = Some(following(&placed, &mut scratch));
        }
        LegalMove { id: id as u32, mv: MoveSent::new(table, mv), outcome, then }
    });
    offered.collect()
}

fn slot(table: &Table, cell: Cell) -> Slot {
    table.landscape().frontier().slot(cell).expect("a legal move is on an open cell")
}

fn following<'s>(placed: &Table<'s>, scratch: &mut Table<'s>) -> Vec<Following> {
    let actions = placed.actions();
    let following = actions.iter().map(|action| {
        scratch.clone_from(placed);
        Following { action: ActionRecord::new(placed, action), outcome: Outcome::after(scratch, action) }
    });
    following.collect()
}

#[cfg(test)]
mod tests {
    use goldrush_engine::game::State as _;
    use goldrush_engine::gold_rush::{Setup, State};
    use goldrush_engine::rng::tool_stream;

    use super::*;

    /// The standings a move announces are the standings once it is played.
    #[test]
    fn announced_standings_are_correct() {
        let requested = RequestedFields::new(Some(&["then".to_owned()]));
        let setup = Setup::printed(3);
        let mut rng = tool_stream(5);
        let mut state = State::deal(&setup, &mut rng);
        let (mut moves, mut tokens) = (Vec::new(), 0);
        while state.table().tiles_left() > 1 {
            state.legal_moves(&mut moves);
            let offered = offer(&state, &moves, &requested);
            let mv = state.random_move(&mut rng).unwrap();
            let at = moves.iter().position(|m| *m == mv).unwrap();
            assert_eq!(offered[at].id as usize, at);
            let held: Vec<u8> = Player::all(3).map(|p| state.token_count(p)).collect();
            state.play_unchecked(mv);
            let promised = match &offered[at].then {
                None => offered[at].outcome.clone().unwrap(),
                Some(then) => {
                    state.legal_moves(&mut moves);
                    assert_eq!(then.len(), moves.len());
                    let action = state.random_move(&mut rng).unwrap();
                    state.play_unchecked(action);
                    then[moves.iter().position(|m| *m == action).unwrap()].outcome.clone()
                }
            };
            let mut scores: Vec<Points> = Player::all(3).map(|p| state.feature_points(p)).collect();
            state.unfinished(|e| e.seats.iter().for_each(|p| scores[p.index()] += e.points));
            assert_eq!(promised.scores, scores);
            let gained: Vec<u8> = Player::all(3).map(|p| state.token_count(p) - held[p.index()]).collect();
            tokens += gained.iter().sum::<u8>();
            assert_eq!(promised.tokens, if gained == [0; 3] { vec![] } else { gained });
        }
        assert!(tokens > 0, "no token was ever acquired");
    }
}
