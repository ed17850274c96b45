//! Mountains (G13–G15, G20). Counter a: nuggets; counter b: tokens left on it.

use super::catalogue::FeatureKind;
use super::consequences::{Acquired, Consequences};
use super::table::Table;
use super::turn;
use crate::game::Points;
use crate::landscape::components::{FeatureId, Word};
use crate::player::{Player, PlayerSet};

/// G13, G20: a mountain is worth its nuggets, complete or not.
#[inline]
pub fn points(word: Word) -> Points {
    Points::from(word.a())
}

/// G13: evaluates a completed mountain: tokens to the majority, then points, then everybody goes home.
pub(super) fn complete<C: Consequences>(table: &mut Table, mountain: FeatureId, to: &mut C) {
    let word = table.word(mountain);
    let leaders = word.figures().majority();
    if leaders.is_empty() {
        return_tokens(table, word.b());
    } else {
        share_tokens(table, leaders, word.b(), to);
    }
    table.landscape.features_mut().set_b(mountain, 0);
    turn::evaluate_completed(table, FeatureKind::Mountain, mountain, points(word), 0, to);
    strike_tents(table, mountain);
}

/// G13: the leaders take the tokens one by one, clockwise, beginning with the player whose turn it is.
fn share_tokens<C: Consequences>(table: &mut Table, leaders: PlayerSet, tokens: u8, to: &mut C) {
    let mut seat = table.to_move;
    for _ in 0..tokens {
        while !leaders.contains(seat) {
            seat = seat.next(table.players());
        }
        table.held[seat] += 1;
        to.token(seat, Acquired::Won);
        seat = seat.next(table.players());
    }
}

/// G15: with no miner there, tokens left go back to the supply.
fn return_tokens(table: &mut Table, tokens: u8) {
    table.token_supply += tokens;
}

/// G14: tents on a completed mountain return to their owners.
fn strike_tents(table: &mut Table, mountain: FeatureId) {
    let features = table.landscape.features();
    for player in Player::all(table.held.players()) {
        table.tents[player].retain(|tent| features.find(tent) != mountain);
    }
}
