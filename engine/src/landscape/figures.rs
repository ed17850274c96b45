//! The figures standing in one feature, of all seats, packed in one word; and who has the majority.
//!
//! ```
//! use goldrush_engine::landscape::components::Word;
//! use goldrush_engine::player::Player;
//!
//! let (one, other) = (Player::FIRST, Player::FIRST.next(2));
//! let figures = Word::NOTHING.with_figure(one).with_figure(other).with_figure(other).figures();
//! assert_eq!((figures.count(one), figures.count(other)), (1, 2));
//! assert!(!figures.is_alone());
//! assert_eq!(figures.majority().iter().collect::<Vec<_>>(), [other]);
//! ```

use std::num::NonZero;

use crate::player::{MAX_PLAYERS, Player, PlayerSet};

/// The most figures one seat may have in a feature.
pub const MAX_FIGURES: usize = 7;

/// How many figures each seat has in a feature: three bits a seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Figures(u16);

impl Figures {
    /// Bits this takes in a feature's word.
    pub(super) const BITS: u32 = 3 * MAX_PLAYERS as u32;

    #[inline]
    pub(super) fn from_bits(bits: u16) -> Figures {
        Figures(bits)
    }

    /// One figure of a seat.
    #[inline]
    pub(super) fn one(player: Player) -> u16 {
        1 << (3 * player.index())
    }

    /// Whether no figure of anyone is there.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many figures a seat has there, 0 to 7.
    #[inline]
    pub fn count(self, player: Player) -> u8 {
        self.count_at(player.index())
    }

    /// As [`Figures::count`], by the seat's position in playing order, 0 to 4.
    #[inline]
    pub fn count_at(self, seat: usize) -> u8 {
        (self.0 >> (3 * seat) & 7) as u8
    }

    /// Whether the figures are all of one seat, or there is none.
    #[inline]
    pub fn is_alone(self) -> bool {
        self.0 == 0 || self.0 >> (self.0.trailing_zeros() / 3 * 3) <= 7
    }

    /// Tells the seats that have figures there, each by its position in playing order, and how many they are.
    #[inline]
    pub fn each(self, mut each: impl FnMut(usize, u8)) {
        let mut rest = self.0;
        while let Some(left) = NonZero::new(rest) {
            let seat = left.trailing_zeros() as usize / 3;
            each(seat % MAX_PLAYERS, self.count_at(seat));
            rest &= !(7 << (3 * seat));
        }
    }

    /// The seats with the most figures: several if tied, none if there is no figure.
    #[inline]
    pub fn majority(self) -> PlayerSet {
        if self.0.is_power_of_two() {
            return PlayerSet::of_index(self.0.trailing_zeros() / 3);
        }
        let (mut most, mut leaders, mut rest) = (1, PlayerSet::EMPTY, self.0);
        for player in Player::all(MAX_PLAYERS) {
            if rest == 0 {
                break;
            }
            let count = rest & 7;
            rest >>= 3;
            if count > most {
                (most, leaders) = (count, PlayerSet::EMPTY);
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

    fn figures(counts: &[u16]) -> Figures {
        Figures(counts.iter().rev().fold(0, |word, n| word << 3 | n))
    }

    #[test]
    fn majority_is_the_most_with_all_tied_and_nobody_in_an_empty_feature() {
        let leaders = |counts: &[u16]| figures(counts).majority().iter().map(Player::index).collect::<Vec<_>>();
        assert_eq!(leaders(&[0, 0]), [0; 0]);
        assert_eq!(leaders(&[1, 1]), [0, 1]);
        assert_eq!(leaders(&[1, 2, 2]), [1, 2]);
        assert_eq!(leaders(&[0, 1, 0, 0, 7]), [4]);
        assert_eq!(leaders(&[3, 3, 3, 3, 3]), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn counts_do_not_run_into_each_other() {
        let f = figures(&[7, 0, 7, 1, 7]);
        assert_eq!(Player::all(5).map(|p| f.count(p)).collect::<Vec<_>>(), [7, 0, 7, 1, 7]);
    }
}
