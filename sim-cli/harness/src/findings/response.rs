//! Responses of a balance study: the values measured in every game, in whole numbers so that they add up exactly: sixtieths, or
//! thousandths of them.

use std::ops::Range;

use goldrush_ai::luck::LuckCoefficients;
use goldrush_engine::game::WHOLE_WIN;
use goldrush_games::ask::Topic;
use goldrush_games::quality::{PARTS, Quality};
use goldrush_games::schema::{self, Column, ResultSchema};

use super::seat_luck::Luck;
use crate::sim::result::{GameResult, SeatResult};
use crate::study::{Margins, QuestionKind, View};

/// One value of a game, from the point of view of a seat where that matters.
#[derive(Clone, Debug)]
pub struct Response {
    /// Name in tables and files.
    pub name: &'static str,
    /// Topic it answers.
    pub topic: Topic,
    /// Unit of the value.
    pub unit: Unit,
    what: ResponseKind,
}

#[derive(Clone, Debug)]
enum ResponseKind {
    /// Mean points of a seat.
    MeanScore,
    /// Lead of the best seat over the second.
    WinningMargin,
    /// Number of turns of the game.
    Turns,
    /// Sum of these counts of the game.
    Completed(Range<usize>),
    /// Mean over seats of the sum of these values.
    Mean(Range<usize>),
    /// Sum of these values of the seat, minus the mean of the other seats.
    Above(Range<usize>),
    /// Win share of the first seat, minus that of equals.
    FirstSeat,
    /// Win share of the seat, minus that of equals.
    Advantage,
    /// Lead of the best seat over the second, as a share of its points.
    RelativeMargin,
    /// A measure of how the game went; of wins, minus those of equals.
    Quality(Quality),
    /// Points of the seat.
    Score,
    /// Mean points of the other seats.
    ScoreOfOthers,
}

impl Response {
    const fn new(name: &'static str, topic: Topic, unit: Unit, what: ResponseKind) -> Response {
        Response {
            name,
            topic,
            unit,
            what,
        }
    }

    fn of_column(topic: Topic, column: &'static Column, what: ResponseKind) -> Response {
        let unit = match column.unit {
            schema::Unit::Points => Unit::Points,
            schema::Unit::Count => Unit::Times,
        };
        Response::new(column.name, topic, unit, what)
    }

    /// Returns the mean of a column over seats.
    fn mean_of(schema: &ResultSchema, topic: Topic, column: &'static Column) -> Response {
        Response::of_column(topic, column, ResponseKind::Mean(schema.values_of(column)))
    }

    fn of_quality(quality: Quality) -> Response {
        let unit = match quality {
            Quality::LeadChanges | Quality::Decisions => Unit::Times,
            Quality::Choices | Quality::NearEqual => Unit::Choices,
            Quality::DecidedTurn => Unit::Turns,
            Quality::Drama => Unit::Index,
            Quality::FreeTurns | Quality::Interaction => Unit::Part,
            Quality::Deficit | Quality::LuckSpread => Unit::Points,
            Quality::LeaderWins | Quality::LuckiestWins => Unit::Share,
            Quality::DrawSize => Unit::PointsOfDraw,
        };
        Response::new(
            quality.name(),
            quality.topic(),
            unit,
            ResponseKind::Quality(quality),
        )
    }

    /// Returns the responses about how games go, which only studies that ask for them have.
    fn on_request() -> impl Iterator<Item = Response> {
        let topic = Topic::RelativeCloseness;
        let relative = Response::new(
            "relative_margin",
            topic,
            Unit::Part,
            ResponseKind::RelativeMargin,
        );
        Quality::ALL
            .into_iter()
            .map(Response::of_quality)
            .chain([relative])
    }

    /// Returns the number of parts into which each sixtieth of the value is divided.
    pub(super) fn parts(&self) -> i64 {
        match self.what {
            ResponseKind::RelativeMargin => PARTS,
            ResponseKind::Quality(quality) if quality.is_fraction() => PARTS,
            _ => 1,
        }
    }

