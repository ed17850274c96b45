//! Sets of tiles that lie.

use crate::landscape::TileId;

/// Tiles by the order laid, as bits.
pub type Tiles = u128;

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
