//! `games.csv`, `seats.csv` and `records.jsonl`. The first line of a table is its header; rows are in game order.

use std::time::Duration;

use flate2::Crc;
use goldrush_games::quality::{PARTS as QUALITY_PARTS, Quality, QualityValues};
use goldrush_games::schema::{GameValues, ResultSchema, SeatValues};

use super::{faults, times};
use crate::protocol::fault::FaultKind;
use crate::sim::batch::{Rows, Sink};
use crate::sim::game_luck::{Luck, PARTS, WIN_PARTS};
use crate::sim::play::Outcome;
use crate::sim::result::{GameResult, SeatResult};
use crate::study::arm::Arm;
use crate::study::{GameId, Plan};

/// Writes the rows of a run's games.
pub struct RowWriter<'p> {
    plan: &'p Plan,
    /// Identifier of the run, in every row.
    run: String,
    /// Names of the agents: for each arm, those of the seats of each seating in turn.
    agents: Vec<Vec<String>>,
}

impl<'p> RowWriter<'p> {
    /// Creates the writer for the games of a plan.
    pub fn new(plan: &'p Plan) -> RowWriter<'p> {
        let mut agents = Vec::new();
        for Arm { lineup, .. } in &plan.arms {
            let mut of_arm = Vec::new();
            for seating in 0..lineup.seatings() {
                for seat in 0..lineup.players() {
                    of_arm.push(quoted(lineup.agent(seating, seat).to_string()));
                }
            }
            agents.push(of_arm);
        }
        RowWriter {
            plan,
            run: quoted(plan.run_id()),
            agents,
        }
    }

    /// Appends the beginning of all rows of a game.
    #[inline]
    pub(super) fn push_key(&self, to: &mut Vec<u8>, id: GameId, number: u64) {
        let mut row = Row { to };
        row.text(&self.run);
        [number, id.block, id.arm as u64, id.seating as u64]
            .into_iter()
            .for_each(|part| row.number(part));
    }

    /// Appends what follows it in the row of a seat.
    #[inline]
    pub(super) fn push_agent(&self, to: &mut Vec<u8>, id: GameId, seat: usize) {
        let players = self.plan.arm(id).lineup.players();
        let mut row = Row { to };
        row.number(seat as u64);
        row.text(&self.agents[id.arm][id.seating * players + seat]);
    }

    /// Returns the rows of a game, without its record; `record` is empty if the game has none.
    pub fn rows(&self, id: GameId, number: u64, result: &GameResult, record: &[u8]) -> Rows {
        let schema = self.plan.schema();
        // Enough for most rows.
        let mut games = Vec::with_capacity(128);
        let mut seats = Vec::with_capacity(192 * result.seats.len());
        self.push_key(&mut games, id, number);
        let key = games.len();
        push_game(Row { to: &mut games }, self.plan, result);
        for (seat, result) in result.seats.iter().enumerate() {
            seats.extend_from_slice(&games[..key]);
            self.push_agent(&mut seats, id, seat);
            push_seat(Row { to: &mut seats }, schema, result);
        }
        let check = checksum([&games, &seats, record].into_iter());
        let mut row = Row { to: &mut games };
        row.number(check);
        row.end();
        Rows {
            games,
            seats,
            ..Rows::default()
        }
    }
}

/// Returns the CRC-32 of a game's lines: its row of `games.csv` up to the checksum, its rows of `seats.csv` and its record.
pub(super) fn checksum<'l>(lines: impl Iterator<Item = &'l [u8]>) -> u32 {
    let mut sum = Crc::new();
    lines.for_each(|line| sum.update(line));
    sum.sum()
}

impl Sink for RowWriter<'_> {
    fn wants_record(&self, number: u64) -> bool {
        self.plan.records.include(number)
    }

    fn keep(
        &self,
        id: GameId,
        number: u64,
        outcome: &Outcome,
        records: Vec<u8>,
        turns: &[Duration],
    ) -> Rows {
        let times = if records.is_empty() {
            Vec::new()
        } else {
            times::line(number, turns)
        };
        let faults = faults::lines(self.plan, id, number, &outcome.faults);
        let rows = self.rows(id, number, &outcome.result, &records);
        Rows {
            records,
            times,
            faults,
            ..rows
        }
    }
}

/// Formats a text as a field of a table, in quotes if necessary.
fn quoted(text: String) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// A row being appended to others. Each field adds a comma after it, and the end of the row replaces the last one.
struct Row<'a> {
    to: &'a mut Vec<u8>,
}

