//! Serves an agent as a bot to another host: the bot's side of the protocol.

use std::io::{self, BufRead, Read, Write};
use std::path::Path;

use goldrush_ai::agent::Agent;
use goldrush_ai::registry::BoxedAgent;
use goldrush_engine::game::{Game, State, View};
use goldrush_engine::rng::{StreamRng, tool_stream};
use goldrush_games::GameName;
use goldrush_games::protocol::Protocol;
use goldrush_games::registry::with_game;
use goldrush_games::variants::OptionValues;
use goldrush_support::error::bad_input;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::VERSION;
use super::message::{BotOptions, Chosen, FromBot, Ready};

/// Longest message accepted from a host, in bytes.
const LONGEST_MESSAGE: u64 = 16 << 20;

#[derive(Deserialize)]
struct GameBegins {
    game: String,
    seat: usize,
    players: usize,
    seed: u64,
    /// Rule options, in the game's own form.
    rules: Value,
    /// Name of the catalogue, if the host sends it.
    catalogue: Option<String>,
    /// Its hash, in hexadecimal.
    catalogue_hash: Option<String>,
    /// Values of the bot's own options.
    #[serde(default)]
    options: BotOptions,
}

#[derive(Deserialize)]
struct Question {
    observation: Value,
    moves: Vec<Map<String, Value>>,
}

/// Answers a host on standard input and output until its input ends: use it to run your own agent, for any game, as a bot in
/// `match`, `tournament` and `play`. `name` is the bot's name, and `options` are its options with their defaults. `make` creates
/// an agent for a game from the number of players and the options of that game: those of the command line, as in
/// `exec:"target/release/mybot":depth=5`, and the defaults of the others.
///
/// ```no_run
/// use goldrush_ai::random::Random;
/// use goldrush_engine::gold_rush::GoldRush;
///
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     goldrush_harness::serve::<GoldRush, _>("mine", &[], |_players, _options| Random)
/// }
/// ```
///
/// # Errors
/// Fails if the host plays another game, gives an option that was not declared, or sends an invalid message.
pub fn serve<G, A>(
    name: &str,
    options: &[(&str, Value)],
    make: impl Fn(usize, &BotOptions) -> A,
) -> Result<(), Box<dyn std::error::Error>>
where
    G: Protocol,
    A: for<'s> Agent<G::State<'s>> + Send + 'static,
{
    let make =
        |players, options: &BotOptions| -> BoxedAgent<G> { Box::new(make(players, options)) };
    let options = options
        .iter()
        .map(|(name, default)| ((*name).to_owned(), default.clone()))
        .collect();
    let name = name.into();
    let games = games_of::<G>();
    let server = Server::<G> {
        name,
        version: None,
        games,
        options,
        make: &make,
        own: OptionValues::new(),
    };
    Ok(server.serve(&mut io::stdin().lock(), &mut io::stdout())?)
}

/// Returns the names under which a game is played.
fn games_of<G: Protocol>() -> Vec<GameName> {
    let is_it = |game: &&GameName| with_game!(**game, Other => Other::NAME == G::NAME);
    GameName::ALL.iter().filter(is_it).copied().collect()
}

/// A bot server, with what it declares about itself.
pub struct Server<'a, G: Protocol> {
    /// Name of the bot.
    pub name: String,
    /// Its version, if it has one.
    pub version: Option<String>,
    /// Games it plays.
    pub games: Vec<GameName>,
    /// The bot's own options, with their defaults.
    pub options: BotOptions,
    /// Creates an agent for a game from the number of players and the options of that game.
    pub make: &'a dyn Fn(usize, &BotOptions) -> BoxedAgent<G>,
    /// Options that select custom tiles or cards, used if the host names them; the built-in ones are always known.
    pub own: OptionValues,
}

/// A game in progress.
struct GameInProgress<G: Protocol> {
    hosted: HostedGame<G>,
    agent: BoxedAgent<G>,
    rng: StreamRng,
}

/// A game that a host has started.
pub struct HostedGame<G: Protocol> {
    /// Setup of the game.
    pub setup: G::Setup,
    /// The bot's seat.
    pub seat: usize,
    /// Number of seats.
    pub players: usize,
    /// Random seed for all of the bot's random choices.
    pub seed: u64,
    /// Values of the bot's own options that the host gives.
    pub options: BotOptions,
}

