//! An agent of this program as somebody else's bot: the other side of the protocol.

use std::io::{BufRead, Write};
use std::sync::Arc;

use goldrush_ai::gold_rush::agents::GoldRushAgent;
use goldrush_ai::registry::Spec;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{Catalogue, GoldRush, Observation, RecordRules, Rules, Setup};
use goldrush_engine::player::Player;
use goldrush_engine::rng::{StreamRng, tool_stream};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::VERSION;
use super::catalogue::hash;
use super::message::{FromBot, Ready};
use super::offer::MoveSent;
use crate::sim::surroundings::surroundings;

/// What is understood of the host's messages.
#[derive(Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
enum Heard {
    Hello,
    Game(GameHeard),
    Decide(Box<DecideHeard>),
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct GameHeard {
    players: usize,
    seed: u64,
    catalogue: String,
    catalogue_hash: String,
    rules: RecordRules,
}

#[derive(Deserialize)]
struct DecideHeard {
    n: u32,
    observation: Observation,
    moves: Vec<Map<String, Value>>,
}

/// A game as it goes.
struct Playing {
    setup: Setup,
    agent: GoldRushAgent,
    rng: StreamRng,
}

/// Answers a host until its input ends. `catalogue` is played with where the host names it; built-in ones are known.
///
/// # Errors
/// If the host plays something else, or the game cannot be gone on with; or if writing fails.
pub fn serve(
    spec: &Spec,
    catalogue: &Arc<Catalogue>,
    from: &mut dyn BufRead,
    to: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut playing: Option<Playing> = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        if from.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let answer = match serde_json::from_slice(&line) {
            Ok(Heard::Hello) => FromBot::Ready(Ready {
                name: format!("goldrush {spec}"),
                version: Some(env!("CARGO_PKG_VERSION").into()),
                proto: Some(VERSION),
                send: Some(vec!["observation".into(), "moves".into()]),
            }),
            Ok(Heard::Game(game)) => {
                playing = Some(begin(spec, catalogue, &game)?);
                continue;
            }
            Ok(Heard::Decide(decide)) => {
                let playing = playing.as_mut().ok_or_else(|| anyhow::anyhow!("a decision before a game"))?;
                FromBot::Move { id: playing.decide(&decide)?, n: Some(decide.n) }
            }
            Ok(Heard::Other) => continue,
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

fn begin(spec: &Spec, catalogue: &Arc<Catalogue>, game: &GameHeard) -> anyhow::Result<Playing> {
    let known = [Some(catalogue.clone()), Catalogue::built_in(&game.catalogue).map(Arc::new)];
    let catalogue = known.into_iter().flatten().find(|known| hash(known) == game.catalogue_hash);
    let catalogue = catalogue.ok_or_else(|| {
        let (name, hash) = (&game.catalogue, &game.catalogue_hash);
        anyhow::anyhow!("the catalogue {name} (hash {hash}) is not known here; give its file with --tiles")
    })?;
    let setup = Setup::new(catalogue, Rules::from(&game.rules), game.players).map_err(anyhow::Error::msg)?;
    Ok(Playing { agent: spec.build::<GoldRush>(&surroundings(game.players)), rng: tool_stream(game.seed), setup })
}

impl Playing {
    fn decide(&mut self, decide: &DecideHeard) -> anyhow::Result<u32> {
        let Playing { setup, agent, rng } = self;
        let state = decide.observation.scenario(setup)?.state(setup)?;
        let seat = Player::new(decide.observation.seat).filter(|seat| state.to_move() == Some(*seat));
        let seat = seat.ok_or_else(|| anyhow::anyhow!("it is not the turn of the seat that is asked"))?;
        let chosen = MoveSent::new(&state, agent.choose(&View::new(&state, seat), rng));
        let Value::Object(chosen) = serde_json::to_value(&chosen)? else { unreachable!("a move is an object") };
        let same = |offered: &&Map<String, Value>| chosen.iter().all(|(key, value)| offered.get(key) == Some(value));
        let offered = decide.moves.iter().find(same).and_then(|offered| offered.get("id")?.as_u64());
        let id = offered.ok_or_else(|| anyhow::anyhow!("the move {chosen:?} is not among those offered"))?;
        Ok(u32::try_from(id)?)
    }
}
