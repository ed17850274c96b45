//! Values of features at the end of the turn.

use goldrush_engine::gold_rush::{FeatureKind, Table, mountain};

use super::super::worth::{Stake, Worth};
use crate::landscape::{Seen, Totals};

impl<W: Worth> Seen<'_, Table<'_>, W> {
    /// Adds the value of a feature at the end of the turn, complete or not, to each seat's total in `to`, times `sign`.
    #[inline]
    pub(super) fn settle(&self, stake: &Stake, to: &mut Totals, sign: i32) {
        if !stake.word.is_complete() || stake.kind == FeatureKind::Prairie {
            self.worth.unfinished(stake, to, sign);
            return;
        }
        let pieces = stake.word.pieces();
        if pieces.is_empty() {
            return;
        }
        let leaders = pieces.majority();
        let each = sign * self.worth.scored(stake.kind, stake.word, self.table.rules());
        leaders.iter().for_each(|seat| to[seat.index()] += each);
        if stake.kind == FeatureKind::Mountain {
            let takers = mountain::takers(leaders, self.seat, self.players);
            takers.take(stake.word.tokens().into()).for_each(|seat| to[seat.index()] += sign * self.worth.on_token());
        }
    }

    /// Returns the gain in margin by mining on a mountain, relative to these totals; `None` without a token.
    #[inline]
    pub(super) fn mined(&self, stake: &Stake, totals: &Totals) -> Option<i32> {
        let left = stake.word.tokens().checked_sub(1)?;
        if !W::LOOKS_AHEAD && !stake.word.is_complete() {
            return Some(self.worth.on_token());
        }
        let mut after = *totals;
        self.settle(stake, &mut after, -1);
        self.settle(&Stake { word: stake.word.with_tokens(left), ..*stake }, &mut after, 1);
        after[self.seat.index()] += self.worth.on_token();
        Some(self.margin(&after) - self.margin(totals))
    }

    /// Returns the gain in margin by one tent more (1) or fewer (-1) on a mountain, relative to these totals.
    #[inline(always)]
    pub(super) fn pitched(&self, stake: &Stake, more: i32, totals: &Totals) -> i32 {
        if stake.word.is_complete() {
            return 0;
        }
        if more > 0 && stake.tents.is_empty() {
            return self.worth.tent(stake, 1);
        }
        let mut changed = *stake;
        if more > 0 {
            changed.tents.add(self.seat, 1);
        } else {
            changed.tents.remove_one(self.seat);
        }
        let mut after = *totals;
        self.worth.tents(stake, &mut after, -1);
        self.worth.tents(&changed, &mut after, 1);
        self.margin(&after) - self.margin(totals)
    }
}
