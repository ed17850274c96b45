//! Pieces of all seats in one feature, packed in one word, and the majority among them.
//!
//! ```
//! use goldrush_engine::landscape::components::FeatureWord;
//! use goldrush_engine::player::Player;
//!
//! let (one, other) = (Player::FIRST, Player::FIRST.next(2));
//! let pieces = FeatureWord::EMPTY.with_piece(one).with_piece(other).with_piece(other).pieces();
//! assert_eq!((pieces.count(one), pieces.count(other)), (1, 2));
//! assert_eq!(pieces.majority().iter().collect::<Vec<_>>(), [other]);
//! ```

use std::num::NonZero;

use crate::player::{MAX_PLAYERS, Player, PlayerSet};

/// Maximum number of pieces of one seat in a feature.
pub const MAX_PIECES: usize = 7;

/// Number of pieces of each seat in a feature: three bits per seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct PieceCounts(u16);

impl PieceCounts {
    /// Bits taken up in a feature's word.
    pub(super) const BITS: u32 = 3 * MAX_PLAYERS as u32;

    #[inline]
    pub(super) fn from_bits(bits: u16) -> PieceCounts {
        PieceCounts(bits)
    }

    /// Returns one piece of a seat.
    #[inline]
    pub fn one(player: Player) -> PieceCounts {
        PieceCounts(1 << (3 * player.index()))
    }

    /// Returns the bits in a feature's word.
    #[inline]
    pub(super) fn bits(self) -> u16 {
        self.0
    }

    /// Returns the pieces of two features, at most [`MAX_PIECES`] of a seat.
    #[inline]
    pub fn together(self, other: PieceCounts) -> PieceCounts {
        PieceCounts(self.0 + other.0)
    }

    /// Returns true if there is no piece.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the pieces of the other seats.
    #[inline]
    pub fn without(self, player: Player) -> PieceCounts {
        PieceCounts(self.0 & !(7 << (3 * player.index())))
    }

    /// Returns the number of pieces of a seat, 0 to 7.
    #[inline]
    pub fn count(self, player: Player) -> u8 {
        self.count_at(player.index())
    }

    /// Like [`PieceCounts::count`], by position in playing order, 0 to 4.
    #[inline]
    pub fn count_at(self, seat: usize) -> u8 {
        (self.0 >> (3 * seat) & 7) as u8
    }

    /// Calls `each` with the position in playing order and the number of pieces of every seat that has any.
    #[inline]
    pub fn for_each_seat(self, mut each: impl FnMut(usize, u8)) {
        let mut rest = self.0;
        while let Some(left) = NonZero::new(rest) {
            let seat = left.trailing_zeros() as usize / 3;
            each(seat % MAX_PLAYERS, self.count_at(seat));
            rest &= !(7 << (3 * seat));
        }
    }

    /// Returns the seats with the most pieces: several if tied, empty without pieces.
    #[inline]
    pub fn majority(self) -> PlayerSet {
        if self.0.is_power_of_two() {
            return PlayerSet::of_index(self.0.trailing_zeros() / 3);
        }
        let mut most = 1;
        let mut leaders = PlayerSet::EMPTY;
        let mut rest = self.0;
        for player in Player::all(MAX_PLAYERS) {
            if rest == 0 {
                break;
            }
            let count = rest & 7;
            rest >>= 3;
            if count > most {
                most = count;
                leaders = PlayerSet::EMPTY;
            }
            if count == most {
                leaders.insert(player);
            }
        }
        leaders
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(counts: &[u16]) -> PieceCounts {
        PieceCounts(counts.iter().rev().fold(0, |word, n| word << 3 | n))
    }

    #[test]
    fn majority_includes_all_tied_seats_and_nobody_in_an_empty_feature() {
        let leaders = |counts: &[u16]| {
            pieces(counts)
                .majority()
                .iter()
                .map(Player::index)
                .collect::<Vec<_>>()
        };
        assert_eq!(leaders(&[0, 0]), [0; 0]);
        assert_eq!(leaders(&[1, 1]), [0, 1]);
        assert_eq!(leaders(&[1, 2, 2]), [1, 2]);
        assert_eq!(leaders(&[0, 1, 0, 0, 7]), [4]);
        assert_eq!(leaders(&[3, 3, 3, 3, 3]), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn counts_of_seats_do_not_overlap() {
        let f = pieces(&[7, 0, 7, 1, 7]);
        assert_eq!(
            Player::all(5).map(|p| f.count(p)).collect::<Vec<_>>(),
            [7, 0, 7, 1, 7]
        );
    }
}
