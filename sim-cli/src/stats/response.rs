//! What a balance study asks of every game: the responses, in whole sixtieths so that they add up exactly.

use goldrush_engine::game::WHOLE_WIN;

use crate::cli::plan::{Margins, View};
use crate::sim::result::{GameResult, SeatResult};

/// One value of a game, seen from a seat if it is one that is looked at.
#[derive(Debug)]
pub struct Response {
    /// Name in tables and files.
    pub name: &'static str,
    /// What it is counted in.
    pub unit: Unit,
    /// In sixtieths, which halves, thirds, quarters and fifths are whole numbers of.
    pub(super) value: fn(&GameResult, usize) -> i64,
}

/// What a response is counted in, for margins and for printing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Shares of a win, 0 to 1.
    Share,
    /// Points.
    Points,
    /// Turns.
    Turns,
    /// Features.
    Features,
}

impl Unit {
    /// What is too small to matter.
    pub fn margin(self, margins: Margins) -> f64 {
        match self {
            Unit::Share => margins.shares,
            Unit::Points | Unit::Turns | Unit::Features => margins.points,
        }
    }

    /// Digits after the point that are printed.
    pub fn digits(self) -> usize {
        if self == Unit::Share { 4 } else { 2 }
    }
}

/// Sixtieths of one.
pub(super) const WHOLE: i64 = WHOLE_WIN as i64;

/// The mean of a value over seats.
fn mean(seats: &[SeatResult], value: impl Fn(&SeatResult) -> i64) -> i64 {
    seats.iter().map(value).sum::<i64>() * (WHOLE / seats.len() as i64)
}

/// How far a seat's share of the win is above that of equals.
fn advantage(game: &GameResult, seat: usize) -> i64 {
    i64::from(game.seats[seat].win_share) - WHOLE / game.seats.len() as i64
}

/// Of games of an agent against itself. Points are of a seat on average.
static OF_THE_TABLE: [Response; 10] = [
    points("score", |game, _| mean(&game.seats, |s| s.score.into())),
    points("railroad", |game, _| mean(&game.seats, |s| s.sources[0].into())),
    points("mountain", |game, _| mean(&game.seats, |s| s.sources[1].into())),
    points("city", |game, _| mean(&game.seats, |s| s.sources[2].into())),
    points("prairie", |game, _| mean(&game.seats, |s| s.sources[3].into())),
    points("tokens", |game, _| mean(&game.seats, |s| s.sources[4].into())),
    points("winning_margin", |game, _| WHOLE * game.seats.iter().map(|s| i64::from(s.margin)).max().unwrap_or(0)),
    Response { name: "first_seat", unit: Unit::Share, value: |game, _| advantage(game, 0) },
    Response { name: "turns", unit: Unit::Turns, value: |game, _| WHOLE * i64::from(game.turns) },
    Response {
        name: "completed",
        unit: Unit::Features,
        value: |game, _| WHOLE * game.completed.iter().map(|&n| i64::from(n)).sum::<i64>(),
    },
];

/// Of one seat.
static OF_A_SEAT: [Response; 3] = [
    Response { name: "win_share", unit: Unit::Share, value: advantage },
    points("score", |game, seat| WHOLE * i64::from(game.seats[seat].score)),
    points("score_of_others", |game, seat| {
        let others = game.seats.iter().enumerate().filter(|&(other, _)| other != seat);
        others.map(|(_, s)| i64::from(s.score)).sum::<i64>() * (WHOLE / (game.seats.len() as i64 - 1))
    }),
];

/// The response of an agent that is alone against a weaker one: its win share less that of equals.
pub(super) const SKILL: &str = "skill";

static OF_SKILL: [Response; 1] = [Response { name: SKILL, unit: Unit::Share, value: advantage }];

const fn points(name: &'static str, value: fn(&GameResult, usize) -> i64) -> Response {
    Response { name, unit: Unit::Points, value }
}

impl View {
    /// The responses there are.
    pub fn responses(self) -> &'static [Response] {
        match self {
            View::Table => &OF_THE_TABLE,
            View::Seat(_) => &OF_A_SEAT,
            View::Alone => &OF_SKILL,
        }
    }
}
