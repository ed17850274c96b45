//! Fixed-point arithmetic of the heuristics: parts of a point, chances, and tables of them.
//!
//! Chance of completion: a cell that f of the remaining tiles fit is filled with q = 1 − e^(−fill·f); its hardness is
//! −ln q. A feature is completed with p = e^(−closing·(sum of the hardness of its cells) − end·(open ends − 1)). Not
//! handled: which seat fills the cells, and how the tiles that fill them continue.

use goldrush_engine::landscape::table::{Table, TileGame};
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::totals::Totals;
use crate::weights::CommonWeights;

/// Fixed-point unit of points and of chances.
pub(crate) const ONE: i32 = 1024;
/// Fixed-point unit of hardness.
const HARD: f32 = 16.0;
/// Hardness of a cell that no tile fits.
const DEAD: i32 = 400;
/// Step width of the hardness tables.
const STEP: i32 = 4;
const STEPS: usize = 64;
const ENDS: usize = 8;

/// Converts points or a chance to fixed point.
pub(crate) fn to_fixed_point(value: f32) -> i32 {
    // Like `round`, which is a function call unless the target processor is known.
    let scaled = value * ONE as f32;
    (scaled + 0.5_f32.copysign(scaled)) as i32
}

/// Converts a total to points.
pub(crate) fn points(total: i32) -> f32 {
    total as f32 / ONE as f32
}

/// Multiplies a value by a chance.
#[inline]
pub(crate) fn scale(value: i32, chance: i32) -> i32 {
    // With extreme tokens and weights the product exceeds 32 bits.
    ((i64::from(value) * i64::from(chance)) >> 10) as i32
}

/// Chances that do not depend on the position.
#[derive(Clone)]
pub struct Chances {
    /// By the number of tiles that fit a cell.
    hardness: [i32; 128],
    /// By kind of feature, open ends and hardness.
    completion: [[[i16; STEPS]; ENDS]; 2],
}

impl Chances {
    /// Computes the tables from the weight `fill` and the weights `closing` and `end` of the two kinds of completable
    /// features.
    pub(crate) fn new(fill: f32, exponents: [(f32, f32); 2]) -> Chances {
        let mut chances = Chances {
            hardness: [DEAD; 128],
            completion: [[[0; STEPS]; ENDS]; 2],
        };
        for (fitting, hardness) in chances.hardness.iter_mut().enumerate().skip(1) {
            let filled = 1.0 - libm::expf(-fill * fitting as f32);
            *hardness = ((-libm::logf(filled) * HARD).round() as i32).min(DEAD);
        }
        for (by_ends, (closing, end)) in chances.completion.iter_mut().zip(exponents) {
            for (ends, by_hardness) in by_ends.iter_mut().enumerate().skip(1) {
                for (step, chance) in by_hardness[..STEPS - 1].iter_mut().enumerate() {
                    let hardness = (step as i32 * STEP) as f32 / HARD;
                    let exponent = closing * hardness + end * (ends as f32 - 1.0);
                    *chance = to_fixed_point(libm::expf(-exponent)) as i16;
                    // Harder features have no chance either.
                    if *chance == 0 {
                        break;
                    }
                }
            }
            by_ends[0] = by_ends[1];
        }
        chances
    }

    /// Returns the hardness of a cell that this number of remaining tiles fit.
    #[inline]
    pub(crate) fn hardness(&self, tiles: u32) -> i32 {
        self.hardness[tiles as usize & 127]
    }

    /// Returns the chance that a feature of the first (0) or second (1) kind is completed.
    #[inline]
    pub(crate) fn completion(&self, kind: usize, open: u8, hardness: i32) -> i32 {
        let ends = usize::from(open).min(ENDS - 1);
        let step = (hardness / STEP).clamp(0, STEPS as i32 - 1) as usize;
        i32::from(self.completion[kind & 1][ends][step])
    }
}

/// Value of features that later tiles join, as a share per tile left that does.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct JoinValues {
    /// In fixed point with [`JoinValues::BITS`]; for the seat to move, and for its rivals.
    own: i64,
    rivals: i64,
}