/// A decision requested by a host.
pub struct DecisionRequest<S> {
    /// A game state consistent with what the seat knows.
    pub state: S,
    /// Moves offered by the host.
    moves: Vec<Map<String, Value>>,
}

impl<G: Protocol> Server<'_, G> {
    /// Answers a host until its input ends.
    ///
    /// # Errors
    /// Bad input if the host plays another game or sends an invalid message; fails if writing fails.
    pub fn serve(&self, from: &mut dyn BufRead, to: &mut dyn Write) -> anyhow::Result<()> {
        let mut playing: Option<GameInProgress<G>> = None;
        let mut line = Vec::new();
        loop {
            line.clear();
            if (&mut *from)
                .take(LONGEST_MESSAGE)
                .read_until(b'\n', &mut line)?
                == 0
            {
                return Ok(());
            }
            if line.len() as u64 == LONGEST_MESSAGE {
                return Err(bad_input(format!(
                    "the host sent a line longer than {} MB",
                    LONGEST_MESSAGE >> 20
                )));
            }
            // Lines that are not messages are ignored, and so are unknown messages.
            let message: Value = serde_json::from_slice(&line).unwrap_or_default();
            let answer = match message.get("t").and_then(Value::as_str) {
                Some("hello") => FromBot::Ready(self.ready()),
                Some("game") => {
                    let begins = self.begin(message);
                    playing = Some(begins.map_err(|e| bad_input(format!("message game: {e}")))?);
                    continue;
                }
                Some("decide") => {
                    let wrong = |n: &Value, e| bad_input(format!("message decide, n {n}: {e}"));
                    let n = message["n"].clone();
                    let (id, value) = match &mut playing {
                        Some(playing) => playing.decide(message).map_err(|e| wrong(&n, e))?,
                        None => return Err(wrong(&n, anyhow::anyhow!("no game has begun"))),
                    };
                    FromBot::Move(Chosen {
                        id,
                        n: n.as_u64().and_then(|n| n.try_into().ok()),
                        value,
                        ..Chosen::default()
                    })
                }
                _ => continue,
            };
            serde_json::to_writer(&mut *to, &answer)?;
            to.write_all(b"\n")?;
            to.flush()?;
        }
    }

    fn ready(&self) -> Ready {
        Ready {
            name: self.name.clone(),
            version: self.version.clone(),
            proto: Some(VERSION),
            send: Some(vec!["observation".into(), "moves".into()]),
            games: Some(self.games.iter().map(GameName::to_string).collect()),
            rules: None,
            options: self.options.clone(),
            players: None,
        }
    }

    fn begin(&self, message: Value) -> anyhow::Result<GameInProgress<G>> {
        let hosted = HostedGame::<G>::read(message, &self.games, &self.own)?;
        let options = self
            .ready()
            .options_with(&hosted.options)
            .map_err(anyhow::Error::msg)?;
        Ok(GameInProgress {
            agent: (self.make)(hosted.players, &options),
            rng: tool_stream(hosted.seed),
            hosted,
        })
    }
}

impl<G: Protocol> HostedGame<G> {
    /// Reads a host's `game` message; `own` selects custom tiles or cards.
    ///
    /// # Errors
    /// Fails if the host plays a game that is not in `games`, or sends an invalid message.
    pub fn read(
        message: Value,
        games: &[GameName],
        own: &OptionValues,
    ) -> anyhow::Result<HostedGame<G>> {
        let GameBegins {
            game,
            seat,
            players,
            seed,
            rules,
            catalogue,
            catalogue_hash,
            options,
        } = serde_json::from_value(message)?;
        if !games.iter().any(|own| own.about().name == game) {
            let own: Vec<String> = games.iter().map(GameName::to_string).collect();
            anyhow::bail!("the host plays {game}, and this bot {}", own.join(" and "));
        }
        let rules: G::Rules = serde_json::from_value(rules)?;
        let name = catalogue.unwrap_or_default();
        let hash = |setup: &G::Setup| format!("{:016x}", G::identity(setup).1);
        let is_it = |setup: &G::Setup| {
            catalogue_hash
                .as_ref()
                .is_none_or(|expected_hash| *expected_hash == hash(setup))
        };
        let own = G::components(own)?.0;
        let known = G::stored_components(&name, Path::new(""), None);
        let mut setups = Vec::new();
        for components in [own].into_iter().chain(known) {
            setups.push(G::setup(components, rules.clone(), players).map_err(anyhow::Error::msg)?);
        }
        let setup = setups.into_iter().find(is_it).ok_or_else(|| {
            let hash = catalogue_hash.as_deref().unwrap_or("unknown");
            anyhow::anyhow!(
                "the catalogue {name} (hash {hash}) is not known here; give its file with --tiles"
            )
        })?;
        if G::name(&setup) != game {
            anyhow::bail!("these are rules of {}, not of {game}", G::name(&setup));
        }
        if seat >= players {
            anyhow::bail!("seat {seat} of {players}; they are numbered from 0");
        }
        Ok(HostedGame {
            setup,
            seat,
            players,
            seed,
            options,
        })
    }

