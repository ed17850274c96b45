//! Quantities that a designer can ask for, each read off the results of games.

use std::fmt;

use goldrush_engine::game::WHOLE_WIN;
use goldrush_engine::player::MAX_PLAYERS;
use goldrush_games::GameName;
use goldrush_games::quality::{PARTS, Quality};
use goldrush_games::schema::ResultSchema;
use goldrush_harness::sim::result::{GameResult, SeatResult};
use goldrush_report::number::number;
use goldrush_report::words::ordinal;

/// Quantity of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Quantity {
    /// Win share of a seat, from 0, among equal bots.
    Seat(usize),
    /// Win share of the stronger bot of a pair, of all pairs of a ladder the one that most pairs reach.
    Skill,
    /// Win share of a bot, alone against others.
    Duel(Pair),
    /// Lead of the winner, in points.
    Lead,
    /// Lead of the winner as a share of the winner's points.
    RelativeLead,
    /// Points per player.
    Points,
    /// Turns per game.
    Turns,
    /// Mean per player of a column of the tables, by its name.
    Column(&'static str),
    /// Measure of how games go.
    Course(Quality),
}

/// A bot that sits alone among others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// The bot that sits alone.
    pub stronger: String,
    /// The bot in all other seats.
    pub weaker: String,
}

/// Names of the quantities of all games, besides those of seats.
const NAMES: [(&str, Quantity); 5] = [
    ("skill", Quantity::Skill),
    ("lead", Quantity::Lead),
    ("relative-lead", Quantity::RelativeLead),
    ("points", Quantity::Points),
    ("turns", Quantity::Turns),
];

impl Quantity {
    /// Returns the quantity of this name in a game.
    ///
    /// # Errors
    /// If there is none; lists those that there are.
    pub fn find(name: &str, game: GameName) -> Result<Quantity, String> {
        if let Some((stronger, weaker)) = name.split_once('>') {
            return Quantity::duel(stronger.trim(), weaker.trim(), game);
        }
        if let Some((_, known)) = NAMES.iter().find(|(known, _)| *known == name) {
            return Ok(known.clone());
        }
        if let Some(seat) = (0..MAX_PLAYERS).find(|seat| seat_name(*seat) == name) {
            return Ok(Quantity::Seat(seat));
        }
        let mut measures = Quality::ALL.into_iter();
        if let Some(quality) = measures.find(|quality| course_name(*quality) == name) {
            return Ok(Quantity::Course(quality));
        }
        let mut columns = game.schema().stored();
        if let Some(column) = columns.find(|column| column.name.replace('_', "-") == name) {
            return Ok(Quantity::Column(column.name));
        }
        Err(format!(
            "\"{name}\" is not measured; {}, BOT>BOT (level7>level4), and these means per player are: {}",
            measured().join(", "),
            columns_of(game).join(", ")
        ))
    }

    fn duel(stronger: &str, weaker: &str, game: GameName) -> Result<Quantity, String> {
        for name in [stronger, weaker] {
            game.read_agent(name).map_err(|e| e.to_string())?;
        }
        if stronger == weaker {
            return Err(format!(
                "{stronger}>{weaker}: a bot wins its fair share against itself; two bots are expected"
            ));
        }
        let [stronger, weaker] = [stronger, weaker].map(str::to_owned);
        Ok(Quantity::Duel(Pair { stronger, weaker }))
    }

    /// Returns what it says of a game, before a value: `the first seat wins`.
    pub fn words(&self) -> String {
        match self {
            Quantity::Seat(seat) => format!("the {} seat wins", ordinal(*seat)),
            Quantity::Skill => "in most pairs of bots the stronger one wins at least".into(),
            Quantity::Duel(Pair { stronger, weaker }) => {
                format!("{stronger} alone against {weaker} wins")
            }
            Quantity::Lead => "the winner leads by".into(),
            Quantity::RelativeLead => "the winner's lead, as a share of its points, is".into(),
            Quantity::Points => "players score".into(),
            Quantity::Turns => "turns:".into(),
            Quantity::Column(name) => format!("{}:", name.replace('_', " ")),
            Quantity::Course(quality) => format!("{}:", quality.name().replace('_', " ")),
        }
    }

