//! What things are worth to the seats: the part in which greedy and heuristic differ.

use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::chances::scale;

/// One number for each seat, in the unit of a [`Worth`].
pub type Totals = [i32; MAX_PLAYERS];

/// Adds one to another, times `sign`.
#[inline]
pub(crate) fn add(to: &mut Totals, more: &Totals, sign: i32) {
    to.iter_mut().zip(more).for_each(|(to, more)| *to += sign * more);
}

/// What things are worth, in whole numbers of a small unit.
pub trait Worth {
    /// A feature in which somebody has a stake, or could have.
    type Stake: Copy;

    /// True if anything counts besides what would be scored now: hardness, pieces in supply and the like.
    const LOOKS_AHEAD: bool;

    /// One point.
    fn point(&self) -> i32;

    /// Returns a feature that is not complete, to all: adds it to `to`, times `sign`.
    fn unfinished(&self, stake: &Self::Stake, to: &mut Totals, sign: i32);

    /// So many pieces in supply.
    #[inline]
    fn supply(&self, _pieces: usize) -> i32 {
        0
    }

    /// How hard a cell is to fill for which so many tiles are left that fit.
    #[inline]
    fn hardness(&self, _tiles: u32) -> i32 {
        0
    }

    /// How far `seat` is ahead of its rivals: the higher the better for it. Of several rivals the best counts, unless
    /// said otherwise.
    #[inline]
    fn margin(&self, totals: &Totals, seat: Player, players: usize) -> i32 {
        let me = seat.index() % MAX_PLAYERS;
        if players == 2 {
            return totals[me] - totals[me ^ 1];
        }
        let mut best = i32::MIN;
        for (at, &total) in totals[..players.min(MAX_PLAYERS)].iter().enumerate() {
            if at != me {
                best = best.max(total);
            }
        }
        totals[me] - best
    }
}

/// How far `seat` is ahead of the mean of its rivals, and by `best_rival` (a chance) of the best of them.
#[inline(always)]
pub(crate) fn ahead(totals: &Totals, seat: Player, players: usize, best_rival: i32) -> i32 {
    let me = seat.index() % MAX_PLAYERS;
    if players == 2 {
        return totals[me] - totals[me ^ 1];
    }
    let others = || totals[..players.min(MAX_PLAYERS)].iter().enumerate().filter(|&(at, _)| at != me);
    let best = others().map(|(_, &total)| total).max().unwrap_or(0);
    let sum: i32 = others().map(|(_, &total)| total).sum();
    let mean = sum / (players as i32 - 1);
    totals[me] - mean - scale(best - mean, best_rival)
}
