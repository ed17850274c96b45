//! Questions: a number, a move as text, or a word that wishes something else. A wrong answer is asked again.

use goldrush_engine::game::{State as _, Text as _};

use super::shown::{Choice, Shown, StateOf};
use crate::plain::ask::{Dialogue, shown};

/// What can be said instead of an answer, at any time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    Help,
    Picture,
    Standing,
    Hint,
    Undo,
    Back,
    Leave,
}

/// Word, what it stands for, and what help says.
pub(super) const WISHES: [(&str, Wish, &str); 7] = [
    ("?", Wish::Help, "this list"),
    ("m", Wish::Picture, "draw what lies on the table"),
    ("s", Wish::Standing, "points and supplies of all"),
    ("h", Wish::Hint, "the five best turns, with expected margin"),
    ("u", Wish::Undo, "take your last turn back, in a practice game"),
    ("b", Wish::Back, "back to the first of two questions"),
    ("q", Wish::Leave, "save and leave"),
];

/// An answer.
pub(super) enum Answer<M> {
    /// A move, or several among which to choose.
    Moves(Vec<M>),
    Wish(Wish),
}

/// Asks until there is an answer. The end of input leaves the game.
pub(super) fn ask<G: Shown>(
    dialogue: &mut Dialogue,
    state: &StateOf<G>,
    choices: &[Choice<G::Move>],
) -> anyhow::Result<Answer<G::Move>> {
    loop {
        let Some(said) = dialogue.line()? else { return Ok(Answer::Wish(Wish::Leave)) };
        if let Some(&(_, wish, _)) = WISHES.iter().find(|(word, ..)| *word == said) {
            return Ok(Answer::Wish(wish));
        }
        let number = said.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        if let Some(choice) = number.and_then(|at| choices.get(at)) {
            return Ok(Answer::Moves(choice.moves.clone()));
        }
        if let Some(mv) = state.parse_move(&said).ok().filter(|mv| state.is_legal(*mv)) {
            return Ok(Answer::Moves(vec![mv]));
        }
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let example = moves.first().map_or_else(String::new, |mv| state.move_text(*mv));
        let number = match choices.len() {
            0 => String::new(),
            most => format!("a number from 1 to {most} is, or "),
        };
        let said = shown(&said);
        dialogue.say(&format!("\"{said}\" is no answer: {number}a move such as \"{example}\", or ? for help."))?;
    }
}
