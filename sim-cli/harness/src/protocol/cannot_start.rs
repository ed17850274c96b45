//! Errors of bots that cannot be started.

use std::fmt;

use super::fault::{Fault, FaultKind};

/// A bot that failed to start twice, or does not support the game.
#[derive(Clone, Debug)]
pub struct CannotStart {
    pub command: String,
    /// Obstacle to its start.
    pub obstacle: Obstacle,
    /// Fault at the second attempt, or a description of the obstacle.
    pub fault: Fault,
}

/// Obstacle to the start of a bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// It failed twice.
    Failure,
    /// It runs but does not support the game.
    Refusal,
    /// This system cannot make its sandbox.
    NoSandbox,
}

impl CannotStart {
    /// Returns the error of a bot that did not fail.
    pub(super) fn because(command: &str, obstacle: Obstacle, what: String) -> CannotStart {
        let fault = Fault {
            kind: FaultKind::Protocol,
            what,
            stderr_tail: String::new(),
            advice: None,
        };
        CannotStart {
            command: command.into(),
            obstacle,
            fault,
        }
    }
}

impl fmt::Display for CannotStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CannotStart {
            command,
            obstacle,
            fault,
        } = self;
        match obstacle {
            Obstacle::Refusal => {
                write!(f, "the bot \"{command}\" cannot play this: {}", fault.what)
            }
            Obstacle::NoSandbox => write!(
                f,
                "the bot \"{command}\" cannot run in a sandbox: {}",
                fault.what
            ),
            Obstacle::Failure => {
                write!(
                    f,
                    "the bot \"{command}\" could not be started, twice: {fault}"
                )?;
                if let Some(advice) = &fault.advice {
                    write!(f, "; {advice}")?;
                }
                match misplaced_options(command) {
                    Some((line, options)) => {
                        write!(
                            f,
                            "; options follow a quoted command: 'exec:\"{line}\":{options}'"
                        )
                    }
                    None => Ok(()),
                }
            }
        }
    }
}

/// Splits a command that ends with what are probably options of the bot: `mybot:depth=3`.
fn misplaced_options(command: &str) -> Option<(&str, &str)> {
    let (line, options) = command.rsplit_once(':')?;
    let (name, _) = options.split_once('=')?;
    let is_name = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || c == '_' || c == '-');
    (is_name && !line.is_empty()).then_some((line, options))
}

impl std::error::Error for CannotStart {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_after_an_unquoted_command_are_recognized() {
        for (command, expected) in [
            ("./bot:how=x", Some(("./bot", "how=x"))),
            (
                "python3 bot.py:a=1,b=2",
                Some(("python3 bot.py", "a=1,b=2")),
            ),
            ("bot http://host?a=1", None),
            ("bot --at=1:2", None),
            (":a=1", None),
        ] {
            assert_eq!(misplaced_options(command), expected, "{command}");
        }
    }
}
