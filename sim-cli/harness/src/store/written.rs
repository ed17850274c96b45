//! Reads the tables of a run as games again, block by block: to continue the statistics of an interrupted run, to merge parts,
//! and to compare two runs.
//!
//! The lines of a game must have their checksum and name this run, game and agents, so that a row of another run, of another
//! agent
//! or changed by hand is found. Bytes after the last line break were being written when the
//! program was stopped. The tables of a complete run must be whole, end where the run ends, and match the digests in its summary.

use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use goldrush_support::error::{BadInput, bad_input};

use super::csv::{self, RowWriter, checksum};
use super::folder::{GAMES_FILE, RECORDS_FILE, SEATS_FILE};
use super::lines::Lines;
use super::seal::Seal;
use crate::sim::batch::Rows;
use crate::sim::result::GameResult;
use crate::study::{GameId, Plan, Records};

/// Receiver of the blocks of a run that are read back.
pub trait Reader {
    /// Takes the next block; breaks if no later one is needed.
    fn block(&mut self, games: &[(GameId, GameResult)]) -> ControlFlow<()>;
}

/// Lengths of the files of a run, in bytes and in blocks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Lengths {
    /// Bytes of `games.csv`.
    pub games: u64,
    /// Bytes of `seats.csv`.
    pub seats: u64,
    /// Bytes of `records.jsonl`.
    pub records: u64,
    /// Whole blocks that are in all of them.
    pub blocks: u64,
}

/// Treatment of a wrong line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnDamage {
    /// Reading fails.
    Refused,
    /// Reading ends after the block before it.
    CutOff,
}

/// Reads the games in the folder of a run, up to the last block that is whole in all files; returns the lengths up to there.
///
/// # Errors
/// Bad input if a line does not belong to this run and `wrong` is [`OnDamage::Refused`]. Fails if a file cannot be read.
pub fn read_back(
    folder: &Path,
    plan: &Plan,
    wrong: OnDamage,
    reader: &mut impl Reader,
) -> anyhow::Result<Lengths> {
    let mut intact = Lengths::default();
    match (read_blocks(folder, plan, reader, &mut intact), wrong) {
        (Err(e), OnDamage::CutOff) if e.is::<BadInput>() => Ok(intact),
        (read, _) => read.map(|()| intact),
    }
}

/// Reads blocks until the reader has enough or one is damaged; counts those read in `intact`.
fn read_blocks(
    folder: &Path,
    plan: &Plan,
    reader: &mut impl Reader,
    intact: &mut Lengths,
) -> anyhow::Result<()> {
    let mut written = Written::open(folder, plan)?;
    while let Some(block) = written.next_block()? {
        *intact = written.bytes();
        if reader.block(&block.games).is_break() {
            return written.check_end();
        }
    }
    Ok(())
}

/// A block that was read.
#[derive(Default)]
pub struct WrittenBlock {
    /// Games of the block, in order.
    pub games: Vec<(GameId, GameResult)>,
    /// Lines of the block.
    pub rows: Rows,
}

/// Reader of the files of a run.
pub struct Written<'p> {
    plan: &'p Plan,
    folder: PathBuf,
    row_writer: RowWriter<'p>,
    blocks: Range<u64>,
    /// Digests of a complete run's tables; `None` if the run is unfinished.
    seal: Option<Seal>,
    games: Lines,
    seats: Lines,
    records: Option<Lines>,
}

