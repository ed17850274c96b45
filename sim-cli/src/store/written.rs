//! What a run has written: its tables are read as games again, block by block. Statistics of a run that did not end go on
//! from them; parts of a run become one; two runs are compared.
//!
//! A game that was read is written again and must give the same bytes, so a row of another run, of another agent or
//! changed by hand is found. What comes after the last end of a line was being written when the program ended.

use std::io::BufRead;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use anyhow::Context;
use goldrush_engine::game::Points;
use goldrush_engine::player::{PerPlayer, Player};

use super::csv::{LUCK, Rows, Scribe, luck, seat_columns};
use super::folder::{GAMES_FILE, RECORDS_FILE, SEATS_FILE};
use super::gzip::reader;
use crate::error::bad_input;
use crate::games::Counted;
use crate::games::sheet::Sheet;
use crate::sim::luck::SeatLuck;
use crate::sim::result::{FaultKinds, GameResult};
use crate::study::GameId;
use crate::study::{Plan, Records};

/// Who gets the blocks of a run that are read back.
pub trait Reader {
    /// Takes the next block; breaks if no later one counts.
    fn block(&mut self, games: &[(GameId, GameResult)]) -> ControlFlow<()>;
}

/// Lengths of the files of a run, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Lengths {
    /// Of `games.csv`.
    pub games: u64,
    /// Of `seats.csv`.
    pub seats: u64,
    /// Of `records.jsonl`.
    pub records: u64,
}

/// Reads what is written of a run in its folder, up to the last block that is whole in all files; returns how much of
/// the files that is.
///
/// # Errors
/// If a line is not of this run: bad input. If a file cannot be read.
pub fn read_back(folder: &Path, plan: &Plan, reader: &mut impl Reader) -> anyhow::Result<Lengths> {
    let (mut written, mut kept) = (Written::open(folder, plan)?, Lengths::default());
    while let Some(block) = written.next_block()? {
        kept = written.bytes();
        if reader.block(&block.games).is_break() {
            break;
        }
    }
    Ok(kept)
}

/// A block that was read.
#[derive(Default)]
pub struct WrittenBlock {
    /// Its games, in order.
    pub games: Vec<(GameId, GameResult)>,
    /// Its lines.
    pub rows: Rows,
}

/// The files of a run, being read.
pub struct Written<'p> {
    plan: &'p Plan,
    scribe: Scribe<'p>,
    columns: Columns,
    blocks: Range<u64>,
    games: Lines,
    seats: Lines,
    records: Option<Lines>,
}

impl<'p> Written<'p> {
    /// Opens the files of a run; those that do not exist are like empty ones.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn open(folder: &Path, plan: &'p Plan) -> anyhow::Result<Written<'p>> {
        let lines = |name| Lines::open(folder.join(name));
        Ok(Written {
            plan,
            scribe: Scribe::new(plan),
            columns: Columns { games: plan.sheet().game_columns(), seats: seat_columns(plan) },
            blocks: plan.range(),
            games: lines(GAMES_FILE)?,
            seats: lines(SEATS_FILE)?,
            records: if plan.records == Records::None { None } else { Some(lines(RECORDS_FILE)?) },
        })
    }

    /// The next block of the plan; none if not all of it is in the files.
    ///
    /// # Errors
    /// If a line is not of this run: bad input. If a file cannot be read.
    pub fn next_block(&mut self) -> anyhow::Result<Option<WrittenBlock>> {
        if self.games.line == 0 {
            let headers = Rows::headers(self.plan);
            if !(self.games.expect(&headers.games)? && self.seats.expect(&headers.seats)?) {
                return Ok(None);
            }
        }
        let Some(block) = self.blocks.next() else { return Ok(None) };
        let mut read = WrittenBlock::default();
        let per_block = self.plan.games_per_block();
        for number in block * per_block..(block + 1) * per_block {
            if !self.read_game(number, &mut read)? {
                return Ok(None);
            }
        }
        Ok(Some(read))
    }

    /// How much of the files has been read.
    pub fn bytes(&self) -> Lengths {
        let records = self.records.as_ref().map_or(0, |records| records.bytes);
        Lengths { games: self.games.bytes, seats: self.seats.bytes, records }
    }

    /// Reads a game; false if not all of it is there.
    fn read_game(&mut self, number: u64, to: &mut WrittenBlock) -> anyhow::Result<bool> {
        let id = self.plan.game(number);
        let Some(game_line) = self.games.next()? else { return Ok(false) };
        let mut seat_lines = Vec::new();
        for _ in 0..self.plan.arm(id).lineup.players() {
            let Some(line) = self.seats.next()? else { return Ok(false) };
            seat_lines.push(line);
        }
        if let Some(records) = &mut self.records
            && self.plan.records.include(number)
        {
            let Some(line) = records.next()? else { return Ok(false) };
            to.rows.records.extend_from_slice(line.as_bytes());
        }
        let result = self.columns.parse_game(self.plan.sheet(), &game_line, &seat_lines);
        let rows = result.as_ref().map(|result| self.scribe.rows(id, number, result)).unwrap_or_default();
        self.games.check(number, &[game_line], &rows.games)?;
        self.seats.check(number, &seat_lines, &rows.seats)?;
        to.rows.extend(&rows);
        to.games.extend(result.map(|result| (id, result)));
        Ok(true)
    }
}

