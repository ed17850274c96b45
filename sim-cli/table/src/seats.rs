//! The occupants of the seats, people at this terminal or bots, and their titles; also builds agents from their names.

use std::fmt;

use goldrush_ai::environment::{Clock, Environment};
use goldrush_ai::registry::{BoxedAgent, Roster, Spec as BuiltIn, SpecError};
use goldrush_engine::player::{Player, PlayerSet};

use goldrush_games::GameName;
use goldrush_games::viewer::Viewer;
use goldrush_harness::study::lineup::split_names;
use goldrush_harness::study::spec::Spec;
use goldrush_harness::surroundings::environment;
use goldrush_support::error::bad_input;
use goldrush_support::printable::printable;

/// The occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatOccupant {
    /// A person at this terminal.
    Human,
    Bot(Spec),
}

const HUMAN: &str = "human";

/// Name of the bot that plays against a person who names none, and for a person who is away.
pub const DEFAULT_BOT: &str = "level4";

impl fmt::Display for SeatOccupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatOccupant::Human => f.write_str(HUMAN),
            SeatOccupant::Bot(spec) => spec.fmt(f),
        }
    }
}

impl SeatOccupant {
    /// Returns the command of a bot that runs as a child process.
    pub fn command(&self) -> Option<&str> {
        match self {
            SeatOccupant::Bot(Spec::Command(command)) => Some(&command.line),
            SeatOccupant::Bot(Spec::BuiltIn(_)) | SeatOccupant::Human => None,
        }
    }

    /// Parses the occupant of a seat from its name.
    ///
    /// # Errors
    /// Fails if the game has no such agent; the message lists valid names.
    pub fn read(game: GameName, text: &str) -> Result<SeatOccupant, SpecError> {
        if text == HUMAN {
            Ok(SeatOccupant::Human)
        } else {
            Spec::read(game, text).map(SeatOccupant::Bot)
        }
    }
}

/// Builds a built-in agent, with `clock` in place of the usual clock if it may be hurried.
pub fn agent<G: Roster>(spec: &BuiltIn, players: usize, clock: Option<Clock>) -> BoxedAgent<G> {
    let env = environment(players);
    spec.build::<G>(&Environment {
        clock: clock.unwrap_or(env.clock),
        ..env
    })
}

/// All seats of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seats(Vec<SeatOccupant>);

impl Seats {
    /// Parses the option `--opponents`: a person in seat `seat`, and the opponents in the other seats in their order.
    ///
    /// # Errors
    /// Bad input if an opponent is unknown, there are not one to four, or there is no such seat.
    pub fn of_options(game: GameName, opponents: &str, seat: usize) -> anyhow::Result<Seats> {
        let mut occupants = Vec::new();
        for name in split_names(opponents) {
            let occupant = SeatOccupant::read(game, name.trim());
            occupants.push(occupant.map_err(|e| bad_input(format!("--opponents: {e}")))?);
        }
        if occupants.len() > 4 {
            return Err(bad_input(format!(
                "--opponents: {} opponents; one to four are possible",
                occupants.len()
            )));
        }
        if seat > occupants.len() {
            return Err(bad_input(format!(
                "--seat {seat}: the game has seats 0 to {}",
                occupants.len()
            )));
        }
        occupants.insert(seat, SeatOccupant::Human);
        Ok(Seats(occupants))
    }

    /// Parses the option `--agents`: bots only.
    ///
    /// # Errors
    /// Bad input if an agent is unknown, or there are not two to five.
    pub fn of_agents(game: GameName, agents: &str) -> anyhow::Result<Seats> {
        let mut occupants = Vec::new();
        for name in split_names(agents) {
            let spec = Spec::read(game, name.trim());
            let spec = spec.map_err(|e| bad_input(format!("--agents: {e}")))?;
            occupants.push(SeatOccupant::Bot(spec));
        }
        match occupants.len() {
            2..=5 => Ok(Seats(occupants)),
            n => Err(bad_input(format!(
                "--agents: {n} agents; two to five are possible"
            ))),
        }
    }

