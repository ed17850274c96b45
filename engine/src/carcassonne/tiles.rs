//! Sets of laid tiles.

use crate::landscape::TileId;

/// Tiles by the order laid, as bits.
pub type TileMask = u128;

/// Returns the set of one tile.
pub fn bit(tile: TileId) -> TileMask {
    1 << tile.index()
}

/// Iterates over the tiles of a set, in the order laid.
///
/// # Examples
///
/// ```
/// use goldrush_engine::carcassonne::tiles::{bit, tiles_in};
/// use goldrush_engine::landscape::TileId;
///
/// let set = bit(TileId(3)) | bit(TileId(70));
/// assert_eq!(tiles_in(set).collect::<Vec<_>>(), [TileId(3), TileId(70)]);
/// ```
pub fn tiles_in(mut set: TileMask) -> impl Iterator<Item = TileId> {
    std::iter::from_fn(move || {
        let next = (set != 0).then(|| TileId(set.trailing_zeros() as u8));
        set &= set.wrapping_sub(1);
        next
    })
}