    /// Reads a `decide` message of this game; `setup` is the game's setup.
    ///
    /// # Errors
    /// Fails if the message is invalid.
    pub fn asked<'s>(
        &self,
        setup: &'s G::Setup,
        message: Value,
    ) -> anyhow::Result<DecisionRequest<G::State<'s>>> {
        let Question { observation, moves } = serde_json::from_value(message)?;
        let seen =
            serde_json::from_value(observation).map_err(|e| anyhow::anyhow!("observation: {e}"))?;
        let state = <G as Protocol>::state(setup, &seen)
            .map_err(|e| anyhow::anyhow!("observation: {e}"))?;
        if state
            .to_move()
            .is_none_or(|player| player.index() != self.seat)
        {
            anyhow::bail!("observation: it is not the turn of seat {}", self.seat);
        }
        Ok(DecisionRequest { state, moves })
    }
}

impl<S: State> DecisionRequest<S> {
    /// Returns the id by which the host knows a legal move.
    ///
    /// # Errors
    /// Fails if the host did not offer the move.
    pub fn id<'s, G: Protocol<State<'s> = S, Move = S::Move>>(
        &self,
        mv: S::Move,
    ) -> anyhow::Result<u32> {
        let chosen = G::offered(&self.state, mv);
        let same = |offered: &&Map<String, Value>| {
            chosen
                .iter()
                .all(|(key, value)| offered.get(key) == Some(value))
        };
        let offered = self
            .moves
            .iter()
            .find(same)
            .and_then(|offered| offered.get("id")?.as_u64()?.try_into().ok());
        offered.ok_or_else(|| {
            anyhow::anyhow!(
                "the agent chose {}, which is none of the moves that were offered with an id",
                Value::Object(chosen)
            )
        })
    }
}

