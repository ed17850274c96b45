//! Ingots taken without choices (M5).

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::rules::INGOTS;
use super::tiles::{TileMask, bit, tiles_in};
use crate::landscape::TileId;
use crate::player::{MAX_PLAYERS, Player};

/// M5, ruling: returns the tile shared by most claims; if tied, the first laid.
pub(super) fn most_shared(claims: &[TileMask], tiles: TileMask) -> Option<TileId> {
    tiles_in(tiles).max_by_key(|tile| (count_claims(claims, *tile), Reverse(tile.0)))
}

#[inline]
fn count_claims(claims: &[TileMask], tile: TileId) -> usize {
    claims
        .iter()
        .filter(|&claim| claim & bit(tile) != 0)
        .count()
}

/// Simulation of players taking ingots under hypothetical claims.
///
/// # Examples
///
/// ```
/// use goldrush_engine::carcassonne::ingot_distribution::IngotDistribution;
/// use goldrush_engine::carcassonne::tiles::bit;
/// use goldrush_engine::landscape::TileId;
/// use goldrush_engine::player::Player;
///
/// // Two ingots lie on tile 1 and one on tile 2. The first seat may take from both tiles, the second from tile 1.
/// let (one, two) = (TileId(1), TileId(2));
/// let claims = [bit(one) | bit(two), bit(one)];
/// let mut taking = IngotDistribution::new(&claims, bit(one) | bit(two), |tile| if tile == one { 2 } else { 1 });
/// taking.take_all(Player::FIRST);
/// assert_eq!(Player::all(2).map(|seat| taking.taken(seat)).collect::<Vec<_>>(), [2, 1]);
/// ```
pub struct IngotDistribution<'c> {
    /// Tiles from which each seat may take.
    claims: &'c [TileMask],
    /// Tiles with ingots.
    golden: TileMask,
    /// Remaining ingots by tile.
    left: ArrayVec<(TileId, u8), { INGOTS as usize }>,
    /// Ingots taken by seat.
    taken: [u8; MAX_PLAYERS],
}

impl<'c> IngotDistribution<'c> {
    /// Starts with the claims of each seat and the tiles with ingots; `on` returns the number on a tile.
    pub fn new(
        claims: &'c [TileMask],
        golden: TileMask,
        on: impl Fn(TileId) -> u8,
    ) -> IngotDistribution<'c> {
        let left = tiles_in(golden).map(|tile| (tile, on(tile))).collect();
        IngotDistribution {
            claims,
            golden,
            left,
            taken: [0; MAX_PLAYERS],
        }
    }

    /// Takes one ingot for a seat from a tile that holds some.
    pub fn take(&mut self, seat: Player, from: TileId) {
        let (_, left) = self
            .left
            .iter_mut()
            .find(|(tile, _)| *tile == from)
            .expect("the claimed tile still has ingots");
        *left -= 1;
        if *left == 0 {
            self.golden &= !bit(from);
        }
        self.taken[seat.index()] += 1;
    }

    /// M5: each seat takes one in turn order from its most shared tile, starting with `seat`, until none is left.
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

    /// Returns the number of ingots taken by a seat.
    pub fn taken(&self, seat: Player) -> u8 {
        self.taken[seat.index()]
    }
}
