//! The loop that answers goldrush.

use std::fmt;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::decision::Decision;
use crate::message::{FromHost, Game};

/// Version of the protocol.
const PROTOCOL: u32 = 2;
/// Parts that a bot is sent unless it asks for something else.
const USUAL: [&str; 4] = ["events", "features", "effects", "then"];
/// Exit code after an invalid message.
const INVALID: u8 = 2;

/// Plays as a bot on standard input and output until goldrush closes them. `choose` returns the id of one of the moves.
/// The bot plays all games and is sent events, features, and moves with scores, effects and what could follow; a [`Bot`]
/// declares something else.
pub fn serve(name: &str, choose: impl FnMut(&Game, &Decision) -> u32) -> ExitCode {
    Bot::new(name).serve(choose)
}

/// Introduction of a bot: the message `ready`.
///
/// # Examples
///
/// ```no_run
/// use std::process::ExitCode;
///
/// use goldrush_bot::Bot;
///
/// fn main() -> ExitCode {
///     // goldrush match --a 'exec:"target/release/mybot":last=true' --b random
///     let bot = Bot::new("mybot").version("1.0").games(&["carcassonne"]).send(&["moves"]).option("last", false);
///     bot.serve(|game, decision| if game.options["last"] == true { decision.count - 1 } else { 0 })
/// }
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Bot {
    t: &'static str,
    proto: u32,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Vec<String>>,
    send: Vec<String>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    options: Map<String, Value>,
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

impl Bot {
    /// Creates a bot that plays everything.
    pub fn new(name: &str) -> Bot {
        let (name, send, options) = (name.to_owned(), owned(&USUAL), Map::new());
        Bot {
            t: "ready",
            proto: PROTOCOL,
            name,
            version: None,
            games: None,
            players: None,
            rules: None,
            send,
            options,
        }
    }

    /// Sets the version of the bot.
    #[must_use]
    pub fn version(self, version: &str) -> Bot {
        Bot {
            version: Some(version.into()),
            ..self
        }
    }

    /// Sets the games that it plays.
    #[must_use]
    pub fn games(self, games: &[&str]) -> Bot {
        Bot {
            games: Some(owned(games)),
            ..self
        }
    }

    /// Sets the numbers of players that it plays with.
    #[must_use]
    pub fn players(self, players: &[usize]) -> Bot {
        Bot {
            players: Some(players.to_vec()),
            ..self
        }
    }

    /// Sets the rule options that it also plays with other than printed values.
    #[must_use]
    pub fn rules(self, rules: &[&str]) -> Bot {
        Bot {
            rules: Some(owned(rules)),
            ..self
        }
    }

    /// Sets what it is sent: `observation`, `features`, `events`, `moves`, `scores`, `effects`, `then`, `catalogue`.
    #[must_use]
    pub fn send(self, words: &[&str]) -> Bot {
        Bot {
            send: owned(words),
            ..self
        }
    }

    /// Declares an option of its own with its default, a number, a boolean or a string.
    #[must_use]
    pub fn option(mut self, name: &str, default: impl Into<Value>) -> Bot {
        self.options.insert(name.into(), default.into());
        self
    }

    /// Plays on standard input and output until goldrush closes them; see [`serve()`].
    pub fn serve(&self, choose: impl FnMut(&Game, &Decision) -> u32) -> ExitCode {
        match self.answer(io::stdin().lock(), io::stdout().lock(), choose) {
            Ok(()) => ExitCode::SUCCESS,
            Err(e) => {
                eprintln!("{e}");
                ExitCode::from(INVALID)
            }
        }
    }

    /// Answers the messages from `input` on `output` until the input ends.
    ///
    /// # Errors
    /// Fails on an invalid message, and if reading or writing fails.
    pub fn answer(
        &self,
        input: impl BufRead,
        mut output: impl Write,
        mut choose: impl FnMut(&Game, &Decision) -> u32,
    ) -> Result<(), Error> {
        let (mut playing, mut catalogue) = (None, Map::new());
        for line in input.split(b'\n') {
            let line = line?;
            // Lines that are not messages are ignored.
            if !serde_json::from_slice::<Value>(&line).is_ok_and(|message| message["t"].is_string())
            {
                continue;
            }
            let answer = match serde_json::from_slice(&line).map_err(Error::Message)? {
                FromHost::Hello => json!(self),
                FromHost::Decide(decision) => {
                    let id = choose(playing.as_ref().ok_or(Error::NoGame)?, &decision);
                    json!({ "t": "move", "n": decision.n, "id": id })
                }
                FromHost::Game(mut game) => {
                    let mut options = self.options.clone();
                    options.append(&mut game.options);
                    playing = Some(Game {
                        options,
                        catalogue: catalogue.clone(),
                        ..*game
                    });
                    continue;
                }
                FromHost::Catalogue(all) => {
                    catalogue = all;
                    continue;
                }
                FromHost::Over(_) | FromHost::Unknown => continue,
            };
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
        Ok(())
    }
}

/// Reason why a bot stopped.
#[derive(Debug)]
pub enum Error {
    /// Reading or writing failed.
    Pipe(io::Error),
    /// A message is invalid.
    Message(serde_json::Error),
    /// A decision is due before a game began.
    NoGame,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Pipe(e) => write!(f, "standard input or output: {e}"),
            Error::Message(e) => write!(
                f,
                "a message is not as version {PROTOCOL} of the protocol has it: {e}"
            ),
            Error::NoGame => write!(f, "message decide: no game has begun"),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(e: io::Error) -> Error {
        Error::Pipe(e)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = r#"{"t":"game","game":"carcassonne","seat":1,"players":2,"seed":5,"rules":{"farmers":true},"options":{"depth":4},"move_ms":10,"game_ms":100,"increment_ms":0}"#;
    const DECIDE: &str = r#"{"t":"decide","n":3,"phase":"follow","tile":"D","count":2,"time_ms":10,"moves":[{"id":0,"kind":"none","scores":[1,2.5]},{"id":1,"kind":"follower","segment":"road"}]}"#;

    fn answers(bot: &Bot, lines: &[&str]) -> Result<Vec<Value>, String> {
        let mut output = Vec::new();
        let choose = |game: &Game, decision: &Decision| {
            assert_eq!((game.seat, game.options["depth"] == 4), (1, true));
            assert_eq!(decision.moves[0].outcome.lead(1), 1.5);
            assert_eq!(
                decision.moves[1].action,
                crate::Action::Follower {
                    segment: "road".into()
                }
            );
            decision.count - 1
        };
        bot.answer(lines.join("\n").as_bytes(), &mut output, choose)
            .map_err(|e| e.to_string())?;
        let lines = std::str::from_utf8(&output).unwrap().lines();
        Ok(lines
            .map(|line| serde_json::from_str(line).unwrap())
            .collect())
    }

    #[test]
    fn bot_introduces_itself_and_answers() {
        let bot = Bot::new("one").games(&["carcassonne"]).option("depth", 3);
        let said = answers(
            &bot,
            &[
                r#"{"t":"hello","proto":2}"#,
                "no message",
                "[1]",
                r#"{"t":"news"}"#,
                GAME,
                DECIDE,
            ],
        );
        let said = said.unwrap();
        assert_eq!(
            (
                &said[0]["t"],
                &said[0]["proto"],
                &said[0]["options"]["depth"]
            ),
            (&"ready".into(), &2.into(), &3.into())
        );
        assert_eq!(said[1..], [json!({ "t": "move", "n": 3, "id": 1 })]);
    }

    #[test]
    fn invalid_messages_end_the_bot_with_one_line() {
        let bot = Bot::new("one").option("depth", 4);
        let refused = |lines: &[&str]| answers(&bot, lines).unwrap_err();
        assert!(refused(&[DECIDE]).contains("no game has begun"));
        assert!(refused(&[r#"{"t":"game","seat":1}"#]).contains("missing field `game`"));
    }
}