impl<G: Protocol> GameInProgress<G> {
    fn decide(&mut self, message: Value) -> anyhow::Result<(u32, Option<f64>)> {
        let GameInProgress { hosted, agent, rng } = self;
        let asked = hosted.asked(&hosted.setup, message)?;
        let player = asked.state.to_move().expect("it is the bot's turn to move");
        let mv = agent.choose(&View::new(&asked.state, player), rng);
        // JSON cannot express infinity.
        let value = agent.value().filter(|value| value.is_finite());
        Ok((asked.id::<G>(mv)?, value))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use goldrush_ai::random::Random;
    use goldrush_engine::game::Text as _;
    use goldrush_engine::knizia_gold::KniziaGold;
    use goldrush_games::Setup;
    use serde_json::json;

    use super::*;

    /// Plays at random and expects to be ahead by a fixed number of points.
    struct Sure(f64);

    impl<S: State> Agent<S> for Sure {
        fn choose(&mut self, view: &View<S>, rng: &mut StreamRng) -> S::Move {
            Random.choose(view, rng)
        }

        fn value(&self) -> Option<f64> {
            Some(self.0)
        }
    }

    /// Returns all answers of an agent to these messages, one per line.
    fn answers(messages: &[Value]) -> anyhow::Result<Vec<Value>> {
        // It says that it expects to win by as many points as it has options, added up.
        let make = |_, options: &BotOptions| -> BoxedAgent<KniziaGold> {
            Box::new(Sure(options.values().filter_map(Value::as_f64).sum()))
        };
        let name = "goldrush random".into();
        let games = games_of::<KniziaGold>();
        let options = BotOptions::from([("depth".into(), json!(3)), ("width".into(), json!(0.5))]);
        let own = OptionValues::new();
        let server = Server::<KniziaGold> {
            name,
            version: None,
            games,
            options,
            make: &make,
            own,
        };
        let lines: String = messages
            .iter()
            .map(|message| format!("{message}\n"))
            .collect();
        let mut out = Vec::new();
        server.serve(&mut lines.as_bytes(), &mut out)?;
        Ok(String::from_utf8(out)?
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect())
    }

    fn begins(seed: u64) -> Value {
        let rules = json!({ "whole_match": false });
        json!({ "t": "game", "game": "knizia-gold", "seat": 0, "players": 2, "seed": seed, "rules": rules })
    }

    fn first_decision() -> Value {
        let Ok(Setup::KniziaGold(setup)) = Setup::printed(GameName::KniziaGold, 2) else {
            unreachable!()
        };
        let state = KniziaGold::deal(&setup, &mut tool_stream(5));
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let offers = (0..)
            .zip(&moves)
            .map(|(id, mv)| json!({ "id": id, "kind": "flip", "at": state.move_text(*mv) }));
        let offers: Vec<Value> = offers.collect();
        let seen = state.observation(state.to_move().unwrap());
        json!({ "t": "decide", "n": 0, "phase": "first", "count": 64, "observation": seen, "moves": offers })
    }

    /// All randomness comes from the seed in the message.
    #[test]
    fn moves_depend_on_the_seed() {
        let play = |seed| answers(&[begins(seed), first_decision()]).unwrap();
        let chosen: BTreeSet<String> = (0..8).map(|seed| play(seed)[0].to_string()).collect();
        assert!(chosen.len() > 4, "{chosen:?}");
        assert_eq!(play(3), play(3));
    }

    #[test]
    fn agents_are_made_with_the_options_of_the_game() {
        let value = |options: Value| {
            let mut begins = begins(1);
            begins["options"] = options;
            Ok::<_, anyhow::Error>(answers(&[begins, first_decision()])?[0]["value"].clone())
        };
        assert_eq!(
            answers(&[json!({ "t": "hello" })]).unwrap()[0]["options"],
            json!({ "depth": 3, "width": 0.5 })
        );
        assert_eq!(
            answers(&[begins(1), first_decision()]).unwrap()[0]["value"],
            3.5
        );
        assert_eq!(value(json!({ "depth": 7 })).unwrap(), 7.5);
        let refused = |options| value(options).unwrap_err().to_string();
        assert_eq!(
            refused(json!({ "deep": 7 })),
            "message game: it has no option \"deep\"; its options are: depth, width"
        );
        assert!(refused(json!({ "depth": "7" })).contains("a value such as 3 is expected"));
    }

    #[test]
    fn unknown_lines_are_ignored_and_unplayable_games_end_it() {
        let hello = json!({ "t": "hello", "proto": 1 });
        let replies = answers(&[
            hello,
            json!(["no", "message"]),
            json!({ "t": "later" }),
            begins(1),
            first_decision(),
        ]);
        let replies = replies.unwrap();
        assert_eq!(replies.len(), 2);
        assert_eq!(
            (&replies[0]["name"], &replies[1]["t"]),
            (&json!("goldrush random"), &json!("move"))
        );
        assert!(
            answers(&[first_decision()])
                .unwrap_err()
                .to_string()
                .contains("no game has begun")
        );
        let mut other = begins(1);
        other["game"] = json!("chess");
        assert!(
            answers(&[other])
                .unwrap_err()
                .to_string()
                .contains("the host plays chess")
        );
    }

    /// A known but invalid message ends the bot: a game must not continue by other rules than the host's.
    #[test]
    fn invalid_messages_are_reported_in_one_line() {
        let refused = |message: Value, part: &str| {
            let replies = answers(&[begins(1), message]).unwrap_err().to_string();
            assert!(
                replies.contains(part) && replies.lines().count() == 1,
                "{part}: {replies}"
            );
        };
        let with = |mut message: Value, key: &str, value: Value| {
            message[key] = value;
            message
        };
        refused(
            with(begins(1), "players", json!("three")),
            "message game: invalid type: string",
        );
        refused(with(begins(1), "seat", json!(2)), "seat 2 of 2");
        refused(
            with(begins(1), "rules", json!({ "zeppelins": 2 })),
            "message game: unknown field `zeppelins`",
        );
        refused(
            with(first_decision(), "moves", json!([])),
            "message decide, n 0: the agent chose {\"kind\":\"flip",
        );
        refused(
            with(first_decision(), "observation", json!({})),
            "n 0: observation: missing field `game`",
        );
        let mut other = first_decision();
        other["observation"]["to_move"] = json!(1);
        refused(other, "it is not the turn of seat 0");
    }
}
