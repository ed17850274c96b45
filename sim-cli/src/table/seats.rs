//! Who sits where: people at this terminal and bots; what they are called; and where an agent is built from its name.

use std::fmt;

use goldrush_ai::environment::{Clock, Environment};
use goldrush_ai::registry::{BoxedAgent, Roster, Spec as BuiltIn, SpecError};
use goldrush_engine::player::{Player, PlayerSet};

use crate::error::bad_input;
use crate::games::GameName;
use crate::games::viewer::Viewer;
use crate::printable::printable;
use crate::study::lineup::split_names;
use crate::study::spec::Spec;
use crate::surroundings::environment;

/// Who sits in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatOccupant {
    /// Somebody at this terminal.
    Human,
    /// A program.
    Bot(Spec),
}

const HUMAN: &str = "human";

impl fmt::Display for SeatOccupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SeatOccupant::Human => f.write_str(HUMAN),
            SeatOccupant::Bot(spec) => spec.fmt(f),
        }
    }
}

impl SeatOccupant {
    /// Reads who sits in a seat of a game.
    ///
    /// # Errors
    /// If the game has no such agent; says what would be right.
    pub fn read(game: GameName, text: &str) -> Result<SeatOccupant, SpecError> {
        if text == HUMAN { Ok(SeatOccupant::Human) } else { Spec::read(game, text).map(SeatOccupant::Bot) }
    }
}

/// The agent of this program of that name; with a clock of its own, if it may be hurried.
pub fn agent<G: Roster>(spec: &BuiltIn, players: usize, clock: Option<Clock>) -> BoxedAgent<G> {
    let around = environment(players);
    spec.build::<G>(&Environment { clock: clock.unwrap_or(around.clock), ..around })
}

/// All seats of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seats(Vec<SeatOccupant>);

impl Seats {
    /// From the option `--opponents`: a person in seat `seat`, the opponents in the others in their order.
    ///
    /// # Errors
    /// If one is unknown, there are not one to four, or there is no such seat: bad input.
    pub fn of_options(game: GameName, opponents: &str, seat: usize) -> anyhow::Result<Seats> {
        let read =
            |name: String| SeatOccupant::read(game, name.trim()).map_err(|e| bad_input(format!("--opponents: {e}")));
        let mut sitters = split_names(opponents).into_iter().map(read).collect::<Result<Vec<SeatOccupant>, _>>()?;
        if sitters.len() > 4 {
            return Err(bad_input(format!("--opponents: {} opponents; one to four are possible", sitters.len())));
        }
        if seat > sitters.len() {
            return Err(bad_input(format!("--seat {seat}: the game has seats 0 to {}", sitters.len())));
        }
        sitters.insert(seat, SeatOccupant::Human);
        Ok(Seats(sitters))
    }

    /// Bots alone, from the option `--agents`.
    ///
    /// # Errors
    /// If one is unknown, or there are not two to five: bad input.
    pub fn of_agents(game: GameName, agents: &str) -> anyhow::Result<Seats> {
        let read = |name: String| Spec::read(game, name.trim()).map_err(|e| bad_input(format!("--agents: {e}")));
        let sitters = split_names(agents).into_iter().map(|name| read(name).map(SeatOccupant::Bot));
        let sitters = sitters.collect::<Result<Vec<SeatOccupant>, _>>()?;
        match sitters.len() {
            2..=5 => Ok(Seats(sitters)),
            n => Err(bad_input(format!("--agents: {n} agents; two to five are possible"))),
        }
    }

    /// From the names in a file.
    ///
    /// # Errors
    /// If one is unknown.
    pub fn of_names(game: GameName, names: &[String]) -> Result<Seats, SpecError> {
        names.iter().map(|name| SeatOccupant::read(game, name)).collect::<Result<_, _>>().map(Seats)
    }

    /// How many there are.
    pub fn players(&self) -> usize {
        self.0.len()
    }

    /// Who sits in a seat.
    pub fn occupant(&self, seat: Player) -> &SeatOccupant {
        &self.0[seat.index()]
    }

    /// Whether a person sits there.
    pub fn is_human(&self, seat: Player) -> bool {
        *self.occupant(seat) == SeatOccupant::Human
    }

    /// The seats of people.
    pub fn humans(&self) -> PlayerSet {
        Player::all(self.players()).filter(|&seat| self.is_human(seat)).collect()
    }

    /// The only person at this terminal, if there is just one.
    pub fn only_human(&self) -> Option<Player> {
        let humans = self.humans();
        humans.iter().next().filter(|_| humans.len() == 1)
    }

    /// The seats' entries in a file.
    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }

    /// What the table of seats says: `you`, `human` or the bot; a command by its program alone.
    pub fn title(&self, seat: Player) -> String {
        match self.occupant(seat) {
            _ if self.only_human() == Some(seat) => "you".into(),
            SeatOccupant::Bot(Spec::Command(command)) => printable(program(&command.line)),
            occupant => occupant.to_string(),
        }
    }

    /// The eyes of the people at this terminal; `assist` if what was seen is to be marked. Whoever watches bots alone may
    /// see everything.
    pub fn viewer(&self, assist: bool) -> Viewer {
        let titles = Player::all(self.players()).map(|seat| self.title(seat)).collect();
        match self.humans() {
            nobody if nobody.is_empty() => Viewer::watching(titles),
            people => Viewer::at_terminal(titles, people, assist),
        }
    }
}

/// The name of the file that a command runs: the first word that looks like a file, or the first there is.
fn program(command: &str) -> String {
    let mut words = command.split_whitespace();
    let word = words.clone().find(|word| word.contains(['.', '/'])).or_else(|| words.next()).unwrap_or(command);
    let name = word.rsplit('/').find(|part| !part.is_empty()).unwrap_or(word);
    name.trim_matches(['"', '\'']).chars().take(24).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_person_sits_where_asked() {
        let seats = Seats::of_options(GameName::GoldRush, "level1,rollout:playouts=9,depth=2", 1).unwrap();
        assert_eq!(seats.names(), ["level1", "human", "rollout:playouts=9,depth=2"]);
        assert_eq!(seats.only_human(), Player::new(1));
        assert_eq!(Seats::of_names(GameName::GoldRush, &seats.names()).unwrap(), seats);
        let several = Seats::of_options(GameName::GoldRush, "human", 0).unwrap();
        assert_eq!((several.only_human(), several.humans().len()), (None, 2));
        let with_command =
            Seats::of_options(GameName::GoldRush, "exec:\"python3 -u bots/a.py -x 1,2\",level1,exec:mybot", 0).unwrap();
        assert_eq!(with_command.names(), ["human", "exec:\"python3 -u bots/a.py -x 1,2\"", "level1", "exec:mybot"]);
        assert_eq!(Seats::of_names(GameName::GoldRush, &with_command.names()).unwrap(), with_command);
        let titles = Player::all(4).map(|seat| with_command.title(seat)).collect::<Vec<_>>();
        assert_eq!(titles, ["you", "a.py", "level1", "mybot"]);
        for (opponents, seat) in [("", 0), ("level99", 0), ("best,best,best,best,best", 0), ("best", 2)] {
            assert!(Seats::of_options(GameName::GoldRush, opponents, seat).is_err(), "{opponents} {seat}");
        }
    }
}
