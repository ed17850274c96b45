//! The Gold Mines: ingots on tiles, how they are taken, and their points (M1–M7).

use super::ingot_distribution::most_shared;
use super::rules::INGOTS;
use super::table::{Phase, Table};
use super::tiles::{TileMask, bit, tiles_in};
use super::{Carcassonne, Observer};
use crate::game::Points;
use crate::landscape::TileId;
use crate::landscape::grid::Cell;
use crate::player::{PerPlayer, Player, PlayerSet};

/// M7: returns the points of a number of ingots.
///
/// # Examples
///
/// ```
/// use goldrush_engine::carcassonne::ingots;
///
/// let worth: Vec<_> = [3, 4, 7, 10].map(ingots::ingot_points).into();
/// assert_eq!(worth, [3, 8, 21, 40]);
/// ```
pub fn ingot_points(ingots: u8) -> Points {
    let each = match ingots {
        0..=3 => 1,
        4..=6 => 2,
        7..=9 => 3,
        _ => 4,
    };
    each * Points::from(ingots)
}

/// Returns true if two cells are the same or touch, at a corner or more. Most are far apart in x already.
#[inline]
fn is_around(one: Cell, other: Cell) -> bool {
    one.x.abs_diff(other.x) <= 1 && one.y.abs_diff(other.y) <= 1
}

impl Table<'_> {
    /// Returns the tile on a cell and those around it, corners included.
    pub fn tiles_around(&self, cell: Cell) -> TileMask {
        let tiles = self.landscape.tiles().iter().enumerate();
        tiles
            .filter(|(_, tile)| is_around(tile.cell(), cell))
            .fold(0, |set, (at, _)| set | 1 << at)
    }

    /// M2: returns the number of ingots the tile in hand brings: one onto a gold tile and one onto a tile around it,
    /// while the supply lasts.
    #[inline]
    pub fn ingots_brought(&self) -> u8 {
        if self.setup.catalogue().kind(self.hand).gold {
            self.pieces.ingot_supply.min(2)
        } else {
            0
        }
    }

    /// M2: lays an ingot on a new gold tile; the player then chooses the tile for the second.
    #[inline]
    pub(super) fn lay_first_ingot(&mut self, tile: TileId) {
        let brought = self.ingots_brought();
        if brought > 0 {
            self.lay_ingot(tile);
        }
        if brought > 1 {
            self.phase = Phase::Ingot;
        }
    }

    /// M2: returns the tiles that the second ingot of the new tile may go to.
    pub fn ingot_targets(&self) -> TileMask {
        let newest = self.newest();
        self.tiles_around(self.landscape.tile(newest).cell()) & !bit(newest)
    }

    /// M2: lays the second ingot.
    pub fn lay_second_ingot(&mut self, on: TileId) {
        self.lay_ingot(on);
        self.phase = Phase::Follow;
    }

    fn lay_ingot(&mut self, on: TileId) {
        if self.pieces.ingot_supply > 0 {
            self.pieces.ingot_supply -= 1;
            self.pieces.ingots[on.index()] += 1;
        }
    }

    /// M4: lets these seats take the ingots on these tiles.
    pub(super) fn claim(&mut self, seats: PlayerSet, tiles: TileMask) {
        for seat in seats.iter() {
            self.pieces.claims[seat] |= tiles;
        }
    }

    /// Keeps the tiles that hold ingots.
    fn with_ingots(&self, tiles: TileMask) -> TileMask {
        tiles_in(tiles)
            .filter(|tile| self.ingots_on(*tile) > 0)
            .fold(0, |set, tile| set | bit(tile))
    }

    /// Returns the tiles from which a seat may take an ingot now.
    pub fn claimable_ingots(&self, seat: Player) -> TileMask {
        self.with_ingots(self.pieces.claims[seat])
    }

    /// Returns, while ingots are taken, the tiles from which each seat may take while they hold any.
    pub fn claims(&self) -> &PerPlayer<TileMask> {
        &self.pieces.claims
    }

    /// Returns the number of ingots in the supply.
    pub fn ingot_supply(&self) -> u8 {
        self.pieces.ingot_supply
    }

    /// M5: starts taking ingots with the player whose turn it is.
    #[inline]
    pub(super) fn start_taking<O: Observer<Carcassonne>>(&mut self, observer: &mut O) {
        if !self.rules().gold_mines
            || Player::all(self.players()).all(|seat| self.pieces.claims[seat] == 0)
        {
            return self.end_turn();
        }
        self.to_move = self.active;
        self.continue_taking(observer);
    }

    /// M5: lets each seat take one in turn order until none is left; stops where a seat has a choice.
    fn continue_taking<O: Observer<Carcassonne>>(&mut self, observer: &mut O) {
        loop {
            let claimants = Player::all(self.players())
                .filter(|seat| self.claimable_ingots(*seat) != 0)
                .count();
            if claimants == 0 {
                self.pieces.claims = PerPlayer::new(self.players(), 0);
                return self.end_turn();
            }
            let seat = self.to_move;
            let tiles = self.claimable_ingots(seat);
            if tiles != 0 && claimants > 1 && tiles.count_ones() > 1 && self.rules().choose_ingots {
                self.phase = Phase::Take;
                return;
            }
            if tiles != 0 {
                self.take_ingot(seat, self.most_shared(tiles), observer);
            }
            self.to_move = seat.next(self.players());
        }
    }

    /// M5, ruling: returns the tile shared by most claimants; if tied, the first laid.
    pub fn most_shared(&self, tiles: TileMask) -> TileId {
        most_shared(self.pieces.claims.as_slice(), tiles)
            .expect("at least one claimed tile has ingots")
    }

    /// M5: takes an ingot chosen by the seat to decide.
    pub fn take<O: Observer<Carcassonne>>(&mut self, from: TileId, observer: &mut O) {
        let seat = self.to_move;
        self.take_ingot(seat, from, observer);
        self.to_move = seat.next(self.players());
        self.continue_taking(observer);
    }

    fn take_ingot<O: Observer<Carcassonne>>(
        &mut self,
        seat: Player,
        from: TileId,
        observer: &mut O,
    ) {
        observer.on_gain(seat, self.landscape.tile(from).cell());
        self.pieces.ingots[from.index()] -= 1;
        self.pieces.collected[seat] += 1;
    }

    /// Returns the number of ingots on tiles, in the supply and collected; it is constant.
    pub fn count_ingots(&self) -> u8 {
        let on_tiles: u8 = self.pieces.ingots.iter().sum();
        let collected: u8 = Player::all(self.players())
            .map(|seat| self.pieces.collected[seat])
            .sum();
        on_tiles + collected + self.pieces.ingot_supply
    }
}

const _: () = assert!(INGOTS < u8::MAX);
