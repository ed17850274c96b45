//! What a run that did not end has written: its tables are read back as games, so that the statistics go on from them.
//!
//! A game that was read is written again and must give the same bytes, so a row of another run, of another agent or
//! changed by hand is found. What comes after the last end of a line was being written when the program ended.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::Context;
use goldrush_engine::game::Points;
use goldrush_engine::player::{PerPlayer, Player};

use super::csv::{GAME_COLUMNS, Rows, SEAT_COLUMNS};
use super::file::Table;
use crate::cli::bad_input;
use crate::cli::plan::Plan;
use crate::sim::play::GameId;
use crate::sim::result::{GameResult, SeatCounts};
use crate::stats::contest::is_decided;
use crate::stats::tally::Tally;

/// The whole blocks that are in all files.
pub struct Kept {
    /// Their sums.
    pub tally: Tally,
    /// Length of `games.csv` with these blocks; 0 without any, as of the other files.
    pub games_bytes: u64,
    /// Length of `seats.csv`.
    pub seats_bytes: u64,
    /// Length of `records.jsonl`.
    pub records_bytes: u64,
}

/// Reads the tables of a run, and its records if there are any, from their beginnings.
///
/// # Errors
/// If a line is not of this run: bad input. If a file cannot be read.
pub fn read_back(games: &Table, seats: &Table, records: Option<&Table>, plan: &Plan) -> anyhow::Result<Kept> {
    let run = plan.run_id();
    let (mut games, mut seats) = (Lines::new(games), Lines::new(seats));
    let mut records = records.map(Lines::new);
    let mut kept = Kept { tally: Tally::new(plan), games_bytes: 0, seats_bytes: 0, records_bytes: 0 };
    let headers = Rows::headers();
    if !(games.expect(&headers.games)? && seats.expect(&headers.seats)?) {
        return Ok(kept);
    }
    for number in plan.range() {
        let Some(block) = read_block(plan, &run, number, &mut games, &mut seats, records.as_mut())? else {
            break;
        };
        for (id, game) in &block {
            kept.tally.add_game(plan, *id, game);
        }
        kept.tally.end_block(number);
        kept.games_bytes = games.bytes;
        kept.seats_bytes = seats.bytes;
        kept.records_bytes = records.as_ref().map_or(0, |records| records.bytes);
        if is_decided(plan, &kept.tally) {
            break;
        }
    }
    Ok(kept)
}

/// The games of a block; none if not all of it is there.
fn read_block(
    plan: &Plan,
    run: &str,
    block: u64,
    games: &mut Lines,
    seats: &mut Lines,
    mut records: Option<&mut Lines>,
) -> anyhow::Result<Option<Vec<(GameId, GameResult)>>> {
    let mut results = Vec::new();
    let per_block = plan.games_per_block();
    for number in block * per_block..(block + 1) * per_block {
        let id = plan.game(number);
        let Some(game_line) = games.next()? else { return Ok(None) };
        let mut seat_lines = Vec::new();
        for _ in 0..plan.arm(id).lineup.players() {
            let Some(line) = seats.next()? else { return Ok(None) };
            seat_lines.push(line);
        }
        if let Some(records) = &mut records
            && plan.records.include(number)
            && records.next()?.is_none()
        {
            return Ok(None);
        }
        let result = parse_game(&game_line, &seat_lines);
        let mut rows = Rows::default();
        if let Some(result) = &result {
            rows.push(run, plan, id, number, result);
        }
        games.check(number, &[game_line], &rows.games)?;
        seats.check(number, &seat_lines, &rows.seats)?;
        results.extend(result.map(|result| (id, result)));
    }
    Ok(Some(results))
}

/// Lines of a file, and how much of it they are.
struct Lines<'t> {
    path: &'t Path,
    reader: BufReader<&'t File>,
    line: u64,
    bytes: u64,
}

