//! Text form of moves and games.
//!
//! A move is a column, a to h, and a row, 1 to 8. A game is lines of a word and numbers, then the grid: eight rows of
//! cards. A card that has been seen is preceded by `+` and followed by `@` and the turn, from 1, in which it was last
//! flipped; `--` is an empty position. A match also has `game 2 of 3` and `before`, the points of earlier games; the
//! cards of later games follow.

use std::fmt::Write;

use super::cards::{Card, GRID};
use super::deck::Deck;
use super::setup::Setup;
use super::state::{Flip, MAX_TURNS, OVER, State, bit};
use super::turn::{ClassCounts, MAX_CLASS_COUNT};
use crate::game::{Text, TextError};

/// Stands for a position without a card.
pub(super) const NO_CARD: &str = "--";

pub(super) fn position_text(position: u8) -> String {
    format!("{}{}", char::from(b'a' + position % 8), position / 8 + 1)
}

fn position(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        [column @ b'a'..=b'h', row @ b'1'..=b'8'] => Ok((row - b'1') * 8 + column - b'a'),
        _ => Err(format!("\"{text}\" is no position; a1 to h8 are")),
    }
}

impl Text for State {
    fn move_text(&self, mv: Flip) -> String {
        position_text(mv.0)
    }

    fn parse_move(&self, text: &str) -> Result<Flip, TextError> {
        position(text)
            .map(Flip)
            .map_err(|problem| TextError { line: 1, problem })
    }

    fn to_text(&self) -> String {
        let mut text = format!(
            "turns {}\nseat {}\nrush {}\ngold",
            self.turns,
            self.seat,
            u8::from(self.rush)
        );
        for (value, cards) in &self.gold[..self.players.into()] {
            let _ = write!(text, " {value}/{cards}");
        }
        text.push('\n');
        if self.rules.whole_match {
            let _ = write!(
                text,
                "game {} of {}\nbefore",
                self.series.game + 1,
                self.series.games
            );
            for points in &self.series.before[..self.players.into()] {
                let _ = write!(text, " {points}");
            }
            text.push('\n');
        }
        if let Some(first) = self.table().open() {
            let _ = writeln!(text, "open {}", position_text(first));
        }
        for at in 0..GRID as u8 {
            let seen = if self.seen & bit(at) != 0 { "+" } else { " " };
            let card = if self.present & bit(at) != 0 {
                self.code(at).card().to_string()
            } else {
                NO_CARD.into()
            };
            let _ = write!(text, "{seen}{card}");
            if let Some(turn) = self.table().last_flipped(at) {
                let _ = write!(text, "@{}", turn + 1);
            }
            text.push(if at % 8 == 7 { '\n' } else { ' ' });
        }
        let count = Deck::new(&self.rules).count;
        for cards in self.series.clone().upcoming() {
            for (at, code) in cards.iter().enumerate() {
                let card = if at < count {
                    code.card().to_string()
                } else {
                    NO_CARD.into()
                };
                let _ = write!(text, " {card}{}", if at % 8 == 7 { "\n" } else { " " });
            }
        }
        text
    }

    fn from_text(setup: Setup, text: &str) -> Result<State, TextError> {
        let mut state = State::undealt(setup);
        state.present = 0;
        state.left = ClassCounts::EMPTY;
        let mut cells = 0;
        for (index, line) in text.lines().enumerate() {
            read_line(&mut state, setup, &mut cells, line).map_err(|problem| TextError {
                line: index + 1,
                problem,
            })?;
        }
        finish(&mut state, cells).map_err(|problem| TextError {
            line: text.lines().count(),
            problem,
        })?;
        Ok(state)
    }
}

/// Reads a line; `cells` is the number of cells read so far.
fn read_line(state: &mut State, setup: Setup, cells: &mut usize, line: &str) -> Result<(), String> {
    let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
    match word {
        "turns" => state.turns = read_number(word, rest, MAX_TURNS.into())?,
        "seat" => state.seat = read_number(word, rest, setup.players() - 1)? as u8,
        "rush" => state.rush = read_number(word, rest, 1)? == 1,
        "gold" => read_gold(state, rest)?,
        "game" if setup.is_match() => read_game(state, rest)?,
        "before" if setup.is_match() => read_before(state, rest)?,
        "open" => state.open = bit(position(rest)?),
        _ => {
            for cell in line.split_whitespace() {
                read_cell(state, *cells, cell)?;
                *cells += 1;
            }
        }
    }
    Ok(())
}

