//! Bot protocol of Gold Rush, in both directions.

use std::collections::BTreeMap;

use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{GoldRush, Move, Observation, Setup, State};
use goldrush_engine::player::Player;
use serde_json::{Map, Value, json};

use super::catalogue::CatalogueSent;
use super::event::{EventLog, name};
use super::offer::{MoveSent, Offered, offer};
use crate::games::protocol::{Protocol, TileSituation};
use crate::games::wishes::Wishes;

impl Protocol for GoldRush {
    type Situation = TileSituation;
    type Log = EventLog;
    type Offer = Offered;
    type Seen = Observation;

    fn tokens(setup: &Setup) -> Option<BTreeMap<u8, u8>> {
        Some(setup.tokens().counts().collect())
    }

    fn catalogue(setup: &Setup) -> Value {
        json!(CatalogueSent::new(setup.catalogue()))
    }

    fn situation(view: &View<State>) -> TileSituation {
        let table = view.table();
        TileSituation { phase: table.phase().name(), tile: name(table, table.hand()) }
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