impl JoinValues {
    const BITS: u32 = 20;

    /// Each tile left counts this share, over the number of tiles left. A seat that draws no more cannot join anything.
    fn new(share: f32, tiles_left: usize, players: usize) -> JoinValues {
        let each = (share * (1 << JoinValues::BITS) as f32 / tiles_left.max(1) as f32) as i64;
        JoinValues {
            own: if tiles_left >= players { each } else { 0 },
            rivals: if tiles_left > 0 { each } else { 0 },
        }
    }

    /// Returns the value of a change in margin that this number of the tiles left makes.
    #[inline]
    pub(super) fn value(self, change: i32, tiles: u32) -> i32 {
        let each = if change > 0 { self.own } else { self.rivals };
        ((i64::from(change) * i64::from(tiles) * each) >> JoinValues::BITS) as i32
    }
}

/// Values that every heuristic has.
#[derive(Clone)]
pub struct CommonValues {
    /// For the two kinds of completable features.
    pub(crate) chances: Box<Chances>,
    pub(crate) minority: i32,
    pub(crate) comes_home: i32,
    best_rival: i32,
    pub(super) joins: JoinValues,
    /// By number of pieces in supply.
    supply: [i32; 9],
}

impl CommonValues {
    /// Creates the values with these chances; call `set` before use.
    pub(crate) fn new(chances: Chances) -> CommonValues {
        CommonValues {
            chances: Box::new(chances),
            minority: 0,
            comes_home: 0,
            best_rival: 0,
            joins: JoinValues::default(),
            supply: [0; 9],
        }
    }

    /// Sets the values on a table; `early` is the share of tiles left.
    pub(crate) fn set(
        &mut self,
        weights: &CommonWeights,
        early: f32,
        table: &Table<'_, impl TileGame>,
    ) {
        let turns = table.tiles_left().div_ceil(table.players());
        self.minority = to_fixed_point(weights.minority);
        self.comes_home = to_fixed_point(weights.comes_home * early);
        self.best_rival = to_fixed_point(weights.best_rival);
        self.joins = JoinValues::new(weights.joins, table.tiles_left(), table.players());
        for pieces in 1..self.supply.len() {
            let next = weights
                .supply
                .get(pieces - 1)
                .copied()
                .unwrap_or(weights.more_in_supply);
            let late = if turns >= pieces {
                weights.late_supply
            } else {
                0.0
            };
            self.supply[pieces] = self.supply[pieces - 1] + to_fixed_point(next * early + late);
        }
    }

    /// Returns the value of a number of pieces in supply.
    #[inline]
    pub(crate) fn supply(&self, pieces: usize) -> i32 {
        self.supply[pieces.min(self.supply.len() - 1)]
    }

    /// Returns the lead of `seat` over the mean of its rivals, shifted toward the best of them.
    #[inline(always)]
    pub(crate) fn margin(&self, totals: &Totals, seat: Player, players: usize) -> i32 {
        let own_index = seat.index() % MAX_PLAYERS;
        if players == 2 {
            return totals[own_index] - totals[own_index ^ 1];
        }
        let rivals = totals[..players.min(MAX_PLAYERS)]
            .iter()
            .enumerate()
            .filter(|&(i, _)| i != own_index)
            .map(|(_, &total)| total);
        let best = rivals.clone().max().unwrap_or(0);
        let sum: i32 = rivals.sum();
        let mean = sum / (players as i32 - 1);
        totals[own_index] - mean - scale(best - mean, self.best_rival)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_count_by_the_share_of_the_tiles_left_for_seats_that_draw_one() {
        let half = JoinValues::new(0.5, 8, 2);
        assert_eq!((half.value(1000, 4), half.value(-1000, 4)), (250, -250));
        let last = JoinValues::new(1.0, 1, 2);
        assert_eq!(
            (last.value(1000, 1), last.value(-1000, 1)),
            (0, -1000),
            "a rival draws the last tile"
        );
        assert_eq!(JoinValues::new(1.0, 0, 2).value(-1000, 0), 0);
    }
}
