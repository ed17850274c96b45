//! Values of features to the seats: the part in which greedy and heuristic differ.

use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::chances::{CommonValues, ONE};
use super::totals::Totals;

/// Values of features, in whole multiples of a small unit.
pub trait FeatureValues {
    /// Feature in which some seat has a claim, or could have.
    type ContestedFeature: Copy;

    /// True if anything counts besides immediate points: hardness, pieces in supply and the like.
    const LOOKS_AHEAD: bool = true;

    /// Returns the value of one point.
    #[inline]
    fn point(&self) -> i32 {
        ONE
    }

    /// Adds the value of an incomplete feature to each seat's total in `to`, times `sign`.
    fn unfinished(&self, contested: &Self::ContestedFeature, to: &mut Totals, sign: i32);

    /// Returns the values that every heuristic has; `None` for values that do not look ahead.
    #[inline]
    fn common(&self) -> Option<&CommonValues> {
        None
    }

    /// Returns the value of a number of pieces in supply.
    #[inline]
    fn supply(&self, pieces: usize) -> i32 {
        self.common().map_or(0, |common| common.supply(pieces))
    }

    /// Returns the hardness of a cell that this number of remaining tiles fit.
    #[inline]
    fn hardness(&self, tiles: u32) -> i32 {
        self.common()
            .map_or(0, |common| common.chances.hardness(tiles))
    }

    /// Returns the lead of `seat` over its rivals; higher is better. Without looking ahead, over the best rival.
    #[inline]
    fn margin(&self, totals: &Totals, seat: Player, players: usize) -> i32 {
        if let Some(common) = self.common() {
            return common.margin(totals, seat, players);
        }
        let own_index = seat.index() % MAX_PLAYERS;
        if players == 2 {
            return totals[own_index] - totals[own_index ^ 1];
        }
        let mut best = i32::MIN;
        for (i, &total) in totals[..players.min(MAX_PLAYERS)].iter().enumerate() {
            if i != own_index {
                best = best.max(total);
            }
        }
        totals[own_index] - best
    }
}