impl Row<'_> {
    /// Adds a field: one of our own names, or [`quoted`] text.
    #[inline]
    fn text(&mut self, field: &str) {
        self.to.extend_from_slice(field.as_bytes());
        self.to.push(b',');
    }

    #[inline]
    fn number(&mut self, number: impl itoa::Integer) {
        self.text(itoa::Buffer::new().format(number));
    }

    /// Adds numbers, most of which have one digit.
    #[inline]
    fn numbers(&mut self, numbers: &[u16]) {
        for &number in numbers {
            match number {
                0..10 => self.to.extend_from_slice(&[b'0' + number as u8, b',']),
                _ => self.number(number),
            }
        }
    }

    fn end(self) {
        if let Some(last) = self.to.last_mut() {
            *last = b'\n';
        }
    }
}

impl Rows {
    /// Returns the header lines.
    pub fn headers(plan: &Plan) -> Rows {
        let mut rows = Rows::default();
        let seats = seat_columns(plan);
        for (to, columns) in [
            (&mut rows.games, game_columns(plan)),
            (&mut rows.seats, seats),
        ] {
            let mut row = Row { to };
            columns.iter().for_each(|c| row.text(c));
            row.end();
        }
        rows
    }

    /// Appends rows.
    pub fn extend(&mut self, rows: &Rows) {
        self.games.extend_from_slice(&rows.games);
        self.seats.extend_from_slice(&rows.seats);
        self.records.extend_from_slice(&rows.records);
        self.times.extend_from_slice(&rows.times);
        self.faults.extend_from_slice(&rows.faults);
    }

    /// Removes all rows.
    pub fn clear(&mut self) {
        self.games.clear();
        self.seats.clear();
        self.records.clear();
        self.times.clear();
        self.faults.clear();
    }

    /// Returns the length of those rows that are the same in every run, in bytes.
    pub fn bytes(&self) -> usize {
        self.games.len() + self.seats.len() + self.records.len()
    }
}

/// Returns the columns of `games.csv`; before the last are those of the measures that the plan asks for.
fn game_columns(plan: &Plan) -> Vec<&'static str> {
    let mut columns = plan.schema().game_columns();
    let at = columns.len() - 1;
    columns.splice(at..at, plan.measured().map(Quality::name));
    columns
}

/// Returns the columns of `seats.csv`; luck is among them only if the plan asks for it.
fn seat_columns(plan: &Plan) -> Vec<&'static str> {
    let luck = plan.luck.then_some(LUCK).into_iter().flatten();
    plan.schema()
        .seat_columns()
        .into_iter()
        .chain(luck)
        .collect()
}

/// The columns of a seat's luck: in points, and in shares of the win.
const LUCK: [&str; 2] = ["luck", "luck_wins"];

/// Formats a number of such parts as a decimal number with this many digits after the point.
fn decimal(number: i32, digits: usize) -> String {
    let one = 10_u32.pow(digits as u32);
    let sign = if number < 0 { "-" } else { "" };
    let whole = number.unsigned_abs() / one;
    let parts = number.unsigned_abs() % one;
    format!("{sign}{whole}.{parts:0digits$}")
}

/// Parses a number that [`decimal`] wrote; `None` if it is malformed.
fn parts(text: &str, digits: usize) -> Option<i32> {
    let (whole, parts) = text
        .split_once('.')
        .filter(|(_, parts)| parts.len() == digits)?;
    format!("{whole}{parts}").parse().ok()
}

/// Parses luck from its two columns.
fn luck([points, wins]: [&str; 2]) -> Option<Luck> {
    Some(Luck {
        points: parts(points, DIGITS[0])?,
        wins: parts(wins, DIGITS[1])?,
    })
}

/// Digits of measures that are fractions after the point.
const QUALITY_DIGITS: usize = QUALITY_PARTS.ilog10() as usize;

/// Digits of the two columns after the point: those of [`PARTS`] and [`WIN_PARTS`].
const DIGITS: [usize; 2] = [PARTS.ilog10() as usize, WIN_PARTS.ilog10() as usize];

fn push_game(mut row: Row, plan: &Plan, result: &GameResult) {
    let winner = result
        .seats
        .iter()
        .max_by_key(|s| (s.win_share, s.score))
        .expect("a game has at least one seat");
    row.number(result.seats.len() as u64);
    row.number(result.turns);
    row.numbers(plan.schema().game_values(&result.values));
    row.number(winner.score);
    row.number(winner.margin);
    row.number(result.seats.iter().filter(|s| s.rank == 1).count() as u64);
    for quality in plan.measured() {
        let value = result.quality[quality as usize];
        if quality.is_fraction() {
            row.text(&decimal(value as i32, QUALITY_DIGITS));
        } else {
            row.number(value);
        }
    }
}

