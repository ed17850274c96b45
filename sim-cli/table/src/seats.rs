//! The occupants of the seats, people at this terminal or bots, and their titles; also builds agents from their names.

use std::fmt;

use goldrush_ai::environment::{Clock, Environment};
use goldrush_ai::registry::{BoxedAgent, Roster, Spec as BuiltIn, SpecError};
use goldrush_engine::player::{Player, PlayerSet};
use goldrush_engine::record::{HUMAN, Heading};

use goldrush_games::GameName;
use goldrush_games::viewer::{Viewer, count};
use goldrush_harness::study::lineup::split_names;
use goldrush_harness::study::spec::Spec;
use goldrush_harness::surroundings::environment;
use goldrush_support::error::bad_input;
use goldrush_support::printable::printable;

use super::person_name::names_of_option;

/// The occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatOccupant {
    /// A person at this terminal.
    Human,
    Bot(Spec),
}

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
pub struct Seats {
    occupants: Vec<SeatOccupant>,
    /// Names of people by seat, as far as they are known.
    names: Vec<Option<String>>,
    /// Titles of seats in which bots play for others.
    titles: Vec<Option<String>>,
}

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
        Ok(Seats::of(occupants))
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
            2..=5 => Ok(Seats::of(occupants)),
            n => Err(bad_input(format!(
                "--agents: {n} agents; two to five are possible"
            ))),
        }
    }

    /// Parses the occupants in a file.
    ///
    /// # Errors
    /// Fails if one is unknown.
    pub fn of_occupants(game: GameName, names: &[String]) -> Result<Seats, SpecError> {
        names
            .iter()
            .map(|name| SeatOccupant::read(game, name))
            .collect::<Result<_, _>>()
            .map(Seats::of)
    }

    /// Parses the seats of a record.
    ///
    /// # Errors
    /// Fails if an occupant is unknown.
    pub fn of_heading(game: GameName, heading: &Heading) -> Result<Seats, SpecError> {
        let mut seats = Seats::of_occupants(game, &heading.seats)?;
        for seat in heading.named_people().iter() {
            seats.names[seat.index()] = Some(heading.names[seat.index()].clone());
        }
        Ok(seats)
    }

    /// Seats a person in one seat of a recorded game, and the same bots as in the game in the others; `stand_in` is the name of the
    /// bot that plays for people, and for bots that do not come with the program, under their names.
    ///
    /// # Errors
    /// Fails if there is no such bot.
    pub(super) fn against_those_of(
        game: GameName,
        heading: &Heading,
        own: Player,
        stand_in: &str,
    ) -> Result<Seats, SpecError> {
        let names = heading.names();
        let mut occupants = Vec::new();
        let mut titles = Vec::new();
        for (seat, name) in Player::all(heading.seats.len()).zip(&heading.seats) {
            let same = SeatOccupant::read(game, name).ok();
            let same = same.filter(|one| matches!(one, SeatOccupant::Bot(Spec::BuiltIn(_))));
            titles.push((seat != own && same.is_none()).then(|| names[seat.index()].clone()));
            occupants.push(match same {
                _ if seat == own => SeatOccupant::Human,
                Some(same) => same,
                None => SeatOccupant::read(game, stand_in)?,
            });
        }
        Ok(Seats {
            titles,
            ..Seats::of(occupants)
        })
    }

    fn of(occupants: Vec<SeatOccupant>) -> Seats {
        Seats {
            names: vec![None; occupants.len()],
            titles: vec![None; occupants.len()],
            occupants,
        }
    }

    /// Returns seats that are all taken by people.
    pub fn of_people(players: usize) -> Seats {
        Seats::of(vec![SeatOccupant::Human; players])
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.occupants.len()
    }

    /// The occupant of a seat.
    pub fn occupant(&self, seat: Player) -> &SeatOccupant {
        &self.occupants[seat.index()]
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

    /// The occupants, as a file has them.
    pub fn occupants(&self) -> Vec<String> {
        self.occupants.iter().map(ToString::to_string).collect()
    }

    /// The names of people by seat, as far as they are known.
    pub fn names(&self) -> &[Option<String>] {
        &self.names
    }

    /// Names the people by seat; `None` where nobody is known.
    pub fn set_names(&mut self, names: Vec<Option<String>>) {
        self.names = names;
        self.names.resize(self.players(), None);
    }

    /// Names the people as the option `--names` says, in the order of their seats.
    ///
    /// # Errors
    /// Bad input if a name is not allowed, or there are more names than people.
    pub fn name_people(&mut self, option: &str) -> anyhow::Result<()> {
        let names = names_of_option(option)?;
        let people = self.humans();
        if names.len() > people.len() {
            return Err(bad_input(format!(
                "--names: {} names, but {} in the game",
                names.len(),
                count(people.len(), "person").replace("persons", "people")
            )));
        }
        for (seat, name) in people.iter().zip(names) {
            self.names[seat.index()] = Some(name);
        }
        Ok(())
    }

    /// The seat of the person of this name.
    pub fn seat_of(&self, name: &str) -> Option<Player> {
        let mut seats = self.named().iter();
        seats.find(|seat| self.names[seat.index()].as_deref() == Some(name))
    }

    /// The seats of people whose names are known.
    pub fn named(&self) -> PlayerSet {
        self.humans()
            .iter()
            .filter(|seat| self.names[seat.index()].is_some())
            .collect()
    }

    /// The titles of the seats for a file; empty if no names are known.
    pub fn kept_names(&self) -> Vec<String> {
        let kept = self.occupants().into_iter().zip(&self.names);
        kept.filter(|_| !self.named().is_empty())
            .map(|(occupant, name)| name.clone().unwrap_or(occupant))
            .collect()
    }

    /// Title of a seat in the table of seats: the person's name, `you`, `human` or the bot's name; for a command, its
    /// program's name only.
    pub fn title(&self, seat: Player) -> String {
        if let Some(name) = self.names[seat.index()]
            .as_ref()
            .filter(|_| self.is_human(seat))
        {
            return name.clone();
        }
        if let Some(title) = &self.titles[seat.index()] {
            return title.clone();
        }
        match self.occupant(seat) {
            _ if self.only_human() == Some(seat) => "you".into(),
            SeatOccupant::Bot(Spec::Command(command)) => printable(program(&command.line)),
            occupant => occupant.to_string(),
        }
    }

    /// The titles of the seats.
    pub fn titles(&self) -> Vec<String> {
        Player::all(self.players())
            .map(|seat| self.title(seat))
            .collect()
    }

    /// The viewer for the people at this terminal; `assist` marks what they have seen. With bots only, the viewer sees
    /// everything.
    pub fn viewer(&self, assist: bool) -> Viewer {
        let viewer = match self.humans() {
            none if none.is_empty() => Viewer::open(self.titles()),
            people => Viewer::at_terminal(self.titles(), people, assist),
        };
        viewer.calling(self.named())
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
            seats.occupants(),
            ["level1", "human", "rollout:playouts=9,depth=2"]
        );
        assert_eq!(seats.only_human(), Player::new(1));
        assert_eq!(
            Seats::of_occupants(GameName::GoldRush, &seats.occupants()).unwrap(),
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
            with_command.occupants(),
            [
                "human",
                "exec:\"python3 -u bots/a.py -x 1,2\"",
                "level1",
                "exec:mybot"
            ]
        );
        assert_eq!(
            Seats::of_occupants(GameName::GoldRush, &with_command.occupants()).unwrap(),
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