impl<'p> Written<'p> {
    /// Opens the files of a run.
    ///
    /// # Errors
    /// Bad input if one is missing, or if the run is complete and its summary was changed or is of another number of blocks.
    /// Fails if a file cannot be read.
    pub fn open(folder: &Path, plan: &'p Plan) -> anyhow::Result<Written<'p>> {
        let seal = Seal::of(folder)?;
        let may_end_early = plan.sprt().is_some() || plan.stop.is_some();
        if let Some(Seal { blocks, .. }) = seal
            .as_ref()
            .filter(|seal| !may_end_early && seal.blocks != plan.blocks_here())
        {
            let shown = folder.display();
            let planned = plan.blocks_here();
            return Err(bad_input(format!(
                "{shown}: its summary is of {blocks} deals, its plan of {planned}"
            )));
        }
        Ok(Written {
            plan,
            folder: folder.into(),
            row_writer: RowWriter::new(plan),
            blocks: plan.range(),
            seal,
            games: table_lines(folder, GAMES_FILE)?,
            seats: table_lines(folder, SEATS_FILE)?,
            records: if plan.records == Records::None {
                None
            } else {
                Some(table_lines(folder, RECORDS_FILE)?)
            },
        })
    }

    /// Returns the next block of the plan, or `None` if the files do not hold all of it.
    ///
    /// # Errors
    /// Bad input if a line does not belong to this run, or if the run is complete and its tables were changed. Fails if a file
    /// cannot be read.
    pub fn next_block(&mut self) -> anyhow::Result<Option<WrittenBlock>> {
        let block = self.read_block().map_err(|e| self.with_advice(e))?;
        if block.is_none() {
            self.check_end()?;
        }
        Ok(block)
    }

    /// Checks that a complete run ends here and that its tables are unchanged. An unfinished run may have more.
    ///
    /// # Errors
    /// Bad input if the tables of a complete run continue or were changed.
    pub fn check_end(&mut self) -> anyhow::Result<()> {
        self.check_tables().map_err(|e| self.with_advice(e))
    }

    fn check_tables(&mut self) -> anyhow::Result<()> {
        let Some(Seal { sha256, .. }) = &self.seal else {
            return Ok(());
        };
        let tables = [
            (GAMES_FILE, Some(&mut self.games)),
            (SEATS_FILE, Some(&mut self.seats)),
        ];
        let changed = "was changed since the run was complete";
        let mut outcome = Ok(());
        for (name, table) in tables
            .into_iter()
            .chain([(RECORDS_FILE, self.records.as_mut())])
        {
            let Some(table) = table else { continue };
            // If one table is too short, it is at fault, not the others, which continue.
            if !table.is_torn && !table.is_at_end()? {
                let problem = format!("the run ends before it; the table {changed}");
                outcome = outcome.and_then(|()| Err(table.wrong(table.line + 1, &problem)));
            } else if table.is_torn || sha256.get(name) != Some(&table.sha256()) {
                let shown = table.path().display();
                return Err(bad_input(format!(
                    "{shown}: {changed}: it has another SHA-256 than then"
                )));
            }
        }
        outcome
    }

    fn with_advice(&self, what: anyhow::Error) -> anyhow::Error {
        with_advice(what, &self.folder, self.bytes().blocks)
    }

    fn read_block(&mut self) -> anyhow::Result<Option<WrittenBlock>> {
        if self.games.line == 0 {
            let headers = Rows::headers(self.plan);
            if !(expect(&mut self.games, &headers.games)?
                && expect(&mut self.seats, &headers.seats)?)
            {
                return Ok(None);
            }
        }
        if self.blocks.is_empty() {
            return Ok(None);
        }
        let block = self.blocks.start;
        let mut read = WrittenBlock::default();
        let per_block = self.plan.games_per_block();
        for number in block * per_block..(block + 1) * per_block {
            if !self.read_game(number, &mut read)? {
                return Ok(None);
            }
        }
        self.blocks.start += 1;
        Ok(Some(read))
    }

    /// Returns how much of the files has been read.
    pub fn bytes(&self) -> Lengths {
        let records = self.records.as_ref().map_or(0, |records| records.bytes);
        let blocks = self.blocks.start - self.plan.range().start;
        Lengths {
            games: self.games.bytes,
            seats: self.seats.bytes,
            records,
            blocks,
        }
    }

    /// Reads a game; returns false if the files do not hold all of it.
    fn read_game(&mut self, number: u64, to: &mut WrittenBlock) -> anyhow::Result<bool> {
        let id = self.plan.game(number);
        let Some(game_line) = self.games.next_whole()? else {
            return Ok(false);
        };
        let mut seat_lines = Vec::new();
        for _ in 0..self.plan.arm(id).lineup.players() {
            let Some(line) = self.seats.next_whole()? else {
                return Ok(false);
            };
            seat_lines.push(line);
        }
        let mut record = String::new();
        if let Some(records) = &mut self.records
            && self.plan.records.include(number)
        {
            let Some(line) = records.next_whole()? else {
                return Ok(false);
            };
            record = line;
        }
        if !is_intact(&game_line, &seat_lines, &record) {
            return Err(self.changed(number, seat_lines.len() as u64, !record.is_empty()));
        }
        let result = self.parse(id, number, &game_line, &seat_lines)?;
        to.rows.games.extend_from_slice(game_line.as_bytes());
        seat_lines
            .iter()
            .for_each(|line| to.rows.seats.extend_from_slice(line.as_bytes()));
        to.rows.records.extend_from_slice(record.as_bytes());
        to.games.push((id, result));
        Ok(true)
    }

    /// Parses the game that was read last; its lines must begin as those of this game of the plan do.
    fn parse(
        &self,
        id: GameId,
        number: u64,
        game: &str,
        seats: &[String],
    ) -> anyhow::Result<GameResult> {
        let mut key = Vec::new();
        self.row_writer.push_key(&mut key, id, number);
        let rest = game
            .as_bytes()
            .starts_with(&key)
            .then(|| &game[key.len()..]);
        let game = rest.ok_or_else(|| not_of_game(&self.games, self.games.line, number))?;
        let mut rows = Vec::with_capacity(seats.len());
        for (seat, line) in seats.iter().enumerate() {
            let mut begin = key.clone();
            self.row_writer.push_agent(&mut begin, id, seat);
            let rest = line
                .as_bytes()
                .starts_with(&begin)
                .then(|| &line[begin.len()..]);
            let at = self.seats.line + 1 + seat as u64 - seats.len() as u64;
            rows.push(rest.ok_or_else(|| not_of_game(&self.seats, at, number))?);
        }
        csv::parse(self.plan, game, &rows)
            .ok_or_else(|| not_of_game(&self.games, self.games.line, number))
    }

    /// Returns an error with the places of the lines of the game that was read last, one of which was changed.
    fn changed(&self, number: u64, seats: u64, is_recorded: bool) -> anyhow::Error {
        let first = self.seats.line + 1 - seats;
        let last = self.seats.line;
        let records = self.records.as_ref().filter(|_| is_recorded);
        let record = records.map_or(String::new(), |records| {
            format!(" or line {} of {RECORDS_FILE}", records.line)
        });
        let what = format!(
            "the checksum of game {number} is wrong: this line, lines {first} to {last} of {SEATS_FILE}{record} was changed"
        );
        self.games.wrong(self.games.line, &what)
    }
}

/// True if the lines of a game match the checksum at the end of its row.
fn is_intact(game: &str, seats: &[String], record: &str) -> bool {
    let end = game.rfind(',').map_or(0, |comma| comma + 1);
    let parts = [&game[..end]]
        .into_iter()
        .chain(seats.iter().map(String::as_str))
        .chain([record]);
    game[end..].strip_suffix('\n') == Some(&checksum(parts.map(str::as_bytes)).to_string())
}

fn not_of_game(lines: &Lines, line: u64, number: u64) -> anyhow::Error {
    lines.wrong(line, &format!("not of game {number} of this run"))
}

fn table_lines(folder: &Path, name: &str) -> anyhow::Result<Lines> {
    Lines::of_table(&folder.join(name)).map_err(|e| with_advice(e, folder, 0))
}

/// Adds to bad input how to repair the run.
fn with_advice(what: anyhow::Error, folder: &Path, whole: u64) -> anyhow::Error {
    if !what.is::<BadInput>() {
        return what;
    }
    let kept = match whole {
        0 => "plays all deals again".into(),
        whole => format!("keeps the {whole} deals before it and plays the rest again"),
    };
    bad_input(format!(
        "{what}; goldrush resume --repair {} {kept}",
        folder.display()
    ))
}

/// Cause of a header that differs in nothing that one sees.
const SAVED_ANEW: &str = "begins or ends otherwise than when it was written: an editor saved the table with a byte-order mark or Windows line ends";

/// Reads the next line, which must be this one; returns false if there is none.
fn expect(lines: &mut Lines, line: &[u8]) -> anyhow::Result<bool> {
    match lines.next_whole()? {
        Some(read) if read.as_bytes() != line => {
            let is_saved_anew =
                read.trim_start_matches('\u{feff}').trim_end().as_bytes() == line.trim_ascii_end();
            Err(lines.wrong(
                lines.line,
                if is_saved_anew {
                    SAVED_ANEW
                } else {
                    "not the header of this table"
                },
            ))
        }
        read => Ok(read.is_some()),
    }
}