impl<'t> Lines<'t> {
    fn new(table: &'t Table) -> Lines<'t> {
        Lines { path: &table.path, reader: BufReader::with_capacity(1 << 16, &table.file), line: 0, bytes: 0 }
    }

    /// The next line with its end; none if it has no end.
    fn next(&mut self) -> anyhow::Result<Option<String>> {
        let mut line = Vec::new();
        let read = self.reader.read_until(b'\n', &mut line);
        read.with_context(|| format!("cannot read {}", self.path.display()))?;
        if line.last() != Some(&b'\n') {
            return Ok(None);
        }
        self.line += 1;
        self.bytes += line.len() as u64;
        String::from_utf8(line).map(Some).map_err(|_| self.wrong(self.line, "not text"))
    }

    /// Whether there is a next line; it must be this one.
    fn expect(&mut self, line: &[u8]) -> anyhow::Result<bool> {
        match self.next()? {
            Some(read) if read.as_bytes() != line => Err(self.wrong(self.line, "not the header of this table")),
            read => Ok(read.is_some()),
        }
    }

    /// Checks the last lines that were read against what a game gives.
    fn check(&self, number: u64, read: &[String], written: &[u8]) -> anyhow::Result<()> {
        let mut expected = written.split_inclusive(|&byte| byte == b'\n');
        match read.iter().position(|line| expected.next() != Some(line.as_bytes())) {
            Some(i) => {
                let line = self.line + 1 + i as u64 - read.len() as u64;
                Err(self.wrong(line, &format!("not of game {number} of this run")))
            }
            None => Ok(()),
        }
    }

    fn wrong(&self, line: u64, what: &str) -> anyhow::Error {
        bad_input(format!("{}: line {line}: {what}; the run cannot go on from here", self.path.display()))
    }
}

/// The game of a row of `games.csv` and its rows of `seats.csv`; none if they are no such rows. Columns that follow
/// from others are not looked at.
fn parse_game(game: &str, seats: &[String]) -> Option<GameResult> {
    let game = Fields::of(game, &GAME_COLUMNS)?;
    let seats: Vec<Fields> = seats.iter().map(|seat| Fields::of(seat, &SEAT_COLUMNS)).collect::<Option<_>>()?;
    let mut scores: PerPlayer<Points> = PerPlayer::new(seats.len(), 0);
    let mut sources = Vec::new();
    let mut counts = Vec::new();
    for (player, seat) in Player::all(seats.len()).zip(&seats) {
        scores[player] = seat.number("score")?;
        sources.push(seat.numbers(["railroad", "mountain", "city", "prairie", "tokens"])?);
        counts.push(SeatCounts {
            cowboys: seat.numbers(["railwaymen", "miners", "merchants", "farmers"])?,
            tents: seat.number("tents_pitched")?,
            take_backs: seat.number("take_backs")?,
            mined: seat.number("tokens_mined")?,
            won: seat.number("tokens_won")?,
            locomotive_bonus: seat.number("locomotive_bonus")?,
            completed: seat.numbers(["railroads_completed", "mountains_completed", "cities_completed"])?,
        });
    }
    Some(GameResult {
        turns: game.number("turns")?,
        discarded: game.number("discarded")?,
        completed: game.numbers(["railroads_completed", "mountains_completed", "cities_completed"])?,
        tokens_left: game.number("tokens_left")?,
        seats: GameResult::seats(&scores, |seat| sources[seat.index()], |seat| counts[seat.index()]),
    })
}

/// The numbers of a row by column. They stand behind the agent's name, which may have commas.
struct Fields<'l> {
    columns: &'static [&'static str],
    /// From the end.
    fields: Vec<&'l str>,
}

impl<'l> Fields<'l> {
    fn of(line: &'l str, columns: &'static [&'static str]) -> Option<Fields<'l>> {
        let fields: Vec<&str> = line.trim_ascii_end().rsplit(',').collect();
        (fields.len() >= columns.len()).then_some(Fields { columns, fields })
    }

    fn number(&self, column: &str) -> Option<u16> {
        let from_end = self.columns.iter().rev().position(|c| *c == column)?;
        self.fields[from_end].parse().ok()
    }

    fn numbers<const N: usize>(&self, columns: [&str; N]) -> Option<[u16; N]> {
        let mut numbers = [0; N];
        for (number, column) in numbers.iter_mut().zip(columns) {
            *number = self.number(column)?;
        }
        Some(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_in_the_name_of_an_agent_move_no_column() {
        let columns = &["game", "agent", "score", "rank"];
        for line in ["7,\"mcts:playouts=4,c=1\",30,2\n", "7,greedy,30,2\n"] {
            let fields = Fields::of(line, columns).unwrap();
            assert_eq!(fields.numbers(["rank", "score"]), Some([2, 30]));
            assert_eq!(fields.number("agent"), None);
        }
        assert!(Fields::of("7,30,2\n", columns).is_none());
    }
}
