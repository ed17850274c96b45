//! What can be at stake in a feature, and what it is worth.

use std::num::NonZero;

use goldrush_engine::gold_rush::{FeatureKind, Rules, Table, final_scoring, railroad};
use goldrush_engine::landscape::components::FeatureWord;
use goldrush_engine::player::Player;

use crate::landscape::{self, Totals};

/// Number of of something each seat has: four bits a seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts(u32);

impl Counts {
    /// Nobody has any.
    pub const NONE: Counts = Counts(0);

    #[inline]
    pub fn of(self, seat: Player) -> usize {
        self.of_index(seat.index())
    }

    #[inline]
    pub fn of_index(self, seat: usize) -> usize {
        (self.0 >> (4 * seat) & 15) as usize
    }

    #[inline]
    pub fn add(&mut self, seat: Player, amount: u8) {
        self.0 += u32::from(amount) << (4 * seat.index());
    }

    #[inline]
    pub fn remove_one(&mut self, seat: Player) {
        self.0 -= 1 << (4 * seat.index());
    }

    #[inline]
    pub fn merge(&mut self, other: Counts) {
        self.0 += other.0;
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub fn total(self) -> usize {
        // Two to a byte, then all bytes added up in the highest.
        const LOWER: u32 = 0x0f0f_0f0f;
        (((self.0 & LOWER) + (self.0 >> 4 & LOWER)).wrapping_mul(0x0101_0101) >> 24) as usize
    }

    /// Returns the seats that have some.
    #[inline]
    pub fn seats(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let seat = NonZero::new(rest)?.trailing_zeros() / 4;
            rest &= !(15 << (4 * seat));
            Some(seat as usize)
        })
    }
}

/// A feature in which somebody has a stake, or could have.
#[derive(Clone, Copy, Debug)]
pub struct Stake {
    /// What it is.
    pub kind: FeatureKind,
    /// Its totals.
    pub word: FeatureWord,
    /// Tents of each seat on it, if it is a mountain.
    pub tents: Counts,
    /// How hard the cells at its open ends are to fill: sum of [`landscape::Worth::hardness`].
    pub hardness: i32,
}

/// What the features and tokens of Gold Rush are worth.
pub trait Worth: landscape::Worth<Stake = Stake> {
    /// One token whose value is not known.
    fn on_token(&self) -> i32;

    /// What each seat has in points and tokens.
    fn seats(&self, table: &Table) -> Totals;

    /// Returns a feature that is not complete, to the seat of a cowboy who is alone in it.
    fn alone(&self, stake: &Stake) -> i32;

    /// Each of so many tents on a mountain that is not complete, to its seat.
    fn tent(&self, stake: &Stake, tents: usize) -> i32;

    /// Returns the tents on a mountain that is not complete, to all: adds them to `to`, times `sign`. RecordPart of
    /// [`landscape::Worth::unfinished`].
    fn tents(&self, stake: &Stake, to: &mut Totals, sign: i32);

    /// What a feature scores by the rules when the turn ends: complete if it can be and is, else as at the end.
    #[inline]
    fn scored(&self, kind: FeatureKind, word: FeatureWord, rules: &Rules) -> i32 {
        self.point()
            * if kind == FeatureKind::Railroad && word.is_complete() {
                i32::from(railroad::completed_points(word, rules.locomotives).0)
            } else {
                i32::from(final_scoring::points(kind, word))
            }
    }
}
