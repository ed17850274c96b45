//! What things are worth to the seats: the part in which greedy and heuristic differ.

use std::num::NonZero;

use goldrush_engine::gold_rush::{FeatureKind, Rules, city, mountain, prairie, railroad};
use goldrush_engine::landscape::components::Word;
use goldrush_engine::player::{MAX_PLAYERS, Player};

/// One number for each seat, in the unit of a [`Worth`].
pub(super) type Totals = [i32; MAX_PLAYERS];

/// Adds one to another, times `sign`.
#[inline]
pub(super) fn add(to: &mut Totals, more: &Totals, sign: i32) {
    to.iter_mut().zip(more).for_each(|(to, more)| *to += sign * more);
}

/// How many of something each seat has: four bits a seat.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Counts(u32);

impl Counts {
    pub(super) const NONE: Counts = Counts(0);

    #[inline]
    pub(super) fn of(self, seat: Player) -> usize {
        self.of_index(seat.index())
    }

    #[inline]
    pub(super) fn of_index(self, seat: usize) -> usize {
        (self.0 >> (4 * seat) & 15) as usize
    }

    #[inline]
    pub(super) fn add(&mut self, seat: Player, amount: u8) {
        self.0 += u32::from(amount) << (4 * seat.index());
    }

    #[inline]
    pub(super) fn remove_one(&mut self, seat: Player) {
        self.0 -= 1 << (4 * seat.index());
    }

    #[inline]
    pub(super) fn merge(&mut self, other: Counts) {
        self.0 += other.0;
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(super) fn total(self) -> usize {
        // Two to a byte, then all bytes added up in the highest.
        const LOWER: u32 = 0x0f0f_0f0f;
        (((self.0 & LOWER) + (self.0 >> 4 & LOWER)).wrapping_mul(0x0101_0101) >> 24) as usize
    }

    /// The seats that have some.
    #[inline]
    pub(super) fn seats(self) -> impl Iterator<Item = usize> {
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
pub(super) struct Stake {
    pub(super) kind: FeatureKind,
    pub(super) word: Word,
    /// Tents of each seat on it, if it is a mountain.
    pub(super) tents: Counts,
    /// How hard the cells at its open ends are to fill: sum of [`Worth::hardness`].
    pub(super) hardness: i32,
}

/// What things are worth, in whole numbers of a small unit.
pub(super) trait Worth {
    /// Whether anything counts besides what would be scored now: hardness, cowboys in supply, tents.
    const LOOKS_AHEAD: bool;

    /// One point.
    fn point(&self) -> i32;

    /// One token whose value is not known.
    fn token(&self) -> i32;

    /// A feature that is not complete, to the seat of a cowboy who is alone in it.
    fn alone(&self, stake: &Stake) -> i32;

    /// A feature that is not complete, to all: adds it to `to`, times `sign`.
    fn unfinished(&self, stake: &Stake, to: &mut Totals, sign: i32);

    /// The tents on a mountain that is not complete, to all: adds them to `to`, times `sign`. Part of
    /// [`Worth::unfinished`].
    fn tents(&self, stake: &Stake, to: &mut Totals, sign: i32);

    /// So many cowboys in supply.
    fn supply(&self, cowboys: usize) -> i32;

    /// How hard a cell is to fill for which so many tiles are left that fit.
    fn hardness(&self, tiles: u32) -> i32;

    /// How far `seat` is ahead of its rivals, of whom several may count: the higher the better for it.
    fn margin(&self, totals: &Totals, seat: Player, players: usize) -> i32;

    /// What a feature scores by the rules when the turn ends: complete if it can be and is, else as at the end.
    #[inline]
    fn scored(&self, kind: FeatureKind, word: Word, rules: &Rules) -> i32 {
        self.point()
            * if kind == FeatureKind::Railroad && word.is_complete() {
                i32::from(railroad::completed_points(word, rules.locomotives).0)
            } else {
                points_now(kind, word)
            }
    }
}

/// The points of a feature if the game ended now and it were not complete (G20, G21).
#[inline]
pub(super) fn points_now(kind: FeatureKind, word: Word) -> i32 {
    i32::from(match kind {
        FeatureKind::Railroad => railroad::incomplete_points(word),
        FeatureKind::Mountain => mountain::points(word),
        FeatureKind::City => city::points(word),
        FeatureKind::Prairie => prairie::points(word),
    })
}
