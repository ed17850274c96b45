//! The Gold Mines: ingots on tiles, who takes them, and what they are worth (M1–M7).

use super::monastery::touch;
use super::rules::INGOTS;
use super::table::{Phase, Table, Tiles};
use crate::game::Points;
use crate::landscape::TileId;
use crate::landscape::grid::Cell;
use crate::player::{Player, PlayerSet};

/// M7: the worth of so many ingots.
pub fn worth(ingots: u8) -> Points {
    let each = match ingots {
        0..=3 => 1,
        4..=6 => 2,
        7..=9 => 3,
        _ => 4,
    };
    each * Points::from(ingots)
}

/// A set of one tile.
pub fn bit(tile: TileId) -> Tiles {
    1 << tile.index()
}

/// The tiles of a set, in the order laid.
pub fn tiles_in(mut set: Tiles) -> impl Iterator<Item = TileId> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| TileId(set.trailing_zeros() as u8));
        set &= set.wrapping_sub(1);
        next
    })
}

impl Table<'_> {
    /// The tile on a cell and those around it, corners included.
    pub fn tiles_around(&self, cell: Cell) -> Tiles {
        let near = |tile: Cell| tile == cell || touch(tile, cell);
        let tiles = self.landscape.tiles().iter().enumerate();
        tiles.filter(|(_, tile)| near(tile.cell())).fold(0, |set, (at, _)| set | 1 << at)
    }

    /// M2: an ingot onto a new gold tile; where the second goes is to be decided.
    pub(super) fn lay_first_ingot(&mut self, tile: TileId) {
        self.lay_ingot(tile);
        if self.ingot_supply > 0 {
            self.phase = Phase::Ingot;
        }
    }

    /// M2: where the second ingot of the new tile may go.
    pub fn ingot_targets(&self) -> Tiles {
        let newest = self.newest();
        self.tiles_around(self.landscape.tile(newest).cell()) & !bit(newest)
    }

    /// M2: the second ingot.
    pub fn lay_second_ingot(&mut self, on: TileId) {
        self.lay_ingot(on);
        self.phase = Phase::Follow;
    }

    fn lay_ingot(&mut self, on: TileId) {
        if self.ingot_supply > 0 {
            self.ingot_supply -= 1;
            self.ingots[on.index()] += 1;
        }
    }

    /// M4: these seats may take the ingots on these tiles.
    pub(super) fn claim(&mut self, seats: PlayerSet, tiles: Tiles) {
        for seat in seats.iter() {
            self.claims[seat] |= tiles;
        }
    }

    /// Tiles of a set that hold ingots.
    fn with_ingots(&self, tiles: Tiles) -> Tiles {
        tiles_in(tiles).filter(|tile| self.ingots_on(*tile) > 0).fold(0, |set, tile| set | bit(tile))
    }

    /// The tiles from which a seat may take an ingot now.
    pub fn takings(&self, seat: Player) -> Tiles {
        self.with_ingots(self.claims[seat])
    }

    /// The tiles from which a seat may take ingots as long as there are any, while they are taken.
    pub fn claims(&self, seat: Player) -> Tiles {
        self.claims[seat]
    }

    /// Ingots in the supply.
    pub fn ingot_supply(&self) -> u8 {
        self.ingot_supply
    }

    /// M5: beginning with the player whose turn it is.
    #[inline]
    pub(super) fn begin_taking(&mut self) {
        if !self.rules().gold_mines || Player::all(self.players()).all(|seat| self.claims[seat] == 0) {
            return self.end_turn();
        }
        self.to_move = self.active;
        self.go_on_taking();
    }

    /// M5: in turn order each takes one, until none is left. Stops where somebody has a choice.
    fn go_on_taking(&mut self) {
        loop {
            let takings = |seat: &Player| self.takings(*seat) != 0;
            let claimants = Player::all(self.players()).filter(takings).count();
            if claimants == 0 {
                self.claims = crate::player::PerPlayer::new(self.players(), 0);
                return self.end_turn();
            }
            let seat = self.to_move;
            let tiles = self.takings(seat);
            if tiles != 0 && claimants > 1 && tiles.count_ones() > 1 && self.rules().choose_ingots {
                self.phase = Phase::Take;
                return;
            }
            if tiles != 0 {
                self.take_ingot(seat, self.most_shared(tiles));
            }
            self.to_move = seat.next(self.players());
        }
    }

    /// M5, ruling: the tile that most claimants share, of several the first laid.
    pub fn most_shared(&self, tiles: Tiles) -> TileId {
        let sharing = |tile: &TileId| Player::all(self.players()).filter(|p| self.claims[*p] & bit(*tile) != 0).count();
        // `max_by_key` would give the last.
        let most = tiles_in(tiles).map(|tile| sharing(&tile)).max();
        tiles_in(tiles).find(|tile| Some(sharing(tile)) == most).expect("there is a tile to take from")
    }

    /// M5: a choice of the seat whose decision it is.
    pub fn take(&mut self, from: TileId) {
        let seat = self.to_move;
        self.take_ingot(seat, from);
        self.to_move = seat.next(self.players());
        self.go_on_taking();
    }

    fn take_ingot(&mut self, seat: Player, from: TileId) {
        self.ingots[from.index()] -= 1;
        self.collected[seat] += 1;
    }

    /// Ingots on tiles, in the supply and collected: always the same number in all.
    pub fn count_ingots(&self) -> u8 {
        let on_tiles: u8 = self.ingots.iter().sum();
        let collected: u8 = Player::all(self.players()).map(|seat| self.collected[seat]).sum();
        on_tiles + collected + self.ingot_supply
    }
}

const _: () = assert!(INGOTS < u8::MAX);
