//! Players as named on the command line: a built-in agent, or a command that speaks the protocol.

use std::fmt;

use goldrush_ai::environment::Environment;
use goldrush_ai::registry::{self, BoxedAgent, Roster, SpecError};
use goldrush_games::GameName;
use goldrush_games::registry::with_game;
use goldrush_support::error::bad_input;
use serde_json::Value;

use crate::protocol::message::BotOptions;

/// Prefix of the name of a command.
pub const COMMAND_PREFIX: &str = "exec:";

/// A player: an agent or a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Spec {
    /// A built-in agent.
    BuiltIn(registry::Spec),
    /// A bot that runs as a child process.
    Command(Command),
}

/// A bot that runs as a child process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    /// Shell command that starts it.
    pub line: String,
    /// Options sent to it.
    pub options: BotOptions,
}

impl Spec {
    /// Returns the command, or `None` for a built-in agent.
    pub fn command(&self) -> Option<&Command> {
        match self {
            Spec::BuiltIn(_) => None,
            Spec::Command(command) => Some(command),
        }
    }

    /// Returns the built-in agent, where a command is not allowed.
    ///
    /// # Errors
    /// Bad input that names the option, if it is a command.
    pub fn built_in(self, option: &str) -> anyhow::Result<registry::Spec> {
        match self {
            Spec::BuiltIn(spec) => Ok(spec),
            Spec::Command(_) => {
                let what = "an agent of this program is expected; goldrush agents lists them";
                Err(bad_input(format!("{option}: {what}")))
            }
        }
    }

    /// Creates an agent for one seat of one game, or returns `None` for a command.
    pub fn build<G: Roster>(&self, env: &Environment) -> Option<BoxedAgent<G>> {
        match self {
            Spec::BuiltIn(spec) => Some(spec.build::<G>(env)),
            Spec::Command(_) => None,
        }
    }
}

impl Spec {
    /// Returns the agent's thinking time relative to what justifies estimating the luck of a game: at 1 the estimate slows
    /// the agent by a tenth. Returns 0 for a command, which may be fast.
    pub fn luck_affordability(&self, game: GameName) -> f64 {
        match self {
            Spec::BuiltIn(spec) => with_game!(game, G => spec.luck_affordability::<G>()),
            Spec::Command(_) => 0.0,
        }
    }

    /// Parses the name of a player for a game.
    ///
    /// # Errors
    /// Fails if it is neither an agent of the game nor a command; the message shows what would be valid.
    pub fn read(game: GameName, text: &str) -> Result<Spec, SpecError> {
        let Some(command) = text.strip_prefix(COMMAND_PREFIX) else {
            let is_command = text.contains([' ', '/']) && !text.contains('"');
            return match game.read_agent(text) {
                Err(e) if is_command && !e.to_string().contains("did you mean") => {
                    Err(SpecError::new(format!(
                        "\"{text}\" is no agent; a program of your own is {COMMAND_PREFIX}\"{text}\""
                    )))
                }
                read => Ok(Spec::BuiltIn(read?)),
            };
        };
        let quoted = command
            .strip_prefix('"')
            .and_then(|rest| rest.rsplit_once('"'));
        let (line, options) = match quoted {
            Some((line, "")) => (line, None),
            Some((line, rest)) if rest.starts_with(':') => (line, Some(&rest[1..])),
            Some(_) | None => (command, None),
        };
        let line = line.trim();
        if line.is_empty() || line.chars().any(char::is_control) {
            return Err(SpecError::new(format!(
                "\"{text}\" names no command; exec:\"python3 mybot.py\" would"
            )));
        }
        let options = options.map_or_else(
            || Ok(BotOptions::new()),
            |options| read_options(text, options),
        )?;
        Ok(Spec::Command(Command {
            line: line.into(),
            options,
        }))
    }
}

/// Parses options of a bot, such as `depth=3,style=bold`; numbers and booleans are recognized as such.
fn read_options(text: &str, options: &str) -> Result<BotOptions, SpecError> {
    options
        .split(',')
        .map(|option| {
            read_option(option).ok_or_else(|| {
                SpecError::new(format!(
                    "\"{text}\": after the command NAME=VALUE,… is expected, such as :depth=3"
                ))
            })
        })
        .collect()
}

fn read_option(text: &str) -> Option<(String, Value)> {
    let (name, value) = text.split_once('=')?;
    let name = name.trim();
    let value = value.trim();
    if name.is_empty() || value.is_empty() {
        return None;
    }
    let value = serde_json::from_str(value)
        .ok()
        .filter(|value: &Value| value.is_number() || value.is_boolean())
        .unwrap_or_else(|| value.into());
    Some((name.to_owned(), value))
}

/// Writes the name so that it parses back; a command is quoted if it has commas or options or begins with a quote.
impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::BuiltIn(spec) => spec.fmt(f),
            Spec::Command(Command { line, options }) => {
                let is_plain = options.is_empty() && !line.contains(',') && !line.starts_with('"');
                let quote = if is_plain { "" } else { "\"" };
                write!(f, "{COMMAND_PREFIX}{quote}{line}{quote}")?;
                for (before, (name, value)) in std::iter::once(':')
                    .chain(std::iter::repeat(','))
                    .zip(options)
                {
                    write!(
                        f,
                        "{before}{name}={}",
                        value
                            .as_str()
                            .map_or_else(|| value.to_string(), str::to_owned)
                    )?;
                }
                Ok(())
            }
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
            assert_eq!(
                spec.command().map(|command| &command.line[..]),
                Some(command)
            );
            assert_eq!(
                Spec::read(GameName::GoldRush, &spec.to_string()).unwrap(),
                spec
            );
        }
        let spec = Spec::read(
            GameName::GoldRush,
            "exec:\"bot -x a,b\":depth=3,bold=true,c=0.5,style=a b",
        )
        .unwrap();
        let command = spec.command().unwrap();
        assert_eq!(
            serde_json::to_string(&command.options).unwrap(),
            r#"{"bold":true,"c":0.5,"depth":3,"style":"a b"}"#
        );
        assert_eq!(
            spec.to_string(),
            "exec:\"bot -x a,b\":bold=true,c=0.5,depth=3,style=a b"
        );
        assert_eq!(
            Spec::read(GameName::GoldRush, &spec.to_string()).unwrap(),
            spec
        );
        for wrong in [
            "exec:",
            "exec:\"\"",
            "exec:a\nb",
            "exe:bot",
            "exec:\"a\":",
            "exec:\"a\":b",
            "exec:\"a\":b=,c=1",
        ] {
            assert!(Spec::read(GameName::GoldRush, wrong).is_err(), "{wrong}");
        }
        for command in ["python3 v1.py", "./bot"] {
            let error = Spec::read(GameName::GoldRush, command)
                .unwrap_err()
                .to_string();
            assert!(
                error.ends_with(&format!("a program of your own is exec:\"{command}\"")),
                "{error}"
            );
        }
    }
}
