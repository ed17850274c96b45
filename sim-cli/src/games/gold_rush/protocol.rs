//! Bot protocol of Gold Rush, in both directions.

use std::collections::BTreeMap;

use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{GoldRush, Move, Observation, Setup, State};
use goldrush_engine::player::Player;
use serde_json::{Map, Value};

use super::catalogue::catalogue;
use super::legal_moves::{LegalMove, MoveSent, offer};
use crate::games::protocol::{Protocol, tile_items};
use crate::games::requested::RequestedFields;

impl Protocol for GoldRush {
    tile_items!();

    fn tokens(setup: &Setup) -> Option<BTreeMap<u8, u8>> {
        Some(setup.tokens().counts().collect())
    }

    fn offers(view: &View<State>, moves: &[Move], requested: &RequestedFields) -> Vec<LegalMove> {
        offer(view.table(), moves, requested)
    }

    fn state<'s>(setup: &'s Setup, seen: &Self::Observed) -> anyhow::Result<State<'s>> {
        let state = seen.scenario(setup)?.state(setup)?;
        if state.to_move().map(Player::index) != Some(seen.seat) {
            anyhow::bail!("it is not the turn of seat {}", seen.seat);
        }
        Ok(state)
    }

    fn offered(state: &State, mv: Move) -> Map<String, Value> {
        match serde_json::to_value(MoveSent::new(state, mv)) {
            Ok(Value::Object(sent)) => sent,
            sent => unreachable!("a move serializes to an object: {sent:?}"),
        }
    }
}
