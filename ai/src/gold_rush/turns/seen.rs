//! A table as somebody sees it who knows what things are worth: what features bring when the turn ends.

use goldrush_engine::gold_rush::{FeatureKind, Table};
use goldrush_engine::player::{Player, PlayerSet};

use super::super::worth::{Stake, Totals, Worth};

/// A table and who looks at it how.
pub(in super::super) struct Seen<'t, 's, W> {
    pub(in super::super) table: &'t Table<'s>,
    pub(super) worth: &'t W,
    pub(super) seat: Player,
    pub(super) players: usize,
}

impl<'t, 's, W: Worth> Seen<'t, 's, W> {
    pub(in super::super) fn new(table: &'t Table<'s>, worth: &'t W) -> Seen<'t, 's, W> {
        Seen { table, worth, seat: table.seat(), players: table.players() }
    }

    #[inline]
    pub(super) fn margin(&self, totals: &Totals) -> i32 {
        self.worth.margin(totals, self.seat, self.players)
    }

    /// What a feature is worth to all when the turn ends, complete or not: adds it to `to`, times `sign`.
    #[inline]
    pub(super) fn settle(&self, stake: &Stake, to: &mut Totals, sign: i32) {
        if !stake.word.is_complete() || stake.kind == FeatureKind::Prairie {
            self.worth.unfinished(stake, to, sign);
            return;
        }
        let figures = stake.word.figures();
        if figures.is_empty() {
            return;
        }
        let leaders = figures.majority();
        let each = sign * self.worth.scored(stake.kind, stake.word, self.table.rules());
        leaders.iter().for_each(|seat| to[seat.index()] += each);
        if stake.kind == FeatureKind::Mountain {
            self.share_tokens(stake.word.b(), leaders, to, sign);
        }
    }

    /// What mining on a mountain adds to the margin of these totals, if there is a token.
    #[inline]
    pub(super) fn mined(&self, stake: &Stake, totals: &Totals) -> Option<i32> {
        let left = stake.word.b().checked_sub(1)?;
        if !W::LOOKS_AHEAD && !stake.word.is_complete() {
            return Some(self.worth.token());
        }
        let mut after = *totals;
        self.settle(stake, &mut after, -1);
        self.settle(&Stake { word: stake.word.with_b(left), ..*stake }, &mut after, 1);
        after[self.seat.index()] += self.worth.token();
        Some(self.margin(&after) - self.margin(totals))
    }

    /// What a tent more (1) or less (-1) on a mountain adds to the margin of these totals.
    #[inline]
    pub(super) fn pitched(&self, stake: &Stake, more: i32, totals: &Totals) -> i32 {
        let mut changed = *stake;
        if more > 0 {
            changed.tents.add(self.seat, 1);
        } else {
            changed.tents.remove_one(self.seat);
        }
        if stake.word.is_complete() {
            return 0;
        }
        let mut after = *totals;
        self.worth.tents(stake, &mut after, -1);
        self.worth.tents(&changed, &mut after, 1);
        self.margin(&after) - self.margin(totals)
    }

    /// G13: the leaders take the tokens in turn, beginning with the player whose turn it is.
    fn share_tokens(&self, tokens: u8, leaders: PlayerSet, to: &mut Totals, sign: i32) {
        let mut seat = self.seat;
        let (each, mut more) = (tokens / leaders.len() as u8, tokens % leaders.len() as u8);
        for _ in 0..self.players {
            if leaders.contains(seat) {
                let share = each + u8::from(more > 0);
                more = more.saturating_sub(1);
                to[seat.index()] += sign * i32::from(share) * self.worth.token();
            }
            seat = seat.next(self.players);
        }
    }
}
