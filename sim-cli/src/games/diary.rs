//! The moves of a game, as bots are told of those of games that have no other events.

use goldrush_engine::game::Text;
use goldrush_engine::player::Player;
use serde::Serialize;

use super::protocol::Log;

/// A move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct MoveLine {
    /// Whose.
    pub seat: usize,
    /// As text.
    #[serde(rename = "move")]
    pub mv: String,
}

/// The moves so far.
#[derive(Clone, Default, Debug)]
pub struct Diary {
    moves: Vec<MoveLine>,
}

impl Diary {
    /// Before a move is played.
    pub fn moving<S: Text>(&mut self, state: &S, mv: S::Move) {
        let seat = state.to_move().map_or(0, Player::index);
        self.moves.push(MoveLine { seat, mv: state.move_text(mv) });
    }

    /// The moves so far.
    pub fn moves(&self) -> &[MoveLine] {
        &self.moves
    }
}

impl Log for Diary {
    type Event = MoveLine;

    fn count(&self) -> usize {
        self.moves.len()
    }

    fn since(&self, first: usize, _: Player) -> Vec<MoveLine> {
        self.moves[first..].to_vec()
    }
}
