//! Ingots of completed features (M4, M5).

use goldrush_engine::carcassonne::Table;
use goldrush_engine::carcassonne::ingot_distribution::IngotDistribution;
use goldrush_engine::carcassonne::tiles::{TileMask, bit, tiles_in};
use goldrush_engine::landscape::TileId;
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::super::feature_values::FeatureValues;
use super::{TurnAction, Turns};
use crate::landscape::{Perspective, Totals};

impl Turns {
    /// M4, M5: adds the ingots taken at the end of the turn, by the automatic rule.
    pub(super) fn take_ingots<W: FeatureValues>(
        &self,
        perspective: &Perspective<Table, W>,
        claims: &[TileMask; MAX_PLAYERS],
        second: Option<TileId>,
        totals: &mut Totals,
    ) {
        let all = claims.iter().fold(0, |all, claim| all | claim);
        let new = TileMask::from(self.context.ingots) << self.context.tile;
        let golden = (self.table_features.ingots.tiles() | new | second.map_or(0, bit)) & all;
        if golden == 0 {
            return;
        }
        let mut taking =
            IngotDistribution::new(&claims[..perspective.players], golden, |tile: TileId| {
                let laid = if tile.0 == self.context.tile {
                    self.context.ingots
                } else {
                    0
                };
                perspective.table.ingots_on(tile) + laid + u8::from(second == Some(tile))
            });
        taking.take_all(perspective.table.active());
        add_taken(&taking, perspective, totals);
    }

    /// Evaluates each ingot that may be taken now, with the others taken by the automatic rule: calls `each` with the
    /// tile and its value.
    pub(super) fn claimable_ingots<W: FeatureValues>(
        &mut self,
        perspective: &Perspective<Table, W>,
        mut each: impl FnMut(TurnAction, i32, u32),
    ) {
        let table: &Table = perspective.table;
        let claims = table.claims().as_slice();
        let golden =
            claims.iter().fold(0, |all, claim| all | claim) & self.table_features.ingots.tiles();
        for from in tiles_in(table.claimable_ingots(perspective.seat)) {
            let mut taking = IngotDistribution::new(claims, golden, |tile| table.ingots_on(tile));
            taking.take(perspective.seat, from);
            taking.take_all(perspective.seat.next(perspective.players));
            let mut totals = self.base;
            add_taken(&taking, perspective, &mut totals);
            each(TurnAction::Take(from), perspective.margin(&totals), 1);
        }
    }
}

/// Adds the values of the ingots taken to each seat's total.
fn add_taken<W: FeatureValues>(
    taking: &IngotDistribution,
    perspective: &Perspective<Table, W>,
    totals: &mut Totals,
) {
    for seat in Player::all(perspective.players).filter(|&seat| taking.taken(seat) > 0) {
        let before = perspective.table.collected(seat);
        totals[seat.index()] += perspective.values.ingots(before + taking.taken(seat))
            - perspective.values.ingots(before);
    }
}