fn push_seat(mut row: Row, schema: &ResultSchema, seat: &SeatResult) {
    row.number(seat.score);
    row.number(seat.rank);
    row.text(win_share(seat.win_share));
    row.numbers(schema.seat_values(&seat.values));
    row.text(seat.fault.map_or("", FaultKind::name));
    if let Some(luck) = seat.luck {
        row.text(&decimal(luck.points, DIGITS[0]));
        row.text(&decimal(luck.wins, DIGITS[1]));
    }
    row.end();
}

/// Parses the result of a seat from what follows the beginning of its row.
fn parse_seat(plan: &Plan, row: &str) -> Option<SeatResult> {
    let mut fields = row.trim_ascii_end().split(',');
    let score = fields.next()?.parse().ok()?;
    let rank = fields.next()?.parse().ok()?;
    let share = fields.next()?;
    let win_share = WIN_SHARES.iter().find(|(_, text)| *text == share)?.0;
    let mut values = SeatValues::default();
    for (value, _) in values.iter_mut().zip(plan.schema().stored()) {
        *value = fields.next()?.parse().ok()?;
    }
    let fault = fields
        .next()
        .filter(|fault| !fault.is_empty())
        .map(str::parse)
        .transpose()
        .ok()?;
    let luck = if plan.luck {
        Some(luck([fields.next()?, fields.next()?])?)
    } else {
        None
    };
    fields.next().is_none().then_some(SeatResult {
        score,
        rank,
        win_share,
        margin: 0,
        values,
        fault,
        luck,
    })
}

/// Parses the result of a game from what follows the beginnings of its rows, in the same order as they are written. `None` if a
/// row is malformed.
pub(super) fn parse(plan: &Plan, game: &str, seats: &[&str]) -> Option<GameResult> {
    let schema = plan.schema();
    let mut fields = game.split(',').skip(1);
    let turns = fields.next()?.parse().ok()?;
    let mut values = GameValues::default();
    for value in &mut values[..schema.game.len()] {
        *value = fields.next()?.parse().ok()?;
    }
    let mut quality = QualityValues::default();
    // After the best score, the winning margin and the number of winners, which follow from the seats.
    let mut measured = game.split(',').skip(2 + schema.game.len() + 3);
    for of in plan.measured() {
        let text = measured.next()?;
        let value = if of.is_fraction() {
            u32::try_from(parts(text, QUALITY_DIGITS)?).ok()
        } else {
            text.parse().ok()
        };
        quality[of as usize] = value?;
    }
    let seats = seats
        .iter()
        .map(|row| parse_seat(plan, row))
        .collect::<Option<_>>()?;
    Some(
        GameResult {
            turns,
            values,
            seats,
            quality,
        }
        .with_margins(),
    )
}

/// Shares of the win in sixtieths, as decimal numbers; always with a point, as readers infer a column's type from its first rows.
const WIN_SHARES: [(u8, &str); 6] = [
    (0, "0.0"),
    (60, "1.0"),
    (30, "0.5"),
    (20, "0.333333"),
    (15, "0.25"),
    (12, "0.2"),
];

fn win_share(sixtieths: u8) -> &'static str {
    WIN_SHARES
        .iter()
        .find(|(share, _)| *share == sixtieths)
        .expect("the win share is that of one to five winners")
        .1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_as_by_the_csv_crate() {
        let names = [
            "greedy",
            "mcts:playouts=4,c=1",
            "cmd:say \"a\"",
            "a\nb",
            "a\rb",
            " #a;b ",
            "żółw",
        ];
        let mut others = csv::Writer::from_writer(Vec::new());
        others
            .write_record(names.into_iter().chain(["0", "9", "10", "65535", "-7", ""]))
            .unwrap();
        let mut line = Vec::new();
        let mut row = Row { to: &mut line };
        names
            .into_iter()
            .for_each(|name| row.text(&quoted(name.into())));
        row.numbers(&[0, 9, 10, 65_535]);
        row.number(-7);
        row.text("");
        row.end();
        assert_eq!(
            String::from_utf8(line),
            String::from_utf8(others.into_inner().unwrap())
        );
    }

    #[test]
    fn luck_is_read_back_as_written() {
        for (number, text) in [
            (0, "0.000"),
            (12_345, "12.345"),
            (-7, "-0.007"),
            (-20_050, "-20.050"),
        ] {
            assert_eq!(decimal(number, 3), text);
            assert_eq!(parts(text, 3), Some(number));
        }
        for wrong in ["", "1", "1.5", "x.000", "1.0000"] {
            assert_eq!(parts(wrong, 3), None, "{wrong}");
        }
        assert_eq!(
            luck(["-1.500", "0.02500"]),
            Some(Luck {
                points: -1500,
                wins: 2500
            })
        );
        assert_eq!(luck(["-1.500", "0.025"]), None);
    }
}
