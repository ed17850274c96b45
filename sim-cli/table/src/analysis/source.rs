//! The game to be analyzed: a record, finished or still being played.

use goldrush_ai::search::Decisions;
use goldrush_engine::game::{State as _, Text as _};
use goldrush_games::playable::{Playable, RecordedGame, StateOf};
use goldrush_support::error::bad_input;

use super::review::positions;

/// Returns the position after a number of moves, and the choice made there, if any.
pub(super) fn position<G: Playable>(
    game: &RecordedGame<G>,
    moves: usize,
) -> (StateOf<G>, Option<Decisions<G::Move>>) {
    let state = game.after(moves);
    let rest = positions::<G>(state.clone(), &game.moves[moves..]);
    (state, rest.first().map(|position| position.played))
}

/// Writes a turn as text, move by move.
pub fn notation<G: Playable>(state: &StateOf<G>, turn: Decisions<G::Move>) -> Vec<String> {
    let mut state = state.clone();
    let mut texts = Vec::new();
    for mv in turn.into_iter().flatten() {
        texts.push(state.move_text(mv));
        state.play_unchecked(mv);
    }
    texts
}

/// Parses a turn whose moves are separated by a comma and a space.
///
/// # Errors
/// Bad input if it is not a complete legal turn.
pub(super) fn turn<G: Playable>(
    state: &StateOf<G>,
    text: &str,
) -> anyhow::Result<Decisions<G::Move>> {
    let mut after = state.clone();
    let mut turn = [None; 3];
    for (index, part) in text.split(", ").enumerate() {
        if index == turn.len() || (index > 0 && is_over::<G>(&after)) {
            return Err(wrong(text, &format!("the turn is over before '{part}'")));
        }
        let mv = after
            .parse_move(part)
            .map_err(|e| wrong(text, &e.problem))?;
        if !after.is_legal(mv) {
            return Err(wrong(text, &format!("'{part}' is not legal here")));
        }
        turn[index] = Some(mv);
        after.play_unchecked(mv);
    }
    if !is_over::<G>(&after) && !G::begins_choice(&after) {
        return Err(wrong(text, "the turn has another move after it"));
    }
    Ok(turn)
}

/// Returns the error that a turn cannot be played.
fn wrong(turn: &str, what: &str) -> anyhow::Error {
    bad_input(format!(
        "--also \"{turn}\": {what}; write it as analyze shows it"
    ))
}

fn is_over<G: Playable>(state: &StateOf<G>) -> bool {
    state.to_move().is_none() || G::begins_turn(state)
}