    /// Parses the names in a file.
    ///
    /// # Errors
    /// Fails if a name is unknown.
    pub fn of_names(game: GameName, names: &[String]) -> Result<Seats, SpecError> {
        names
            .iter()
            .map(|name| SeatOccupant::read(game, name))
            .collect::<Result<_, _>>()
            .map(Seats)
    }

    /// Returns seats that are all taken by people.
    pub fn of_people(players: usize) -> Seats {
        Seats(vec![SeatOccupant::Human; players])
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.0.len()
    }

    /// The occupant of a seat.
    pub fn occupant(&self, seat: Player) -> &SeatOccupant {
        &self.0[seat.index()]
    }

    /// True if a person sits there.
    pub fn is_human(&self, seat: Player) -> bool {
        *self.occupant(seat) == SeatOccupant::Human
    }

    /// The seats of people.
    pub fn humans(&self) -> PlayerSet {
        Player::all(self.players())
            .filter(|&seat| self.is_human(seat))
            .collect()
    }

    /// Seat of the only person at this terminal; `None` if there are several people, or only bots.
    pub fn only_human(&self) -> Option<Player> {
        let humans = self.humans();
        humans.iter().next().filter(|_| humans.len() == 1)
    }

    /// The names of the occupants, as a file has them.
    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }

    /// Title of a seat in the table of seats: `you`, `human` or the bot's name; for a command, its program's name only.
    pub fn title(&self, seat: Player) -> String {
        match self.occupant(seat) {
            _ if self.only_human() == Some(seat) => "you".into(),
            SeatOccupant::Bot(Spec::Command(command)) => printable(program(&command.line)),
            occupant => occupant.to_string(),
        }
    }

    /// The viewer for the people at this terminal; `assist` marks what they have seen. With bots only, the viewer sees
    /// everything.
    pub fn viewer(&self, assist: bool) -> Viewer {
        let titles = Player::all(self.players())
            .map(|seat| self.title(seat))
            .collect();
        match self.humans() {
            none if none.is_empty() => Viewer::open(titles),
            people => Viewer::at_terminal(titles, people, assist),
        }
    }
}

/// Returns the name of the file that a command runs: its first word that looks like a file, or else its first word.
fn program(command: &str) -> String {
    let mut words = command.split_whitespace();
    let word = words
        .clone()
        .find(|word| word.contains(['.', '/']))
        .or_else(|| words.next())
        .unwrap_or(command);
    let name = word
        .rsplit('/')
        .find(|part| !part.is_empty())
        .unwrap_or(word);
    name.trim_matches(['"', '\'']).chars().take(24).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_person_sits_in_the_seat_asked_for() {
        let seats =
            Seats::of_options(GameName::GoldRush, "level1,rollout:playouts=9,depth=2", 1).unwrap();
        assert_eq!(
            seats.names(),
            ["level1", "human", "rollout:playouts=9,depth=2"]
        );
        assert_eq!(seats.only_human(), Player::new(1));
        assert_eq!(
            Seats::of_names(GameName::GoldRush, &seats.names()).unwrap(),
            seats
        );
        let several = Seats::of_options(GameName::GoldRush, "human", 0).unwrap();
        assert_eq!((several.only_human(), several.humans().len()), (None, 2));
        let with_command = Seats::of_options(
            GameName::GoldRush,
            "exec:\"python3 -u bots/a.py -x 1,2\",level1,exec:mybot",
            0,
        )
        .unwrap();
        assert_eq!(
            with_command.names(),
            [
                "human",
                "exec:\"python3 -u bots/a.py -x 1,2\"",
                "level1",
                "exec:mybot"
            ]
        );
        assert_eq!(
            Seats::of_names(GameName::GoldRush, &with_command.names()).unwrap(),
            with_command
        );
        let titles = Player::all(4)
            .map(|seat| with_command.title(seat))
            .collect::<Vec<_>>();
        assert_eq!(titles, ["you", "a.py", "level1", "mybot"]);
        for (opponents, seat) in [
            ("", 0),
            ("level99", 0),
            ("best,best,best,best,best", 0),
            ("best", 2),
        ] {
            assert!(
                Seats::of_options(GameName::GoldRush, opponents, seat).is_err(),
                "{opponents} {seat}"
            );
        }
    }
}
