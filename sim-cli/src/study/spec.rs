//! Who plays, as it is named on the command line: an agent of this program, or a command that plays by the protocol.

use std::fmt;

use goldrush_ai::registry::{self, BoxedAgent, Roster, SpecError};
use goldrush_ai::surroundings::Surroundings;

use crate::error::bad_input;
use crate::games::GameName;
use crate::games::registry::with_game;

/// What the name of a command begins with.
pub const COMMAND_PREFIX: &str = "exec:";

/// One who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// An agent of this program.
    BuiltIn(registry::Spec),
    /// A command of the shell, a bot in a process of its own.
    Command(String),
}

impl Spec {
    /// The command, if it is one.
    pub fn command(&self) -> Option<&str> {
        match self {
            Spec::BuiltIn(_) => None,
            Spec::Command(command) => Some(command),
        }
    }

    /// The agent of this program, where nothing else will do.
    ///
    /// # Errors
    /// If it is a command: bad input that names the option.
    pub fn built_in(self, option: &str) -> anyhow::Result<registry::Spec> {
        match self {
            Spec::BuiltIn(spec) => Ok(spec),
            Spec::Command(_) => {
                let what = "an agent of this program is expected; goldrush agents lists them";
                Err(bad_input(format!("{option}: {what}")))
            }
        }
    }

    /// A new agent for one seat of one game, if it is one of this program.
    pub fn build<G: Roster>(&self, around: &Surroundings) -> Option<BoxedAgent<G>> {
        match self {
            Spec::BuiltIn(spec) => Some(spec.build::<G>(around)),
            Spec::Command(_) => None,
        }
    }
}

impl Spec {
    /// How far thinking of this agent pays for telling the luck of a game: 1 if that would slow it by a tenth. A command may
    /// be fast, so that it pays for nothing.
    pub fn pays_for_luck(&self, game: GameName) -> f64 {
        match self {
            Spec::BuiltIn(spec) => with_game!(game, G => spec.pays_for_luck::<G>()),
            Spec::Command(_) => 0.0,
        }
    }

    /// Reads who plays a game.
    ///
    /// # Errors
    /// If it is neither an agent of the game nor a command; says what would be right.
    pub fn read(game: GameName, text: &str) -> Result<Spec, SpecError> {
        let Some(command) = text.strip_prefix(COMMAND_PREFIX) else {
            return Ok(Spec::BuiltIn(game.read_agent(text)?));
        };
        let quoted = command.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let command = quoted.unwrap_or(command).trim();
        if command.is_empty() || command.chars().any(char::is_control) {
            return Err(SpecError::new(format!("\"{text}\" names no command; exec:\"python3 mybot.py\" would")));
        }
        Ok(Spec::Command(command.into()))
    }
}

/// As it is read again; a command is quoted if it has commas or begins with a quote.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::BuiltIn(spec) => spec.fmt(f),
            Spec::Command(command) if command.contains(',') || command.starts_with('"') => {
                write!(f, "{COMMAND_PREFIX}\"{command}\"")
            }
            Spec::Command(command) => write!(f, "{COMMAND_PREFIX}{command}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_parse_back() {
        for (text, command) in [
            ("exec:python3 bot.py", "python3 bot.py"),
            ("exec:\"python3 bot.py -x a,b\"", "python3 bot.py -x a,b"),
            ("exec:\" ./bot \"", "./bot"),
        ] {
            let spec = Spec::read(GameName::GoldRush, text).unwrap();
            assert_eq!(spec.command(), Some(command));
            assert_eq!(Spec::read(GameName::GoldRush, &spec.to_string()).unwrap(), spec);
        }
        for wrong in ["exec:", "exec:\"\"", "exec:a\nb", "exe:bot"] {
            assert!(Spec::read(GameName::GoldRush, wrong).is_err(), "{wrong}");
        }
    }
}