    /// Returns the value in sixtieths, in which halves, thirds, quarters and fifths are whole numbers, or in the
    /// [`Response::parts`] of these.
    pub(super) fn value(&self, game: &GameResult, seat: usize) -> i64 {
        match &self.what {
            ResponseKind::MeanScore => mean(&game.seats, |s| s.score.into()),
            ResponseKind::WinningMargin => WHOLE * i64::from(game.winning_margin()),
            ResponseKind::Turns => WHOLE * i64::from(game.turns),
            ResponseKind::Completed(of) => WHOLE * sum(&game.values, of),
            ResponseKind::Mean(of) => mean(&game.seats, |s| sum(&s.values, of)),
            ResponseKind::Above(of) => {
                let own = sum(&game.seats[seat].values, of);
                let all: i64 = game.seats.iter().map(|s| sum(&s.values, of)).sum();
                WHOLE * own - (all - own) * (WHOLE / (game.seats.len() as i64 - 1))
            }
            ResponseKind::FirstSeat => advantage(game, 0),
            ResponseKind::Advantage => advantage(game, seat),
            ResponseKind::RelativeMargin => {
                let best: i64 = game.seats.iter().map(|s| s.score.into()).max().unwrap_or(0);
                let margin = WHOLE * PARTS * i64::from(game.winning_margin());
                if best == 0 {
                    0
                } else {
                    (2 * margin + best) / (2 * best)
                }
            }
            ResponseKind::Quality(quality @ (Quality::LeaderWins | Quality::LuckiestWins)) => {
                let won = WHOLE * i64::from(game.quality[*quality as usize]);
                won - PARTS * game.fair_share()
            }
            ResponseKind::Quality(quality) => WHOLE * i64::from(game.quality[*quality as usize]),
            ResponseKind::Score => WHOLE * i64::from(game.seats[seat].score),
            ResponseKind::ScoreOfOthers => {
                let others = game
                    .seats
                    .iter()
                    .enumerate()
                    .filter(|&(other, _)| other != seat);
                others.map(|(_, s)| i64::from(s.score)).sum::<i64>()
                    * (WHOLE / (game.seats.len() as i64 - 1))
            }
        }
    }

    /// Returns the part of a seat's luck that is in the value, in its unit; 0 if the value is not that of one seat.
    pub(super) fn luck(&self, of: &LuckCoefficients, luck: Luck) -> f64 {
        match &self.what {
            ResponseKind::FirstSeat | ResponseKind::Advantage => luck.in_share(of),
            ResponseKind::Score => luck.in_score(of),
            ResponseKind::ScoreOfOthers => luck.in_score_of_others(of),
            ResponseKind::MeanScore
            | ResponseKind::WinningMargin
            | ResponseKind::Turns
            | ResponseKind::RelativeMargin
            | ResponseKind::Quality(_)
            | ResponseKind::Completed(_)
            | ResponseKind::Mean(_)
            | ResponseKind::Above(_) => 0.0,
        }
    }

    /// True if the response makes sense for this kind of question: what a seat does more often than others only for habits,
    /// and what others score only for restrictions.
    pub(super) fn fits(&self, question: QuestionKind) -> bool {
        match self.what {
            ResponseKind::Above(_) => question == QuestionKind::Habit,
            ResponseKind::ScoreOfOthers => question == QuestionKind::Restriction,
            _ => true,
        }
    }

    /// True if the value is a share of the win: it needs games that somebody won.
    pub(super) fn is_of_wins(&self) -> bool {
        matches!(
            self.what,
            ResponseKind::FirstSeat
                | ResponseKind::Advantage
                | ResponseKind::Quality(Quality::LeaderWins | Quality::LuckiestWins)
        )
    }

    /// True if the value is that of one seat and contains that seat's luck.
    pub(super) fn is_of_a_seat(&self) -> bool {
        matches!(
            self.what,
            ResponseKind::FirstSeat
                | ResponseKind::Advantage
                | ResponseKind::Score
                | ResponseKind::ScoreOfOthers
        )
    }
}

/// Unit of a response, for margins and for printing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Unit {
    /// Shares of a win, 0 to 1.
    Share,
    /// Shares of something else, 0 to 1.
    Part,
    /// A number from 0 to 1 that is not a share.
    Index,
    #[default]
    Points,
    /// Points by which one draw differs from another.
    PointsOfDraw,
    Turns,
    Features,
    /// Occurrences of an action.
    Times,
    /// Possible moves or turns.
    Choices,
}

impl Unit {
    /// Returns the unit of the response with this name.
    pub fn of(schema: &ResultSchema, name: &str) -> Unit {
        let views = [View::Table, View::Seat(0), View::Alone].into_iter();
        let mut all = views
            .flat_map(|view| view.responses(schema, &[]))
            .chain(Response::on_request());
        all.find(|response| response.name == name)
            .map_or_else(Unit::default, |response| response.unit)
    }

