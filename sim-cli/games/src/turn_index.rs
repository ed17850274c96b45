//! A point in a game as people count it: by turns, with letters for the moves inside a turn.

use std::fmt;
use std::str::FromStr;

/// A point after some whole turns and some moves of the next: `21`, or `21b` after the second move of turn 21.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnIndex {
    /// Whole turns played.
    pub turns: usize,
    /// Moves played in the turn in progress.
    pub moves: usize,
}

/// Returns the letter of a move inside a turn, from 0; all moves beyond the 26th get the last letter.
fn letter(at: usize) -> char {
    char::from(b'a' + at.min(25) as u8)
}

/// Names a choice by its turn (counted from 0) and, if it is not the whole turn, by the letter of the move it begins
/// with.
pub fn name(turn: usize, first: Option<usize>) -> String {
    match first {
        None => (turn + 1).to_string(),
        Some(first) => format!("{}{}", turn + 1, letter(first)),
    }
}

fn no_place(text: &str) -> String {
    format!(
        "\"{text}\" is no place in a game: 21 is one after 21 turns, 21a after the first move of turn 21"
    )
}

impl fmt::Display for TurnIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.moves.checked_sub(1) {
            None => self.turns.fmt(f),
            Some(last) => f.write_str(&name(self.turns, Some(last))),
        }
    }
}

impl FromStr for TurnIndex {
    type Err = String;

    fn from_str(text: &str) -> Result<TurnIndex, String> {
        let (digits, moves) = match text.char_indices().last() {
            Some((at, letter @ 'a'..='z')) => (&text[..at], 1 + usize::from(letter as u8 - b'a')),
            _ => (text, 0),
        };
        let turns: usize = digits.parse().map_err(|_| no_place(text))?;
        match moves {
            0 => Ok(TurnIndex { turns, moves }),
            _ => Ok(TurnIndex {
                turns: turns.checked_sub(1).ok_or_else(|| no_place(text))?,
                moves,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_parse_back_from_their_text() {
        for (text, turns, moves) in [("0", 0, 0), ("21", 21, 0), ("21a", 20, 1), ("1c", 0, 3)] {
            assert_eq!(text.parse(), Ok(TurnIndex { turns, moves }));
            assert_eq!(TurnIndex { turns, moves }.to_string(), text);
        }
        for wrong in ["", "a", "0a", "-1", "21A", "2a1", "x"] {
            assert!(wrong.parse::<TurnIndex>().is_err(), "{wrong}");
        }
        assert_eq!([name(20, None), name(20, Some(1))], ["21", "21b"]);
    }
}
