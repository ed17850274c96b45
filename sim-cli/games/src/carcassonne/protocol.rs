//! Bot protocol of Carcassonne, in both directions.

use goldrush_engine::carcassonne::monastery::{self, NEIGHBORS};
use goldrush_engine::carcassonne::tiles::tiles_in;
use goldrush_engine::carcassonne::{
    Carcassonne, FeatureKind, Move, Observation, Setup, State, Table,
};
use goldrush_engine::game::View;
use goldrush_engine::landscape::components::{FeatureId, SegmentId};
use goldrush_engine::landscape::ties::Ties;
use goldrush_engine::player::Player;
use serde_json::Value;

use super::catalogue::catalogue;
use super::legal_moves::{ActionSent, offer, sent};
use crate::features::{FeatureGame, FeatureOffer};
use crate::legal_moves::{LegalMove, MoveSent};
use crate::protocol::{Protocol, tile_items};
use crate::requested::RequestedFields;

impl Protocol for Carcassonne {
    tile_items!();
    type MoveSent = MoveSent<ActionSent>;
    type LegalMove = LegalMove<ActionSent>;

    fn offers(
        view: &View<State>,
        moves: &[Move],
        requested: &RequestedFields,
    ) -> Vec<Self::LegalMove> {
        offer(view, moves, requested)
    }

    fn state<'s>(setup: &'s Setup, seen: &Self::Observed) -> anyhow::Result<State<'s>> {
        seen.state(setup).map_err(anyhow::Error::msg)
    }

    fn sent(state: &State, mv: Move) -> Self::MoveSent {
        sent(state.table(), mv)
    }
}

impl FeatureGame for Carcassonne {
    fn pieces<'t>(table: &'t Table, seat: Player) -> Vec<(&'static str, &'t [SegmentId])> {
        vec![("follower", table.followers(seat))]
    }

    fn ties(table: &Table) -> Ties {
        table.rules().ties
    }

    fn offer(table: &Table, feature: FeatureId) -> FeatureOffer {
        let kind = table.kind(feature.segment());
        let word = table.word(feature);
        let (mut completed_points, at_the_end) = table.potential_points(feature.segment());
        let mut open = word.open();
        let mut tiles = table.landscape().features().tile_set(feature);
        if kind == FeatureKind::Monastery {
            let cell = table.landscape().tile_of(feature.segment()).cell();
            (open, tiles) = (NEIGHBORS - table.neighbors(cell), table.tiles_around(cell));
            let is_scored = open == 0 && word.pieces().is_empty();
            completed_points = (!is_scored).then(|| monastery::points(NEIGHBORS, table.rules()));
        }
        // A feature that the new tile completed is scored at the end of the turn.
        let points = completed_points.filter(|_| open == 0).unwrap_or(at_the_end);
        // Fields have no part in the ingots (M4).
        let tiles = if kind == FeatureKind::Field { 0 } else { tiles };
        let gold = tiles_in(tiles).map(|tile| table.ingots_on(tile)).sum();
        FeatureOffer {
            open,
            points,
            completed_points,
            gold,
        }
    }
}