    /// Returns the largest difference that is too small to matter.
    pub fn margin(self, margins: Margins) -> f64 {
        match self {
            unit if unit.is_within_one() => margins.shares,
            // A game has dozens of draws, so a tenth of a point each is a lot.
            Unit::PointsOfDraw => margins.points / DRAWS_OF_MARGIN,
            _ => margins.points,
        }
    }

    /// Returns the number of decimals to print.
    pub fn digits(self) -> usize {
        if self.is_within_one() { 4 } else { 2 }
    }

    /// True for shares, which people read as percentages.
    pub fn is_share(self) -> bool {
        matches!(self, Unit::Share | Unit::Part)
    }

    /// True if values are between 0 and 1.
    pub fn is_within_one(self) -> bool {
        self.is_share() || self == Unit::Index
    }
}

/// Number of draws that together may differ by the margin of points.
const DRAWS_OF_MARGIN: f64 = 10.0;

/// Sixtieths in a whole.
pub(super) const WHOLE: i64 = WHOLE_WIN as i64;

/// Returns the sum of these values.
fn sum(values: &[u16], of: &Range<usize>) -> i64 {
    values[of.clone()]
        .iter()
        .map(|&value| i64::from(value))
        .sum()
}

/// Returns the mean of a value over seats, in sixtieths.
fn mean(seats: &[SeatResult], value: impl Fn(&SeatResult) -> i64) -> i64 {
    seats.iter().map(value).sum::<i64>() * (WHOLE / seats.len() as i64)
}

/// Returns a seat's share of the win minus that of equals, in sixtieths; 0 if nobody wins.
fn advantage(game: &GameResult, seat: usize) -> i64 {
    i64::from(game.seats[seat].win_share) - game.fair_share()
}

/// Response of an agent alone against a weaker one: its win share minus that of equals.
pub const SKILL: &str = "skill";

impl View {
    /// Returns the responses of a game in a study about these topics, in the order of topics. If an agent plays against itself,
    /// points are averaged over the seats.
    pub fn responses(self, schema: &ResultSchema, about: &[Topic]) -> Vec<Response> {
        match self {
            View::Table => {
                let mut all = vec![
                    Response::new(
                        "first_seat",
                        Topic::Seats,
                        Unit::Share,
                        ResponseKind::FirstSeat,
                    ),
                    Response::new(
                        "winning_margin",
                        Topic::Closeness,
                        Unit::Points,
                        ResponseKind::WinningMargin,
                    ),
                    Response::new("turns", Topic::Length, Unit::Turns, ResponseKind::Turns),
                    Response::new(
                        "score",
                        Topic::Points,
                        Unit::Points,
                        ResponseKind::MeanScore,
                    ),
                ];
                all.extend(
                    schema
                        .sources()
                        .iter()
                        .map(|source| Response::mean_of(schema, Topic::Sources, source)),
                );
                let completed = schema.completed();
                if !completed.is_empty() {
                    let completed = ResponseKind::Completed(completed);
                    all.push(Response::new(
                        "completed",
                        Topic::Use,
                        Unit::Features,
                        completed,
                    ));
                }
                all.extend(
                    schema
                        .actions()
                        .map(|action| Response::mean_of(schema, Topic::Use, action)),
                );
                all.extend(
                    Response::on_request().filter(|response| about.contains(&response.topic)),
                );
                all
            }
            View::Seat(_) => vec![
                Response::new(
                    "win_share",
                    Topic::Loss,
                    Unit::Share,
                    ResponseKind::Advantage,
                ),
                Response::new("score", Topic::Loss, Unit::Points, ResponseKind::Score),
                Response::new(
                    "score_of_others",
                    Topic::Loss,
                    Unit::Points,
                    ResponseKind::ScoreOfOthers,
                ),
            ],
            View::Alone => {
                let done = schema
                    .actions()
                    .chain(schema.roles().map(|(column, _)| column))
                    .map(|column| {
                        Response::of_column(
                            Topic::Use,
                            column,
                            ResponseKind::Above(schema.values_of(column)),
                        )
                    });
                let skill =
                    Response::new(SKILL, Topic::Skill, Unit::Share, ResponseKind::Advantage);
                [skill].into_iter().chain(done).collect()
            }
        }
    }
}
