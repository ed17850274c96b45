//! Ingots of completed features (M4, M5).

use goldrush_engine::carcassonne::Table;
use goldrush_engine::carcassonne::ingot_distribution::IngotDistribution;
use goldrush_engine::carcassonne::tiles::{TileMask, bit, tiles_in};
use goldrush_engine::landscape::TileId;
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::super::worth::Worth;
use super::{Deed, Turns};
use crate::landscape::{Seen, Totals};

impl Turns {
    /// M4, M5: adds the ingots taken at the end of the turn, by the automatic rule.
    pub(super) fn take_ingots<W: Worth>(
        &self,
        seen: &Seen<Table, W>,
        claims: &[TileMask; MAX_PLAYERS],
        second: Option<TileId>,
        totals: &mut Totals,
    ) {
        let all = claims.iter().fold(0, |all, claim| all | claim);
        let new = TileMask::from(self.landing.ingots) << self.landing.tile;
        let golden = (self.stakes.golden | new | second.map_or(0, bit)) & all;
        if golden == 0 {
            return;
        }
        let on = |tile: TileId| {
            let laid = if tile.0 == self.landing.tile { self.landing.ingots } else { 0 };
            seen.table.ingots_on(tile) + laid + u8::from(second == Some(tile))
        };
        let mut taking = IngotDistribution::new(&claims[..seen.players], golden, on);
        taking.take_all(seen.table.active());
        add_taken(&taking, seen, totals);
    }

    /// Evaluates each ingot that may be taken now, with the others taken by the automatic rule: calls `each` with the
    /// tile and its value.
    pub(super) fn claimable_ingots<W: Worth>(&mut self, seen: &Seen<Table, W>, mut each: impl FnMut(Deed, i32, u32)) {
        let table: &Table = seen.table;
        let claims = table.claims().as_slice();
        let golden = claims.iter().fold(0, |all, claim| all | claim) & self.stakes.golden;
        for from in tiles_in(table.claimable_ingots(seen.seat)) {
            let mut taking = IngotDistribution::new(claims, golden, |tile| table.ingots_on(tile));
            taking.take(seen.seat, from);
            taking.take_all(seen.seat.next(seen.players));
            let mut totals = self.base;
            add_taken(&taking, seen, &mut totals);
            each(Deed::Take(from), seen.margin(&totals), 1);
        }
    }
}

/// Adds the values of the ingots taken to each seat's total.
fn add_taken<W: Worth>(taking: &IngotDistribution, seen: &Seen<Table, W>, totals: &mut Totals) {
    for seat in Player::all(seen.players).filter(|&seat| taking.taken(seat) > 0) {
        let before = seen.table.collected(seat);
        totals[seat.index()] += seen.worth.ingots(before + taking.taken(seat)) - seen.worth.ingots(before);
    }
}
