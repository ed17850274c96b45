//! An agent of this program as somebody else's bot: the other side of the protocol.

use std::io::{BufRead, Write};
use std::sync::Arc;

use goldrush_ai::registry::{BoxedAgent, Spec};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::Catalogue;
use goldrush_engine::rng::{StreamRng, tool_stream};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::VERSION;
use super::heard::Heard;
use super::message::{FromBot, Ready};
use crate::family::{GameName, with_game};
use crate::sim::surroundings::surroundings;

/// What is understood of the host's messages.
#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
enum Message {
    Hello,
    Game(GameBegins),
    Decide(Box<Question>),
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct GameBegins {
    game: String,
    players: usize,
    seed: u64,
    #[serde(flatten)]
    facts: Map<String, Value>,
}

#[derive(Deserialize)]
struct Question {
    n: u32,
    observation: Value,
    moves: Vec<Map<String, Value>>,
}

/// Who plays, and what is known beforehand.
pub struct Server {
    /// The game the agent plays.
    pub game: GameName,
    /// The agent.
    pub spec: Spec,
    /// Tiles of Gold Rush, played with where the host names them; built-in ones are known.
    pub tiles: Arc<Catalogue>,
}

/// A game as it goes.
struct Playing<G: Heard> {
    setup: G::Setup,
    agent: BoxedAgent<G>,
    rng: StreamRng,
}

impl Server {
    /// Answers a host until its input ends.
    ///
    /// # Errors
    /// If the host plays something else, or the game cannot be gone on with; or if writing fails.
    pub fn serve(&self, from: &mut dyn BufRead, to: &mut dyn Write) -> anyhow::Result<()> {
        with_game!(self.game, G => self.answer::<G>(from, to))
    }

    fn answer<G: Heard>(&self, from: &mut dyn BufRead, to: &mut dyn Write) -> anyhow::Result<()> {
        let mut playing: Option<Playing<G>> = None;
        let mut line = Vec::new();
        loop {
            line.clear();
            if from.read_until(b'\n', &mut line)? == 0 {
                return Ok(());
            }
            let answer = match serde_json::from_slice(&line) {
                Ok(Message::Hello) => FromBot::Ready(Ready {
                    name: format!("goldrush {}", self.spec),
                    version: Some(env!("CARGO_PKG_VERSION").into()),
                    proto: Some(VERSION),
                    send: Some(vec!["observation".into(), "moves".into()]),
                }),
                Ok(Message::Game(game)) => {
                    playing = Some(self.begin(game)?);
                    continue;
                }
                Ok(Message::Decide(question)) => {
                    let playing = playing.as_mut().ok_or_else(|| anyhow::anyhow!("a decision before a game"))?;
                    FromBot::Move { id: playing.decide(&question)?, n: Some(question.n) }
                }
                Ok(Message::Other) => continue,
                // What is no message is ignored; a message that lacks something is told, to be looked for.
                Err(e) => {
                    eprintln!("ignored: {e}");
                    continue;
                }
            };
            serde_json::to_writer(&mut *to, &answer)?;
            to.write_all(b"\n")?;
            to.flush()?;
        }
    }

    fn begin<G: Heard>(&self, begins: GameBegins) -> anyhow::Result<Playing<G>> {
        let GameBegins { game, players, seed, facts } = begins;
        if game != self.game.name() {
            anyhow::bail!("the host plays {game}, and --game says {}", self.game);
        }
        let told: G::Told = serde_json::from_value(Value::Object(facts))?;
        let setup = <G as Heard>::setup(&told, players, &self.tiles)?;
        Ok(Playing { agent: self.spec.build::<G>(&surroundings(players)), rng: tool_stream(seed), setup })
    }
}

impl<G: Heard> Playing<G> {
    fn decide(&mut self, question: &Question) -> anyhow::Result<u32> {
        let Playing { setup, agent, rng } = self;
        let seen = serde_json::from_value(question.observation.clone())?;
        let state = <G as Heard>::state(setup, &seen)?;
        let seat = state.to_move().ok_or_else(|| anyhow::anyhow!("a decision when all is over"))?;
        let chosen = G::offered(&state, agent.choose(&View::new(&state, seat), rng));
        let same = |offered: &&Map<String, Value>| chosen.iter().all(|(key, value)| offered.get(key) == Some(value));
        let offered = question.moves.iter().find(same).and_then(|offered| offered.get("id")?.as_u64());
        let id = offered.ok_or_else(|| anyhow::anyhow!("the move {chosen:?} is not among those offered"))?;
        Ok(u32::try_from(id)?)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use goldrush_engine::game::{Game as _, Text as _};
    use goldrush_engine::gold_rush::catalogue::BUILT_IN;
    use goldrush_engine::knizia_gold::KniziaGold;
    use serde_json::json;

    use super::*;
    use crate::family::Setup;

    /// All that an agent says when it is told these messages, a line each.
    fn answers(messages: &[Value]) -> anyhow::Result<Vec<Value>> {
        let game = GameName::KniziaGold;
        let tiles = Catalogue::built_in(BUILT_IN[0].0).unwrap().into();
        let server = Server { game, spec: game.read_agent("random").unwrap(), tiles };
        let lines: String = messages.iter().map(|message| format!("{message}\n")).collect();
        let mut out = Vec::new();
        server.serve(&mut lines.as_bytes(), &mut out)?;
        Ok(String::from_utf8(out)?.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
    }

    fn begins(seed: u64) -> Value {
        let rules = json!({ "whole_match": false });
        json!({ "t": "game", "game": "knizia-gold", "seat": 0, "players": 2, "seed": seed, "rules": rules })
    }

    fn first_decision() -> Value {
        let Ok(Setup::KniziaGold(setup)) = Setup::printed(GameName::KniziaGold, 2) else { unreachable!() };
        let state = KniziaGold::deal(&setup, &mut tool_stream(5));
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let offers = (0..).zip(&moves).map(|(id, mv)| json!({ "id": id, "move": state.move_text(*mv) }));
        let offers: Vec<Value> = offers.collect();
        let seen = state.observation(state.to_move().unwrap());
        json!({ "t": "decide", "n": 0, "phase": "first", "count": 64, "observation": seen, "moves": offers })
    }

    /// All its chance comes from the seed it is told.
    #[test]
    fn seeds_make_the_difference() {
        let play = |seed| answers(&[begins(seed), first_decision()]).unwrap();
        let chosen: BTreeSet<String> = (0..8).map(|seed| play(seed)[0].to_string()).collect();
        assert!(chosen.len() > 4, "{chosen:?}");
        assert_eq!(play(3), play(3));
    }

    #[test]
    fn what_is_not_understood_is_passed_over_and_what_cannot_be_played_ends_it() {
        let hello = json!({ "t": "hello", "proto": 1 });
        let said = answers(&[hello, json!(["no", "message"]), json!({ "t": "later" }), begins(1), first_decision()]);
        let said = said.unwrap();
        assert_eq!(said.len(), 2);
        assert_eq!((&said[0]["name"], &said[1]["t"]), (&json!("goldrush random"), &json!("move")));
        assert!(answers(&[first_decision()]).unwrap_err().to_string().contains("before a game"));
        let mut other = begins(1);
        other["game"] = json!("chess");
        assert!(answers(&[other]).unwrap_err().to_string().contains("the host plays chess"));
    }
}
