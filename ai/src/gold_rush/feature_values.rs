//! Contested features of Gold Rush and their values.

use std::num::NonZero;

use goldrush_engine::gold_rush::scoring::Scoring;
use goldrush_engine::gold_rush::{FeatureKind, Table, final_scoring};
use goldrush_engine::landscape::components::FeatureWord;
use goldrush_engine::player::{Player, PlayerSet};

use crate::landscape::{self, Totals};

/// Small counts by seat: four bits per seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SeatCounts(u32);

impl SeatCounts {
    /// All counts zero.
    pub const EMPTY: SeatCounts = SeatCounts(0);

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
    pub fn merge(&mut self, other: SeatCounts) {
        self.0 += other.0;
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub fn total(self) -> usize {
        // Two counts per byte, then all bytes summed in the highest.
        const LOWER: u32 = 0x0f0f_0f0f;
        (((self.0 & LOWER) + (self.0 >> 4 & LOWER)).wrapping_mul(0x0101_0101) >> 24) as usize
    }

    /// Iterates over the seats with a positive count.
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

/// Feature in which some seat has a claim, or could have.
#[derive(Clone, Copy, Debug)]
pub struct ContestedFeature {
    /// Kind of the feature.
    pub kind: FeatureKind,
    /// Its totals.
    pub word: FeatureWord,
    /// Number of tents by seat; for mountains.
    pub tents: SeatCounts,
    /// Total hardness of the cells at its open ends, by [`landscape::FeatureValues::hardness`].
    pub hardness: i32,
}

/// Values of the features and tokens of Gold Rush.
pub trait FeatureValues: landscape::FeatureValues<ContestedFeature = ContestedFeature> {
    /// Returns the value of a token of unknown value.
    fn token_value(&self) -> i32;

    /// Returns each seat's points and tokens.
    fn seats(&self, table: &Table) -> Totals;

    /// Returns the value of an incomplete feature to a seat whose cowboy is alone in it.
    fn alone(&self, contested: &ContestedFeature) -> i32;

    /// Returns an upper bound on the value of an incomplete feature to a seat whose cowboy is alone in it, for any hardness;
    /// for values that look ahead.
    fn most(&self, _kind: FeatureKind, _word: FeatureWord) -> i32 {
        landscape::NO_BOUND
    }

    /// Returns the value to its seat of each of `tents` tents on an incomplete mountain.
    fn tent(&self, contested: &ContestedFeature, tents: usize) -> i32;

    /// Adds the values of the tents on an incomplete mountain to each seat's total in `to`, times `sign`. Included in
    /// [`landscape::FeatureValues::unfinished`].
    fn tents(&self, contested: &ContestedFeature, to: &mut Totals, sign: i32);

    /// Returns the value of a feature that is complete at the end of the turn to each of the seats that score it; a set
    /// of none stands for a seat alone.
    #[inline]
    fn scored(
        &self,
        kind: FeatureKind,
        word: FeatureWord,
        scoring: &Scoring,
        scorers: PlayerSet,
    ) -> i32 {
        self.point()
            * i32::from(scoring.ties.share(
                final_scoring::completed_points(kind, word, scoring).0,
                scorers,
            ))
    }
}
