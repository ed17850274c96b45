//! Tokens: laid on mountains (G6), mined from a tent (G9, V8).

use super::consequences::{Acquired, Consequences};
use super::table::Table;
use crate::landscape::components::FeatureId;

/// G6: one token for each nugget of a new segment goes to its mountain, as long as the supply lasts.
#[inline]
pub(super) fn lay_tokens(table: &mut Table, mountain: FeatureId, nuggets: u8) {
    let laid = nuggets.min(table.token_supply);
    table.token_supply -= laid;
    let pile = table.word(mountain).b();
    table.landscape.features_mut().set_b(mountain, pile + laid);
}

/// G9, V8: which tents of the player whose turn it is may mine, as bits.
#[inline]
pub(super) fn allowed(table: &Table) -> u8 {
    let player = table.to_move;
    if u16::from(table.unmined_turns[player]) + 1 < u16::from(table.rules().mining_interval) {
        return 0;
    }
    let mut bits = 0;
    for (at, &tent) in table.tents(player).iter().enumerate() {
        bits |= u8::from(table.word(table.feature(tent)).b() > 0) << at;
    }
    bits
}

/// G9: one token of a tent's mountain goes to its owner.
#[inline]
pub(super) fn mine<C: Consequences>(table: &mut Table, tent: usize, consequences: &mut C) {
    let player = table.to_move;
    let mountain = table.feature(table.tents(player)[tent]);
    let pile = table.word(mountain).b();
    table.landscape.features_mut().set_b(mountain, pile - 1);
    table.held[player] += 1;
    consequences.token(player, Acquired::Mined);
}
