//! The game that is analysed: a record, finished or still being played.

use goldrush_ai::search::Decisions;
use goldrush_engine::game::{State as _, Text as _};

use super::review::positions;
use crate::games::playable::{Playable, Played, StateOf};

/// The position after so many moves, and what was chosen then, if anything was.
pub(super) fn position<G: Playable>(game: &Played<G>, moves: usize) -> (StateOf<G>, Option<Decisions<G::Move>>) {
    let state = game.after(moves);
    let rest = positions::<G>(state.clone(), &game.moves[moves..]);
    (state, rest.first().map(|position| position.played))
}

/// A turn as text, move by move.
pub fn notation<G: Playable>(state: &StateOf<G>, turn: Decisions<G::Move>) -> Vec<String> {
    let mut state = state.clone();
    let text = |mv| {
        let text = state.move_text(mv);
        state.play_unchecked(mv);
        text
    };
    turn.into_iter().flatten().map(text).collect()
}