/// Lines of a file, and how much of it they are.
struct Lines {
    path: PathBuf,
    reader: Box<dyn BufRead>,
    line: u64,
    bytes: u64,
}

impl Lines {
    fn open(path: PathBuf) -> anyhow::Result<Lines> {
        Ok(Lines { reader: reader(&path)?, path, line: 0, bytes: 0 })
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
        bad_input(format!("{}: line {line}: {what}", self.path.display()))
    }
}

/// The columns of the tables.
struct Columns {
    games: Vec<&'static str>,
    seats: Vec<&'static str>,
}

impl Columns {
    /// The luck of the seats, if there is such a column; none if it cannot be read.
    fn luck(&self, seats: &[Fields]) -> Option<Option<SeatLuck>> {
        if self.seats.last() != Some(&LUCK) {
            return Some(None);
        }
        let mut all = SeatLuck::default();
        for (to, seat) in all.iter_mut().zip(seats) {
            *to = luck(seat.text(LUCK)?)?;
        }
        Some(Some(all))
    }

    /// The game of a row of `games.csv` and its rows of `seats.csv`; none if they are no such rows. Columns that follow
    /// from others are not looked at.
    fn parse_game(&self, sheet: &Sheet, game: &str, seats: &[String]) -> Option<GameResult> {
        let game = Fields::of(game, &self.games)?;
        let seats: Vec<Fields> = seats.iter().map(|seat| Fields::of(seat, &self.seats)).collect::<Option<_>>()?;
        let mut scores: PerPlayer<Points> = PerPlayer::new(seats.len(), 0);
        let mut counted = Counted {
            turns: game.number("turns")?,
            game: Default::default(),
            scores,
            sources: Default::default(),
            counts: Default::default(),
        };
        for (count, (column, _)) in counted.game.iter_mut().zip(sheet.game_counts) {
            *count = game.number(column)?;
        }
        let mut faults = FaultKinds::default();
        for (player, seat) in Player::all(seats.len()).zip(&seats) {
            scores[player] = seat.number("score")?;
            faults[player.index()] = match seat.text("fault")? {
                "" => None,
                kind => Some(kind.parse().ok()?),
            };
            for (points, source) in counted.sources[player.index()].iter_mut().zip(sheet.sources) {
                *points = seat.number(source.name)?;
            }
            for (count, column) in counted.counts[player.index()].iter_mut().zip(sheet.counts) {
                *count = seat.number(column)?;
            }
        }
        counted.scores = scores;
        Some(GameResult::of(sheet, &counted, &faults).with_luck(self.luck(&seats)?))
    }
}

/// The fields of a row by column. They stand behind the agent's name, which may have commas.
struct Fields<'l> {
    columns: &'l [&'static str],
    /// From the end.
    fields: Vec<&'l str>,
}

impl<'l> Fields<'l> {
    fn of(line: &'l str, columns: &'l [&'static str]) -> Option<Fields<'l>> {
        let fields: Vec<&str> = line.trim_ascii_end().rsplit(',').collect();
        (fields.len() >= columns.len()).then_some(Fields { columns, fields })
    }

    fn text(&self, column: &str) -> Option<&'l str> {
        let from_end = self.columns.iter().rev().position(|c| *c == column)?;
        Some(self.fields[from_end])
    }

    fn number(&self, column: &str) -> Option<u16> {
        self.text(column)?.parse().ok()
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
            assert_eq!((fields.number("rank"), fields.number("score")), (Some(2), Some(30)));
            assert_eq!(fields.number("agent"), None);
        }
        assert!(Fields::of("7,30,2\n", columns).is_none());
    }
}
