//! Ingots of what is complete (M4, M5).

use arrayvec::ArrayVec;
use goldrush_engine::carcassonne::Table;
use goldrush_engine::carcassonne::ingots::{bit, tiles_in};
use goldrush_engine::carcassonne::rules::INGOTS;
use goldrush_engine::carcassonne::table::Tiles;
use goldrush_engine::landscape::TileId;
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::super::worth::Worth;
use super::{Deed, Turns};
use crate::landscape::{Seen, Totals};

/// Ingots that are being taken.
struct Taking<'c> {
    /// Tiles from which each seat may take.
    claims: &'c [Tiles; MAX_PLAYERS],
    /// Tiles with the ingots left on them.
    left: ArrayVec<(Tiles, u8), { INGOTS as usize }>,
    players: usize,
    /// By seat.
    taken: [u8; MAX_PLAYERS],
}

impl Taking<'_> {
    /// A seat takes one from the tile that most claimants share, of several the first laid; false if it cannot.
    fn take_shared(&mut self, seat: Player) -> bool {
        let mine = |&(_, (tile, left)): &(usize, &(Tiles, u8))| *left > 0 && self.claims[seat.index()] & tile != 0;
        let sharing = |tile: Tiles| self.claims[..self.players].iter().filter(|claim| *claim & tile != 0).count();
        let best = self.left.iter().enumerate().filter(mine).rev().max_by_key(|(_, (tile, _))| sharing(*tile));
        let Some((at, _)) = best else { return false };
        self.take(seat, at);
        true
    }

    fn take(&mut self, seat: Player, at: usize) {
        self.left[at].1 -= 1;
        self.taken[seat.index()] += 1;
    }

    /// M5: one each in turn order, until none is left.
    fn take_all(&mut self, mut seat: Player) {
        let mut idle = 0;
        while idle < self.players {
            idle = if self.take_shared(seat) { 0 } else { idle + 1 };
            seat = seat.next(self.players);
        }
    }

    fn add_to<W: Worth>(&self, seen: &Seen<Table, W>, totals: &mut Totals) {
        for seat in Player::all(self.players).filter(|seat| self.taken[seat.index()] > 0) {
            let before = seen.table.collected(seat);
            let after = before + self.taken[seat.index()];
            totals[seat.index()] += seen.worth.ingots(after) - seen.worth.ingots(before);
        }
    }
}

impl Turns {
    /// M4, M5: adds the ingots that are taken when the turn ends, each by the rule that programs go by.
    pub(super) fn take_ingots<W: Worth>(
        &self,
        seen: &Seen<Table, W>,
        claims: &[Tiles; MAX_PLAYERS],
        second: Option<TileId>,
        totals: &mut Totals,
    ) {
        let all = claims.iter().fold(0, |all, claim| all | claim);
        let new = Tiles::from(self.landing.ingots) << self.landing.tile;
        let golden = (self.stakes.golden | new | second.map_or(0, bit)) & all;
        if golden == 0 {
            return;
        }
        let on = |tile: TileId| {
            let laid = if tile.0 == self.landing.tile { self.landing.ingots } else { 0 };
            seen.table.ingots_on(tile) + laid + u8::from(second == Some(tile))
        };
        let left = tiles_in(golden).map(|tile| (bit(tile), on(tile))).collect();
        let mut taking = Taking { claims, left, players: seen.players, taken: [0; MAX_PLAYERS] };
        taking.take_all(seen.table.active());
        taking.add_to(seen, totals);
    }

    /// Values each ingot that may be taken now, the others taken by the rule that programs go by: tells `each` the tile
    /// and its value.
    pub(super) fn takings<W: Worth>(&mut self, seen: &Seen<Table, W>, mut each: impl FnMut(Deed, i32, u32)) {
        let table: &Table = seen.table;
        let mut claims = [0; MAX_PLAYERS];
        for seat in Player::all(seen.players) {
            claims[seat.index()] = table.claims(seat);
        }
        let all = claims.iter().fold(0, |all, claim| all | claim) & self.stakes.golden;
        for from in tiles_in(table.takings(seen.seat)) {
            let left = tiles_in(all).map(|tile| (bit(tile), table.ingots_on(tile))).collect();
            let mut taking = Taking { claims: &claims, left, players: seen.players, taken: [0; MAX_PLAYERS] };
            let at = taking.left.iter().position(|(tile, _)| *tile == bit(from)).expect("it bears ingots");
            taking.take(seen.seat, at);
            taking.take_all(seen.seat.next(seen.players));
            let mut totals = self.base;
            taking.add_to(seen, &mut totals);
            each(Deed::Take(from), seen.margin(&totals), 1);
        }
    }
}
