//! Tokens: laid on mountains (G6, V19) and mined from tents (G9, V8).

use super::observers::{Acquisition, TableObserver};
use super::table::Table;
use crate::landscape::components::FeatureId;

/// G6, V19: takes `each` tokens from the supply for each nugget of a new segment while the supply lasts; returns their
/// number.
///
/// # Examples
///
/// ```
/// use goldrush_engine::gold_rush::mining::tokens_for_nuggets;
///
/// let mut supply = 4;
/// assert_eq!((tokens_for_nuggets(3, 1, &mut supply), supply), (3, 1));
/// assert_eq!((tokens_for_nuggets(3, 1, &mut supply), supply), (1, 0));
/// ```
#[inline]
pub fn tokens_for_nuggets(nuggets: u8, each: u8, supply: &mut u8) -> u8 {
    let laid = nuggets.saturating_mul(each).min(*supply);
    *supply -= laid;
    laid
}

/// G6: lays the tokens for a new segment's nuggets on its mountain.
#[inline]
pub(super) fn lay_tokens(table: &mut Table, mountain: FeatureId, nuggets: u8) {
    let each = table.rules().tokens_per_nugget;
    let laid = tokens_for_nuggets(nuggets, each, &mut table.pieces.token_supply);
    table.landscape.features_mut().update(mountain, |totals| {
        totals.with_tokens(totals.tokens() + laid)
    });
}

/// V8: returns true if the player to move may mine again.
#[inline]
pub(super) fn is_due(table: &Table) -> bool {
    u16::from(table.pieces.unmined_turns[table.to_move]) + 1
        >= u16::from(table.rules().mining_interval)
}

/// G9: returns the tents of the player to move that stand on mountains with tokens, as bits.
#[inline]
pub(super) fn tents_with_tokens(table: &Table) -> u8 {
    let mut bits = 0;
    for (index, &tent) in table.tents(table.to_move).iter().enumerate() {
        bits |= u8::from(table.word(table.feature(tent)).tokens() > 0) << index;
    }
    bits
}

/// G9: moves one token from a tent's mountain to the tent's owner.
#[inline]
pub(super) fn mine<C: TableObserver>(table: &mut Table, tent: usize, consequences: &mut C) {
    let player = table.to_move;
    let mountain = table.feature(table.tents(player)[tent]);
    table
        .landscape
        .features_mut()
        .update(mountain, |totals| totals.with_tokens(totals.tokens() - 1));
    table.pieces.held[player] += 1;
    consequences.on_token(player, Acquisition::Mined);
}
