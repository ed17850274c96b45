//! Values of turns at the root of a search, so that playouts first examine the most promising ones.
//!
//! A placement is unchanged if its cell has the same neighboring tiles, the features ending there are the same, and so
//! are the claims in the prairies and fields beside it (unclaimed ones change with nearly every tile and are ignored).
//! The gain in margin of an unchanged placement has changed at most by the gain possible elsewhere and the price of a
//! piece. So a playout evaluates all changed placements, then the unchanged ones in the root's order until none of the
//! rest can beat the best so far. Not handled: unclaimed prairies and fields, tents, and cells elsewhere that became
//! harder to fill.

use std::cmp::Reverse;

use goldrush_engine::landscape::frontier::Slot;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::landscape::table::Table;
use goldrush_engine::landscape::tile::{KindId, MAX_KINDS};
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::{
    BaseEvaluation, LandscapeGame, OpenCells, Perspective, Placement, PlacementIndependent,
    TurnEvaluator,
};

/// Root placements of every kind that may come, for every seat.
#[derive(Clone)]
pub(super) struct RootEvaluations {
    cells: OpenCells,
    /// By seat and kind: end of its placements in the list.
    ends: [[u32; MAX_KINDS]; MAX_PLAYERS],
    /// By seat.
    placement_independent: [PlacementIndependent; MAX_PLAYERS],
    /// By seat, then kind, then descending gain.
    placements: Vec<RootPlacement>,
}

/// Placement with its value at the root.
#[derive(Clone, Copy)]
pub(super) struct RootPlacement {
    /// Gain in margin of its best turn.
    pub(super) gain: i32,
    pub(super) slot: Slot,
    pub(super) rotation: Rotation,
}

impl Default for RootEvaluations {
    fn default() -> RootEvaluations {
        RootEvaluations {
            cells: OpenCells::default(),
            ends: [[0; MAX_KINDS]; MAX_PLAYERS],
            placement_independent: [PlacementIndependent::default(); MAX_PLAYERS],
            placements: Vec::new(),
        }
    }
}

impl RootEvaluations {
    /// Evaluates every placement of every kind that may come on a table, for every seat. Leaves the table with another
    /// tile in hand.
    pub(super) fn set_table<G: LandscapeGame>(
        &mut self,
        evaluator: &G::Evaluator,
        turns: &mut G::Turns,
        table: &mut Table<'_, G>,
    ) {
        let mut may_come = 0_u64;
        table
            .possible_draws()
            .for_each(|(kind, _)| may_come |= 1 << kind.index());
        self.placements.clear();
        for seat in Player::all(table.players()) {
            for kind in (0..MAX_KINDS).map(|kind| KindId(kind as u8)) {
                if may_come >> kind.index() & 1 == 1 {
                    table.set_hypothetical_draw(seat, kind);
                    self.value::<G>(evaluator, turns, table);
                }
                self.ends[seat.index()][kind.index()] = self.placements.len() as u32;
            }
        }
        self.cells.use_as_reference(turns.cells());
        self.cells.read_claims(table);
    }

    /// Evaluates the placements of the tile in hand.
    fn value<G: LandscapeGame>(
        &mut self,
        evaluator: &G::Evaluator,
        turns: &mut G::Turns,
        table: &Table<'_, G>,
    ) {
        let perspective = &Perspective::new(table, evaluator);
        turns.set_table(perspective);
        let before = perspective.margin(turns.totals());
        self.placement_independent[perspective.seat.index()] =
            turns.placement_independent(perspective);
        let start = self.placements.len();
        table.for_each_placement(|slot, rotation| {
            let mut best = i32::MIN;
            turns.evaluate_placement(perspective, (slot, rotation), i32::MIN, |_, value, _| {
                best = best.max(value);
            });
            self.placements.push(RootPlacement {
                gain: best - before,
                slot,
                rotation,
            });
        });
        self.placements[start..]
            .sort_unstable_by_key(|one| (Reverse(one.gain), one.slot, one.rotation));
    }

    /// Returns the open cells of the root.
    pub(super) fn cells(&self) -> &OpenCells {
        &self.cells
    }

    /// Returns a seat's effects at the root that do not depend on the placement.
    #[inline]
    pub(super) fn placement_independent(&self, seat: Player) -> PlacementIndependent {
        self.placement_independent[seat.index()]
    }

    /// Returns the root placements of a kind for a seat, best first.
    #[inline]
    pub(super) fn placements(&self, seat: Player, kind: KindId) -> &[RootPlacement] {
        let at = seat.index() * MAX_KINDS + kind.index();
        let ends = self.ends.as_flattened();
        let start = at.checked_sub(1).map_or(0, |before| ends[before]);
        &self.placements[start as usize..ends[at] as usize]
    }
}

impl RootPlacement {
    /// Returns slot and rotation.
    pub(super) fn placement(&self) -> Placement {
        (self.slot, self.rotation)
    }
}