    /// True for shares of games or points, which are given in percent.
    pub fn is_share(&self) -> bool {
        match self {
            Quantity::Seat(_) | Quantity::Skill | Quantity::Duel(_) | Quantity::RelativeLead => {
                true
            }
            Quantity::Course(quality) => {
                use Quality::{FreeTurns, Interaction, LeaderWins, LuckiestWins};
                matches!(quality, LeaderWins | Interaction | FreeTurns | LuckiestWins)
            }
            Quantity::Lead | Quantity::Points | Quantity::Turns | Quantity::Column(_) => false,
        }
    }

    /// Returns the size of a change that a designer would notice: a percentage point, a point, a turn, a tenth of a change of
    /// the lead.
    pub fn unit(&self) -> f64 {
        match self {
            Quantity::Course(Quality::Drama) => 0.01,
            Quantity::Course(Quality::LeadChanges | Quality::NearEqual | Quality::DrawSize) => 0.1,
            _ if self.is_share() => 0.01,
            _ => 1.0,
        }
    }

    /// Returns the number of decimals that are shown.
    pub fn decimals(&self) -> usize {
        match self {
            Quantity::Course(Quality::Drama) => 3,
            Quantity::Course(Quality::LeadChanges | Quality::NearEqual | Quality::DrawSize) => 2,
            _ => 1,
        }
    }

    /// Formats a value.
    pub fn value(&self, value: f64) -> String {
        if self.is_share() {
            format!("{}%", number(100.0 * value, self.decimals()))
        } else {
            number(value, self.decimals())
        }
    }

    /// Returns the bots that play, if it is measured in games of one bot against others.
    pub fn pair(&self) -> Option<&Pair> {
        match self {
            Quantity::Duel(pair) => Some(pair),
            _ => None,
        }
    }

    /// Returns the value in a game; `alone` is the seat of the bot that sits alone.
    pub(super) fn of(&self, schema: &ResultSchema, game: &GameResult, alone: usize) -> f64 {
        match self {
            Quantity::Seat(seat) => win_share(&game.seats[*seat]),
            Quantity::Skill | Quantity::Duel(_) => win_share(&game.seats[alone]),
            Quantity::Lead => lead(game),
            Quantity::RelativeLead => {
                let most = game.seats.iter().map(|seat| seat.score).max();
                lead(game) / f64::from(most.unwrap_or_default().max(1))
            }
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
            Quantity::Course(quality) => {
                let value = f64::from(game.quality[*quality as usize]);
                if quality.is_fraction() {
                    value / PARTS as f64
                } else {
                    value
                }
            }
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Quantity::Seat(seat) => f.pad(&seat_name(*seat)),
            Quantity::Duel(pair) => f.pad(&pair.to_string()),
            Quantity::Column(name) => f.pad(&name.replace('_', "-")),
            Quantity::Course(quality) => f.pad(&course_name(*quality)),
            _ => f.pad(
                NAMES
                    .iter()
                    .find(|(_, quantity)| quantity == self)
                    .map_or("", |(name, _)| name),
            ),
        }
    }
}

impl Pair {
    /// Returns the pair in words: `level7 against greedy`.
    pub fn words(&self) -> String {
        format!("{} against {}", self.stronger, self.weaker)
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}>{}", self.stronger, self.weaker)
    }
}

/// Returns the names of all quantities of a game, besides those of one bot against another and of later seats.
pub fn names(game: GameName) -> Vec<String> {
    let mut names = measured();
    names.extend(columns_of(game));
    names
}

/// Returns the names of the quantities that every game has.
fn measured() -> Vec<String> {
    let mut names: Vec<String> = vec![seat_name(0)];
    names.extend(NAMES.map(|(name, _)| name.to_owned()));
    names.extend(Quality::ALL.into_iter().map(course_name));
    names
}

/// Returns the names of the columns of a game.
fn columns_of(game: GameName) -> Vec<String> {
    let columns = game.schema().stored();
    columns
        .map(|column| column.name.replace('_', "-"))
        .collect()
}

fn seat_name(seat: usize) -> String {
    format!("{}-seat", ordinal(seat))
}

fn course_name(quality: Quality) -> String {
    quality.name().replace('_', "-")
}

fn win_share(seat: &SeatResult) -> f64 {
    f64::from(seat.win_share) / f64::from(WHOLE_WIN)
}

/// Returns the winner's lead in points.
fn lead(game: &GameResult) -> f64 {
    game.seats
        .iter()
        .map(|seat| f64::from(seat.margin))
        .fold(0.0, f64::max)
}

fn mean(game: &GameResult, value: impl Fn(&SeatResult) -> f64) -> f64 {
    game.seats.iter().map(value).sum::<f64>() / game.seats.len() as f64
}
