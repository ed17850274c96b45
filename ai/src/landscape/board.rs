//! Common interface of the tables of landscape games.

use goldrush_engine::landscape::Landscape;
use goldrush_engine::landscape::frontier::Slot;
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::landscape::tile::{KindId, TileSet};
use goldrush_engine::player::Player;

/// Open cell and rotation for the tile in hand.
pub type Placement = (Slot, Rotation);

/// Public table of a landscape game.
pub trait Board {
    /// Returns tiles, open cells and features.
    fn landscape(&self) -> &Landscape;

    /// Returns the kernel's tables of all tiles in play.
    fn tiles(&self) -> &TileSet;

    /// Returns the kind of tile to be laid, or just laid.
    fn hand(&self) -> KindId;

    /// Returns the number of tiles of a kind left to draw, without the one in hand.
    fn left(&self, kind: KindId) -> u8;

    /// Returns the number of tiles left to draw, without the one in hand.
    fn tiles_left(&self) -> usize;

    /// Iterates over the kinds that could have been drawn, including the tile in hand, with their numbers of copies.
    fn possible_draws(&self) -> impl Iterator<Item = (KindId, u8)>;

    /// Returns the tile in hand to the counts by kind, so that the table is as publicly known before the draw.
    fn return_hand(&mut self);

    /// Gives a seat the turn and a tile to lay.
    fn set_hypothetical_draw(&mut self, seat: Player, kind: KindId);

    /// Returns the number of seats.
    fn players(&self) -> usize;

    /// Returns the seat to decide.
    fn seat(&self) -> Player;

    /// Returns the number of placements of the tile in hand.
    fn count_placements(&self) -> u32;

    /// Returns true at the start of a turn, when the tile in hand must be laid.
    fn is_placing(&self) -> bool;

    /// Returns true if the game is over.
    fn is_over(&self) -> bool;
}

/// Implements [`Board`] for the table of a game with methods of the same names and a phase type.
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
