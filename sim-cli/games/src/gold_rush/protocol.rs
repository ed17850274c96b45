//! Bot protocol of Gold Rush, in both directions.

use std::collections::BTreeMap;

use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{
    ActionRecord, FeatureKind, GoldRush, Move, Observation, Setup, State, Table,
};
use goldrush_engine::landscape::components::{FeatureId, SegmentId};
use goldrush_engine::landscape::ties::Ties;
use goldrush_engine::player::Player;
use serde_json::Value;

use super::catalogue::catalogue;
use super::legal_moves::{offer, sent};
use crate::features::{FeatureGame, FeatureOffer};
use crate::legal_moves::{LegalMove, MoveSent};
use crate::protocol::{Protocol, tile_items};
use crate::requested::RequestedFields;

impl Protocol for GoldRush {
    tile_items!();
    type MoveSent = MoveSent<ActionRecord>;
    type LegalMove = LegalMove<ActionRecord>;

    fn tokens(setup: &Setup) -> Option<BTreeMap<u8, u8>> {
        Some(setup.tokens().counts().collect())
    }

    fn offers(
        view: &View<State>,
        moves: &[Move],
        requested: &RequestedFields,
    ) -> Vec<Self::LegalMove> {
        offer(view, moves, requested)
    }

    fn state<'s>(setup: &'s Setup, seen: &Self::Observed) -> anyhow::Result<State<'s>> {
        let state = seen.scenario(setup)?.state(setup)?;
        if state.to_move().map(Player::index) != Some(seen.seat) {
            anyhow::bail!("it is not the turn of seat {}", seen.seat);
        }
        Ok(state)
    }

    fn sent(state: &State, mv: Move) -> Self::MoveSent {
        sent(state, mv)
    }
}

impl FeatureGame for GoldRush {
    fn pieces<'t>(table: &'t Table, seat: Player) -> Vec<(&'static str, &'t [SegmentId])> {
        vec![("cowboy", table.cowboys(seat)), ("tent", table.tents(seat))]
    }

    fn ties(table: &Table) -> Ties {
        table.setup().scoring().ties
    }

    fn offer(table: &Table, feature: FeatureId) -> FeatureOffer {
        let kind = table.kind(feature.segment());
        let word = table.word(feature);
        let (completed_points, at_the_end) = table.potential_points(feature.segment());
        // A feature that the new tile completed is scored at the end of the turn.
        let points = completed_points
            .filter(|_| word.is_complete())
            .unwrap_or(at_the_end);
        let gold = if kind == FeatureKind::Mountain {
            word.tokens()
        } else {
            0
        };
        FeatureOffer {
            open: word.open(),
            points,
            completed_points,
            gold,
        }
    }
}
