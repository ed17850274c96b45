//! Gold Rush as bots are told of it, and the way back.

use std::collections::BTreeMap;

use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{GoldRush, Move, Observation, Rules, Setup, State};
use goldrush_engine::player::Player;
use serde::Serialize;
use serde_json::{Map, Value};

use super::catalogue::{CatalogueSent, hash};
use super::event::EventLog;
use super::offer::{MoveSent, Offered, offer};
use crate::games::protocol::{Protocol, TileSituation};
use crate::games::wishes::Wishes;

/// What a bot is told of a game of Gold Rush.
#[derive(Clone, Debug, Serialize)]
pub struct GoldRushFacts {
    /// The catalogue's name.
    pub catalogue: String,
    /// Its hash, in hexadecimal.
    pub catalogue_hash: String,
    /// The options.
    pub rules: Rules,
    /// How many tokens there are of each value.
    pub tokens: BTreeMap<u8, u8>,
}

impl Protocol for GoldRush {
    type Facts = GoldRushFacts;
    type Situation = TileSituation;
    type Log = EventLog;
    type Offer = Offered;
    type Seen = Observation;

    fn facts(setup: &Setup) -> GoldRushFacts {
        GoldRushFacts {
            catalogue: setup.catalogue().name().into(),
            catalogue_hash: hash(setup.catalogue()),
            rules: setup.rules().clone(),
            tokens: setup.tokens().counts().collect(),
        }
    }

    fn catalogue(setup: &Setup) -> Option<(String, Value)> {
        let all = serde_json::to_value(CatalogueSent::new(setup.catalogue())).expect("tiles are plain data");
        Some((hash(setup.catalogue()), all))
    }

    fn situation(view: &View<State>) -> TileSituation {
        let table = view.table();
        let tile = table.setup().catalogue().kind(table.hand()).name.clone();
        TileSituation { phase: table.phase().name(), tile }
    }

    fn log(ears: &Self::Ears) -> Option<&EventLog> {
        ears.log.as_ref()
    }

    fn offers(view: &View<State>, moves: &[Move], wishes: &Wishes) -> Vec<Offered> {
        offer(view.table(), moves, wishes)
    }

    fn state<'s>(setup: &'s Setup, seen: &Self::Seen) -> anyhow::Result<State<'s>> {
        let state = seen.scenario(setup)?.state(setup)?;
        if state.to_move().map(Player::index) != Some(seen.seat) {
            anyhow::bail!("it is not the turn of seat {}", seen.seat);
        }
        Ok(state)
    }

    fn offered(state: &State, mv: Move) -> Map<String, Value> {
        match serde_json::to_value(MoveSent::new(state, mv)) {
            Ok(Value::Object(sent)) => sent,
            sent => unreachable!("a move is an object: {sent:?}"),
        }
    }
}
