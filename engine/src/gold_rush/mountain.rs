//! Mountains (G13–G15, G20). Complete when no end is open.

use super::catalogue::FeatureKind;
use super::completion;
use super::observers::{Acquisition, TableObserver};
use super::scoring::Scoring;
use super::table::Table;
use crate::game::Points;
use crate::landscape::components::{FeatureId, FeatureWord};
use crate::player::{Player, PlayerSet};

/// G13, G20, V12: returns the points of a mountain, complete or not: its nuggets.
///
/// # Examples
///
/// ```
/// use goldrush_engine::gold_rush::mountain;
/// use goldrush_engine::gold_rush::scoring::Scoring;
/// use goldrush_engine::landscape::components::FeatureWord;
///
/// let three_nuggets = FeatureWord::new(2, 3, 0);
/// assert_eq!(mountain::points(three_nuggets, &Scoring::default()), 3);
/// ```
#[inline]
pub fn points(word: FeatureWord, scoring: &Scoring) -> Points {
    scoring.nugget * Points::from(word.nuggets())
}

/// G13: scores a completed mountain: tokens to the majority, then points, then all pieces return.
pub(super) fn complete<C: TableObserver>(table: &mut Table, mountain: FeatureId, to: &mut C) {
    let word = table.word(mountain);
    let leaders = table.setup.scoring().ties.scorers(word.pieces());
    if leaders.is_empty() {
        return_tokens(table, word.tokens());
    } else {
        share_tokens(table, leaders, word.tokens(), to);
    }
    table
        .landscape
        .features_mut()
        .update(mountain, |totals| totals.with_tokens(0));
    completion::evaluate(
        table,
        FeatureKind::Mountain,
        mountain,
        points(word, table.setup.scoring()),
        0,
        to,
    );
    strike_tents(table, mountain);
}

/// G13: returns the endless sequence of seats that take tokens of a completed mountain in turn: the leaders clockwise,
/// starting with the player to move. There must be a leader.
///
/// # Examples
///
/// ```
/// use goldrush_engine::gold_rush::mountain;
/// use goldrush_engine::player::{Player, PlayerSet};
///
/// // Seat 1 of 3 is to move; seats 0 and 2 lead.
/// let leaders: PlayerSet = [0, 2].into_iter().filter_map(Player::new).collect();
/// let takers = mountain::takers(leaders, Player::FIRST.next(3), 3);
/// assert_eq!(takers.take(3).map(Player::index).collect::<Vec<_>>(), [2, 0, 2]);
/// ```
#[inline]
pub fn takers(
    leaders: PlayerSet,
    mut seat: Player,
    players: usize,
) -> impl Iterator<Item = Player> {
    std::iter::repeat_with(move || {
        while !leaders.contains(seat) {
            seat = seat.next(players);
        }
        let taker = seat;
        seat = seat.next(players);
        taker
    })
}

/// G13: shares the remaining tokens among the leaders.
fn share_tokens<C: TableObserver>(table: &mut Table, leaders: PlayerSet, tokens: u8, to: &mut C) {
    for seat in takers(leaders, table.to_move, table.players()).take(tokens.into()) {
        table.pieces.held[seat] += 1;
        to.on_token(seat, Acquisition::Won);
    }
}

/// G15, V17: returns the remaining tokens of a mountain that nobody scores to the supply.
fn return_tokens(table: &mut Table, tokens: u8) {
    table.pieces.token_supply += tokens;
}

/// G14: returns tents on a completed mountain to their owners.
fn strike_tents(table: &mut Table, mountain: FeatureId) {
    let features = table.landscape.features();
    for player in Player::all(table.pieces.held.players()) {
        table.pieces.tents[player].retain(|tent| features.find(tent) != mountain);
    }
}
