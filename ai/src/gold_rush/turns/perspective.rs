//! Values of features at the end of the turn.

use goldrush_engine::gold_rush::{FeatureKind, Table, mountain};

use super::super::feature_values::{ContestedFeature, FeatureValues};
use crate::landscape::{Perspective, Totals};

impl<W: FeatureValues> Perspective<'_, Table<'_>, W> {
    /// Adds the value of a feature at the end of the turn, complete or not, to each seat's total in `to`, times `sign`.
    #[inline]
    pub(super) fn settle(&self, contested: &ContestedFeature, to: &mut Totals, sign: i32) {
        if !contested.word.is_complete() || contested.kind == FeatureKind::Prairie {
            self.values.unfinished(contested, to, sign);
            return;
        }
        let pieces = contested.word.pieces();
        if pieces.is_empty() {
            return;
        }
        let scoring = self.table.setup().scoring();
        let leaders = scoring.ties.scorers(pieces);
        let each = sign
            * self
                .values
                .scored(contested.kind, contested.word, scoring, leaders);
        leaders.iter().for_each(|seat| to[seat.index()] += each);
        if contested.kind == FeatureKind::Mountain && !leaders.is_empty() {
            let takers = mountain::takers(leaders, self.seat, self.players);
            takers
                .take(contested.word.tokens().into())
                .for_each(|seat| to[seat.index()] += sign * self.values.token_value());
        }
    }

    /// Returns the gain in margin by mining on a mountain, relative to these totals; `None` without a token.
    #[inline]
    pub(super) fn mined(&self, contested: &ContestedFeature, totals: &Totals) -> Option<i32> {
        let left = contested.word.tokens().checked_sub(1)?;
        if !W::LOOKS_AHEAD && !contested.word.is_complete() {
            return Some(self.values.token_value());
        }
        let mut after = *totals;
        self.settle(contested, &mut after, -1);
        self.settle(
            &ContestedFeature {
                word: contested.word.with_tokens(left),
                ..*contested
            },
            &mut after,
            1,
        );
        after[self.seat.index()] += self.values.token_value();
        Some(self.margin(&after) - self.margin(totals))
    }

    /// Returns the gain in margin by one tent more (1) or fewer (-1) on a mountain, relative to these totals.
    #[inline(always)]
    pub(super) fn pitched(&self, contested: &ContestedFeature, more: i32, totals: &Totals) -> i32 {
        if contested.word.is_complete() {
            return 0;
        }
        if more > 0 && contested.tents.is_empty() {
            return self.values.tent(contested, 1);
        }
        let mut changed = *contested;
        if more > 0 {
            changed.tents.add(self.seat, 1);
        } else {
            changed.tents.remove_one(self.seat);
        }
        let mut after = *totals;
        self.values.tents(contested, &mut after, -1);
        self.values.tents(&changed, &mut after, 1);
        self.margin(&after) - self.margin(totals)
    }
}
