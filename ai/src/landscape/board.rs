//! What every game of landscapes tells of its table in the same words.

use goldrush_engine::landscape::Landscape;
use goldrush_engine::landscape::frontier::Slot;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::landscape::tile::{KindId, TileSet};
use goldrush_engine::player::Player;

/// Where the tile in hand can be laid, and at which angle.
pub type Placement = (Slot, Rotation);

/// What lies on the table in a game of landscapes.
pub trait Board {
    /// Tiles, open cells and features.
    fn landscape(&self) -> &Landscape;

    /// Returns the kernel's tables of all tiles played with.
    fn tiles(&self) -> &TileSet;

    /// Returns the kind drawn and to be laid, or just laid.
    fn hand(&self) -> KindId;

    /// Returns the number of tiles of a kind are left to draw, the drawn one not counted.
    fn left(&self, kind: KindId) -> u8;

    /// Returns the number of tiles are left to draw, the drawn one not counted.
    fn tiles_left(&self) -> usize;

    /// What could have been drawn instead of the tile in hand, and that tile: each kind with the number of its copies.
    fn possible_draws(&self) -> impl Iterator<Item = (KindId, u8)>;

    /// Puts the tile in hand back among those that can be drawn, so that the table is as all knew it before the draw.
    fn return_hand(&mut self);

    /// Imagines that this seat has this tile to lay.
    fn set_hypothetical_draw(&mut self, seat: Player, kind: KindId);

    /// Returns the number of seats.
    fn players(&self) -> usize;

    /// Whose decision it is.
    fn seat(&self) -> Player;

    /// In how many ways the tile in hand can be laid.
    fn count_placements(&self) -> u32;

    /// Returns true if the tile in hand is to be laid next: a turn begins.
    fn is_placing(&self) -> bool;

    /// Returns true if the game has ended.
    fn is_over(&self) -> bool;
}

/// Makes the table of a game a [`Board`], out of its methods of the same names and its phases.
macro_rules! board {
    ($table:ty, $phase:ty) => {
        impl $crate::landscape::Board for $table {
            #[inline]
            fn landscape(&self) -> &goldrush_engine::landscape::Landscape {
                self.landscape()
            }

            #[inline]
            fn tiles(&self) -> &goldrush_engine::landscape::tile::TileSet {
                self.setup().catalogue().tiles()
            }

            #[inline]
            fn hand(&self) -> goldrush_engine::landscape::tile::KindId {
                self.hand()
            }

            #[inline]
            fn left(&self, kind: goldrush_engine::landscape::tile::KindId) -> u8 {
                self.left(kind)
            }

            fn tiles_left(&self) -> usize {
                self.tiles_left()
            }

            fn possible_draws(&self) -> impl Iterator<Item = (goldrush_engine::landscape::tile::KindId, u8)> {
                self.possible_draws()
            }

            #[inline]
            fn return_hand(&mut self) {
                self.return_hand();
            }

            #[inline]
            fn set_hypothetical_draw(
                &mut self,
                seat: goldrush_engine::player::Player,
                kind: goldrush_engine::landscape::tile::KindId,
            ) {
                self.set_hypothetical_draw(seat, kind);
            }

            #[inline]
            fn players(&self) -> usize {
                self.players()
            }

            #[inline]
            fn seat(&self) -> goldrush_engine::player::Player {
                self.seat()
            }

            #[inline]
            fn count_placements(&self) -> u32 {
                self.count_placements()
            }

            #[inline]
            fn is_placing(&self) -> bool {
                self.phase() == <$phase>::Place
            }

            #[inline]
            fn is_over(&self) -> bool {
                self.phase() == <$phase>::Over
            }
        }
    };
}
pub(crate) use board;
