//! `games.csv`, `seats.csv` and `records.jsonl`. The first line of a table is its header; rows are in game order.

use std::time::Duration;

use goldrush_engine::game::WHOLE_WIN;

use super::times;
use crate::games::sheet::Sheet;
use crate::protocol::fault::FaultKind;
use crate::sim::batch::Sink;
use crate::sim::luck::PARTS;
use crate::sim::result::{GameResult, SeatResult};
use crate::study::{GameId, Plan};

/// Rows as they are written.
#[derive(Default)]
pub struct Rows {
    /// Rows of `games.csv`.
    pub games: Vec<u8>,
    /// Rows of `seats.csv`.
    pub seats: Vec<u8>,
    /// Lines of `records.jsonl`.
    pub records: Vec<u8>,
    /// Lines of `times.jsonl`, which differ from run to run.
    pub times: Vec<u8>,
}

/// Writes the rows of a run's games.
pub struct Scribe<'p> {
    plan: &'p Plan,
    /// The run's name, in every row.
    run: String,
}

impl<'p> Scribe<'p> {
    /// For the games of a plan.
    pub fn new(plan: &'p Plan) -> Scribe<'p> {
        Scribe { plan, run: plan.run_id() }
    }

    /// The rows of a game, without its record.
    pub fn rows(&self, id: GameId, number: u64, result: &GameResult) -> Rows {
        let mut rows = Rows::default();
        rows.push(&self.run, self.plan, id, number, result);
        rows
    }
}

impl Sink for Scribe<'_> {
    type Kept = Rows;

    fn wants_record(&self, number: u64) -> bool {
        self.plan.records.include(number)
    }

    fn keep(&self, id: GameId, number: u64, result: &GameResult, records: Vec<u8>, turns: &[Duration]) -> Rows {
        let times = if records.is_empty() { Vec::new() } else { times::line(number, turns) };
        Rows { records, times, ..self.rows(id, number, result) }
    }
}

/// A row being put together.
struct Row<'a> {
    writer: csv::Writer<&'a mut Vec<u8>>,
}

impl<'a> Row<'a> {
    fn new(to: &'a mut Vec<u8>) -> Row<'a> {
        Row { writer: csv::WriterBuilder::new().buffer_capacity(512).from_writer(to) }
    }

    fn text(&mut self, field: &str) {
        self.writer.write_field(field).expect("writing to memory");
    }

    fn number(&mut self, number: impl Into<i64>) {
        self.writer.write_field(itoa::Buffer::new().format(number.into())).expect("writing to memory");
    }

    fn end(&mut self) {
        self.writer.write_record(None::<&[u8]>).expect("writing to memory");
    }
}

impl Rows {
    /// The header lines.
    pub fn headers(plan: &Plan) -> Rows {
        let mut rows = Rows::default();
        let seats = seat_columns(plan);
        for (to, columns) in [(&mut rows.games, plan.sheet().game_columns()), (&mut rows.seats, seats)] {
            let mut row = Row::new(to);
            columns.iter().for_each(|c| row.text(c));
            row.end();
        }
        rows
    }

    /// Adds rows at the end.
    pub fn extend(&mut self, rows: &Rows) {
        self.games.extend_from_slice(&rows.games);
        self.seats.extend_from_slice(&rows.seats);
        self.records.extend_from_slice(&rows.records);
        self.times.extend_from_slice(&rows.times);
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.games.clear();
        self.seats.clear();
        self.records.clear();
        self.times.clear();
    }

    /// The length of all of them, without the times.
    pub fn bytes(&self) -> usize {
        self.games.len() + self.seats.len() + self.records.len()
    }

    /// Adds a game.
    fn push(&mut self, run: &str, plan: &Plan, id: GameId, number: u64, result: &GameResult) {
        let key = |row: &mut Row| {
            row.text(run);
            row.number(number as i64);
            row.number(id.block as i64);
            row.number(id.arm as i64);
            row.number(id.seating as i64);
        };
        let mut row = Row::new(&mut self.games);
        key(&mut row);
        push_game(&mut row, plan.sheet(), result);
        let mut row = Row::new(&mut self.seats);
        for (seat, seat_result) in result.seats.iter().enumerate() {
            key(&mut row);
            row.number(seat as i64);
            row.text(&plan.arm(id).lineup.agent(id.seating, seat).to_string());
            push_seat(&mut row, plan.sheet(), seat_result);
        }
    }
}

/// The columns of `seats.csv`; that of luck only if the plan asks for it.
pub(super) fn seat_columns(plan: &Plan) -> Vec<&'static str> {
    let luck = plan.luck.then_some(LUCK);
    plan.sheet().seat_columns().into_iter().chain(luck).collect()
}

/// The column of a seat's luck, in points.
pub(super) const LUCK: &str = "luck";

/// Luck as a decimal number of points.
fn points(luck: i32) -> String {
    let sign = if luck < 0 { "-" } else { "" };
    let (whole, parts) = (luck.unsigned_abs() / PARTS as u32, luck.unsigned_abs() % PARTS as u32);
    format!("{sign}{whole}.{parts:03}")
}

/// Luck from what [`points`] made of it.
pub(super) fn luck(points: &str) -> Option<i32> {
    let (whole, parts) = points.split_once('.').filter(|(_, parts)| parts.len() == 3)?;
    format!("{whole}{parts}").parse().ok()
}

fn push_game(row: &mut Row, sheet: &Sheet, result: &GameResult) {
    let winner = result.seats.iter().max_by_key(|s| (s.win_share, s.score)).expect("a game has seats");
    row.number(result.seats.len() as i64);
    row.number(result.turns);
    result.counts[..sheet.game_counts.len()].iter().for_each(|&n| row.number(n));
    row.number(winner.score);
    row.number(winner.margin);
    row.number(result.seats.iter().filter(|s| s.rank == 1).count() as i64);
    row.end();
}

fn push_seat(row: &mut Row, sheet: &Sheet, seat: &SeatResult) {
    row.number(seat.score);
    row.number(seat.rank);
    row.text(win_share(seat.win_share));
    seat.sources[..sheet.sources.len()].iter().for_each(|&n| row.number(n));
    seat.counts[..sheet.counts.len()].iter().for_each(|&n| row.number(n));
    row.text(seat.fault.map_or("", FaultKind::name));
    if let Some(luck) = seat.luck {
        row.text(&points(luck));
    }
    row.end();
}

/// A share of the win as a decimal number, with a point in every row: readers tell a column's type from its first rows.
fn win_share(sixtieths: u8) -> &'static str {
    match WHOLE_WIN.checked_div(sixtieths) {
        None => "0.0",
        Some(1) => "1.0",
        Some(2) => "0.5",
        Some(3) => "0.333333",
        Some(4) => "0.25",
        Some(_) => "0.2",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_is_read_as_it_is_written() {
        for (parts, text) in [(0, "0.000"), (12_345, "12.345"), (-7, "-0.007"), (-20_050, "-20.050")] {
            assert_eq!(points(parts), text);
            assert_eq!(luck(text), Some(parts));
        }
        for wrong in ["", "1", "1.5", "x.000", "1.0000"] {
            assert_eq!(luck(wrong), None, "{wrong}");
        }
    }
}
