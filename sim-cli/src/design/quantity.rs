//! Quantities that a designer can ask for, each read off the results of games.

use std::fmt;
use std::str::FromStr;

use goldrush_engine::game::WHOLE_WIN;

use goldrush_games::GameName;
use goldrush_games::schema::ResultSchema;
use goldrush_harness::sim::result::{GameResult, SeatResult};

/// Quantity of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// Win share of the first seat among equal bots.
    FirstSeat,
    /// Win share of the stronger bot, alone against weaker ones.
    Skill,
    /// Lead of the winner, in points.
    Lead,
    /// Points per player.
    Points,
    /// Turns per game.
    Turns,
    /// Mean per player of a column of the tables, by its name.
    Column(&'static str),
}

/// Names of the quantities of all games.
const NAMES: [(&str, Quantity); 5] = [
    ("first-seat", Quantity::FirstSeat),
    ("skill", Quantity::Skill),
    ("lead", Quantity::Lead),
    ("points", Quantity::Points),
    ("turns", Quantity::Turns),
];

impl Quantity {
    /// Returns the quantity of this name in a game.
    ///
    /// # Errors
    /// If there is none; lists those that there are.
    pub fn find(name: &str, game: GameName) -> Result<Quantity, String> {
        if let Ok(known) = name.parse() {
            return Ok(known);
        }
        let mut columns = Vec::new();
        for column in game.schema().stored() {
            let column_name = column.name.replace('_', "-");
            if column_name == name {
                return Ok(Quantity::Column(column.name));
            }
            columns.push(column_name);
        }
        let names = NAMES.map(|(name, _)| name).join(", ");
        Err(format!(
            "\"{name}\" is not measured; {names} and these means per player are: {}",
            columns.join(", ")
        ))
    }

    /// Returns what it says of a game, before a value: `the first seat wins`.
    pub fn words(self) -> String {
        match self {
            Quantity::FirstSeat => "the first seat wins".into(),
            Quantity::Skill => "the stronger bot wins".into(),
            Quantity::Lead => "the winner leads by".into(),
            Quantity::Points => "players score".into(),
            Quantity::Turns => "turns:".into(),
            Quantity::Column(name) => format!("{}:", name.replace('_', " ")),
        }
    }

    /// True for shares of games, which are given in percent.
    pub fn is_share(self) -> bool {
        matches!(self, Quantity::FirstSeat | Quantity::Skill)
    }

    /// Returns the size of a change that a designer would notice: a percentage point, a point, a turn.
    pub fn unit(self) -> f64 {
        if self.is_share() { 0.01 } else { 1.0 }
    }

    /// True if it is measured in games between a stronger bot and weaker ones.
    pub fn is_of_pair(self) -> bool {
        self == Quantity::Skill
    }

    /// Returns the value in a game; `alone` is the seat of the stronger bot.
    pub(super) fn of(self, schema: &ResultSchema, game: &GameResult, alone: usize) -> f64 {
        match self {
            Quantity::FirstSeat => win_share(&game.seats[0]),
            Quantity::Skill => win_share(&game.seats[alone]),
            Quantity::Lead => game
                .seats
                .iter()
                .map(|seat| f64::from(seat.margin))
                .fold(0.0, f64::max),
            Quantity::Points => mean(game, |seat| seat.score.into()),
            Quantity::Turns => game.turns.into(),
            Quantity::Column(name) => {
                let column = schema.column(name).expect("the column is in the schema");
                let values = schema.values_of(column);
                mean(game, |seat| {
                    seat.values[values.clone()]
                        .iter()
                        .map(|value| f64::from(*value))
                        .sum()
                })
            }
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Quantity::Column(name) => f.pad(&name.replace('_', "-")),
            _ => f.pad(
                NAMES
                    .iter()
                    .find(|(_, quantity)| quantity == self)
                    .map_or("", |(name, _)| name),
            ),
        }
    }
}

impl FromStr for Quantity {
    type Err = String;
    fn from_str(name: &str) -> Result<Quantity, String> {
        let found = NAMES.iter().find(|(known, _)| *known == name);
        found
            .map(|(_, quantity)| *quantity)
            .ok_or_else(|| format!("\"{name}\" is not measured in every game"))
    }
}

fn win_share(seat: &SeatResult) -> f64 {
    f64::from(seat.win_share) / f64::from(WHOLE_WIN)
}

fn mean(game: &GameResult, value: impl Fn(&SeatResult) -> f64) -> f64 {
    game.seats.iter().map(value).sum::<f64>() / game.seats.len() as f64
}
