//! Moves and games as text.
//!
//! A move is a column, a to h, and a row, 1 to 8. A game is lines of a word and numbers, then the grid: eight rows of cards,
//! with `+` before a card that has been seen, `--` where none lies.

use std::fmt::Write;

use super::cards::{Card, GRID};
use super::state::{Flip, MAX_TURNS, State};
use crate::game::{Text, TextError};
use crate::player::MAX_PLAYERS;

fn position_text(position: u8) -> String {
    format!("{}{}", char::from(b'a' + position % 8), position / 8 + 1)
}

fn position(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Some((row - b'1') * 8 + column - b'a'),
        _ => None,
    }
}

impl Text for State {
    fn move_text(&self, mv: Flip) -> String {
        position_text(mv.0)
    }

    fn parse_move(&self, text: &str) -> Result<Flip, TextError> {
        let problem = || TextError { line: 1, problem: format!("\"{text}\" is no position; a1 to h8 are") };
        position(text).map(Flip).ok_or_else(problem)
    }

    fn to_text(&self) -> String {
        let mut text = format!("turns {}\nseat {}\nrush {}\ngold", self.turns, self.seat, u8::from(self.rush));
        for (value, cards) in &self.gold[..self.players.into()] {
            let _ = write!(text, " {value}/{cards}");
        }
        text.push('\n');
        if let Some(first) = self.first {
            let _ = writeln!(text, "open {}", position_text(first));
        }
        for at in 0..GRID as u8 {
            let seen = if self.seen >> at & 1 == 1 { "+" } else { " " };
            let card = if self.has_card(at) { self.cards[usize::from(at)].to_string() } else { "--".into() };
            let _ = write!(text, "{seen}{card}{}", if at % 8 == 7 { "\n" } else { " " });
        }
        text
    }

    fn from_text(players: usize, text: &str) -> Result<State, TextError> {
        let mut state = State::new(players, Card::DECK);
        (state.present, state.seen) = (0, 0);
        let mut at = 0;
        for (index, line) in text.lines().enumerate() {
            let wrong = |problem: String| TextError { line: index + 1, problem };
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            let number = |most: u16| {
                let number = rest.parse().ok().filter(|n| *n <= most);
                number.ok_or_else(|| wrong(format!("{word}: 0 to {most} are possible")))
            };
            match word {
                "turns" => state.turns = number(MAX_TURNS)?,
                "seat" => state.seat = number(players as u16 - 1)? as u8,
                "rush" => state.rush = number(1)? == 1,
                "gold" => read_gold(&mut state, players, rest).map_err(wrong)?,
                "open" => {
                    let open =
                        position(rest).ok_or_else(|| wrong(format!("\"{rest}\" is no position; a1 to h8 are")))?;
                    state.first = Some(open);
                }
                _ => {
                    for cell in line.split_whitespace() {
                        read_cell(&mut state, at, cell).map_err(wrong)?;
                        at += 1;
                    }
                }
            }
        }
        if at != GRID || state.first.is_some_and(|first| !state.has_card(first)) {
            let line = text.lines().count();
            return Err(TextError {
                line,
                problem: format!("{at} cells, or no card where one is open; 64 are expected"),
            });
        }
        state.count_classes();
        state.find_end();
        Ok(state)
    }
}

fn read_gold(state: &mut State, players: usize, text: &str) -> Result<(), String> {
    let gold = |pair: &str| {
        let (value, cards) = pair.split_once('/')?;
        Some((value.parse().ok()?, cards.parse().ok()?))
    };
    let all: Option<Vec<(u8, u8)>> = text.split_whitespace().map(gold).collect();
    let all = all.filter(|all| all.len() == players && players <= MAX_PLAYERS);
    let all = all.ok_or_else(|| format!("gold: value/cards of each of {players} seats are expected"))?;
    state.gold[..players].copy_from_slice(&all);
    Ok(())
}

fn read_cell(state: &mut State, at: usize, cell: &str) -> Result<(), String> {
    if at >= GRID {
        return Err("more than 64 cells".into());
    }
    let (seen, card) = cell.strip_prefix('+').map_or((false, cell), |card| (true, card));
    state.seen |= u64::from(seen) << at;
    state.cards[at] = Card::Dynamite;
    if card != "--" {
        state.present |= 1 << at;
        state.cards[at] = card.parse()?;
    }
    Ok(())
}
