//! Ingots that are taken without a choice (M5).

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::rules::INGOTS;
use super::tiles::{Tiles, bit, tiles_in};
use crate::landscape::TileId;
use crate::player::{MAX_PLAYERS, Player};

/// M5, ruling: returns the tile that most of the claims share, of several the first laid.
pub(super) fn most_shared(claims: &[Tiles], tiles: Tiles) -> Option<TileId> {
    let sharing = |tile: &TileId| claims.iter().filter(|&claim| claim & bit(*tile) != 0).count();
    tiles_in(tiles).max_by_key(|tile| (sharing(tile), Reverse(tile.0)))
}

/// Ingots that are being taken, as they would be if these were the claims.
///
/// # Examples
///
/// ```
/// use goldrush_engine::carcassonne::taking::Taking;
/// use goldrush_engine::carcassonne::tiles::bit;
/// use goldrush_engine::landscape::TileId;
/// use goldrush_engine::player::Player;
///
/// // Two ingots lie on tile 1 and one on tile 2. The first seat may take from both tiles, the second from tile 1.
/// let (one, two) = (TileId(1), TileId(2));
/// let claims = [bit(one) | bit(two), bit(one)];
/// let mut taking = Taking::new(&claims, bit(one) | bit(two), |tile| if tile == one { 2 } else { 1 });
/// taking.take_all(Player::FIRST);
/// assert_eq!(Player::all(2).map(|seat| taking.taken(seat)).collect::<Vec<_>>(), [2, 1]);
/// ```
pub struct Taking<'c> {
    /// By seat: the tiles from which it may take.
    claims: &'c [Tiles],
    /// The tiles that bear ingots.
    golden: Tiles,
    /// So many.
    left: ArrayVec<(TileId, u8), { INGOTS as usize }>,
    /// By seat.
    taken: [u8; MAX_PLAYERS],
}

impl<'c> Taking<'c> {
    /// With the claims of each seat, and the tiles that bear ingots, `on` of which tells how many.
    pub fn new(claims: &'c [Tiles], golden: Tiles, on: impl Fn(TileId) -> u8) -> Taking<'c> {
        let left = tiles_in(golden).map(|tile| (tile, on(tile))).collect();
        Taking { claims, golden, left, taken: [0; MAX_PLAYERS] }
    }

    /// Returns a seat takes one from a tile that bears ingots.
    pub fn take(&mut self, seat: Player, from: TileId) {
        let (_, left) = self.left.iter_mut().find(|(tile, _)| *tile == from).expect("the tile bears ingots");
        *left -= 1;
        if *left == 0 {
            self.golden &= !bit(from);
        }
        self.taken[seat.index()] += 1;
    }

    /// M5: each takes one in turn order, beginning with `seat`, until none is left; from the tile that most share.
    pub fn take_all(&mut self, mut seat: Player) {
        let mut idle = 0;
        while idle < self.claims.len() {
            idle += 1;
            if let Some(from) = most_shared(self.claims, self.claims[seat.index()] & self.golden) {
                self.take(seat, from);
                idle = 0;
            }
            seat = seat.next(self.claims.len());
        }
    }

    /// Returns the number of a seat has taken.
    pub fn taken(&self, seat: Player) -> u8 {
        self.taken[seat.index()]
    }
}
