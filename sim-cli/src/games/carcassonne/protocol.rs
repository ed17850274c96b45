//! Bot protocol of Carcassonne, in both directions.

use goldrush_engine::carcassonne::{Carcassonne, Move, Observation, Setup, State};
use goldrush_engine::game::View;
use serde_json::Value;

use super::catalogue::catalogue;
use super::legal_moves::{LegalMove, offer};
use crate::games::protocol::{Protocol, tile_items};
use crate::games::requested::RequestedFields;

impl Protocol for Carcassonne {
    tile_items!();

    fn offers(view: &View<State>, moves: &[Move], requested: &RequestedFields) -> Vec<LegalMove> {
        offer(view, moves, requested)
    }

    fn state<'s>(setup: &'s Setup, seen: &Self::Observed) -> anyhow::Result<State<'s>> {
        seen.state(setup).map_err(anyhow::Error::msg)
    }
}