fn read_number(word: &str, text: &str, most: usize) -> Result<u16, String> {
    let number = text.parse().ok().filter(|n| usize::from(*n) <= most);
    number.ok_or_else(|| format!("{word}: 0 to {most} are possible"))
}

/// Completes a state of which all lines were read, and checks that a game can be in it.
fn finish(state: &mut State, cells: usize) -> Result<(), String> {
    let expected = GRID * (1 + state.series.upcoming().len());
    if cells != expected {
        return Err(format!("{cells} cells; {expected} are expected"));
    }
    if state.open & !(state.present & state.seen) != 0 {
        return Err("no card that was seen lies where one is open".into());
    }
    state.find_end(state.present.count_ones() as usize);
    if state.turns == MAX_TURNS {
        state.open = OVER;
    }
    if state.flipped.iter().any(|&turn| turn > state.turns + 1) {
        return Err(format!(
            "a card was flipped after turn {}, the turn in progress",
            state.turns + 1
        ));
    }
    if !state.is_over() && state.flippable() == 0 {
        return Err("no card can be flipped in this position".into());
    }
    if state.is_over() && !state.series.upcoming().is_empty() {
        return Err("this game is over; the next should have begun".into());
    }
    Ok(())
}

fn read_gold(state: &mut State, text: &str) -> Result<(), String> {
    let all: Option<Vec<(u8, u8)>> = text
        .split_whitespace()
        .map(|pair| {
            let (value, cards) = pair.split_once('/')?;
            Some((value.parse().ok()?, cards.parse().ok()?))
        })
        .collect();
    let players = usize::from(state.players);
    let all = all.filter(|all| all.len() == players);
    let all =
        all.ok_or_else(|| format!("gold: value/cards of each of {players} seats are expected"))?;
    state.gold[..players].copy_from_slice(&all);
    Ok(())
}

fn read_game(state: &mut State, text: &str) -> Result<(), String> {
    let numbers = text
        .split_once(" of ")
        .and_then(|(game, games)| Some((game.parse().ok()?, games.parse().ok()?)));
    let players = state.players;
    let numbers =
        numbers.filter(|&(game, games): &(u8, u8)| 1 <= game && game <= games && games <= players);
    let (game, games) =
        numbers.ok_or_else(|| format!("game: \"1 of {players}\" to \"{players} of {players}\""))?;
    state.series.game = game - 1;
    state.series.games = games;
    Ok(())
}

fn read_before(state: &mut State, text: &str) -> Result<(), String> {
    /// Upper bound; no match reaches it.
    const MOST: u16 = 1000;
    let all: Option<Vec<u16>> = text
        .split_whitespace()
        .map(|points| points.parse().ok().filter(|points| *points < MOST))
        .collect();
    let players = usize::from(state.players);
    let all = all.filter(|all| all.len() == players);
    let all =
        all.ok_or_else(|| format!("before: points of each of {players} seats are expected"))?;
    state.series.before[..players].copy_from_slice(&all);
    Ok(())
}

/// Parses cell `at` of the grid, or of a later game.
fn read_cell(state: &mut State, at: usize, cell: &str) -> Result<(), String> {
    if at >= GRID {
        let game = state
            .series
            .upcoming()
            .get_mut(at / GRID - 1)
            .ok_or("more cells than games")?;
        // See `Deck`.
        let card = if cell == NO_CARD {
            Card::Dynamite
        } else {
            cell.parse()?
        };
        game[at % GRID] = card.code();
        return Ok(());
    }
    let seen = cell.starts_with('+');
    let mut parts = cell.strip_prefix('+').unwrap_or(cell).splitn(2, '@');
    let card = parts.next().unwrap_or("");
    let turn = parts.next();
    state.seen = state.seen & !(1 << at) | u64::from(seen) << at;
    state.cards[at] = Card::Dynamite.code();
    if card != NO_CARD {
        state.present |= 1 << at;
        state.cards[at] = card.parse::<Card>()?.code();
        if state.left.add(state.cards[at]) == MAX_CLASS_COUNT {
            return Err(format!("more than {MAX_CLASS_COUNT} cards like {card}"));
        }
    }
    if let Some(turn) = turn {
        let turn = turn
            .parse()
            .ok()
            .filter(|turn| seen && card != NO_CARD && (1..=MAX_TURNS).contains(turn));
        state.flipped[at] = turn.ok_or_else(|| {
            format!("@ is followed by a turn, 1 to {MAX_TURNS}, if a card was seen")
        })?;
    }
    Ok(())
}
