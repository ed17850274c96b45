//! Number of ways to play the first turns of a deal, for comparing engines.

use super::moves::Move;
use super::setup::Setup;
use super::state::State;
use super::table::Phase;
use crate::game::successors;
use crate::landscape::tile::KindId;

/// Counts the ways to play the first `depth` turns with the tiles in this order. A turn is a placement, a second ingot,
/// a follower or none, and the choices of ingots; a tile that fits nowhere costs no depth; a finished game counts 1.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use goldrush_engine::carcassonne::{Catalogue, Rules, Setup, divide, perft};
///
/// let setup = Setup::new(Arc::new(Catalogue::printed()), Rules::default(), 2)?;
/// let tiles = setup.catalogue().bag(false);
/// let mut sum = 0;
/// divide(&setup, &tiles, 2, |_, ways| sum += ways);
/// assert_eq!(sum, perft(&setup, &tiles, 2));
/// # Ok::<(), String>(())
/// ```
pub fn perft(setup: &Setup, tiles: &[KindId], depth: u32) -> u64 {
    count(&State::with_deal(setup, tiles, &mut ()), depth)
}

/// Splits [`perft`] by first placement: calls `each` with every placement and the number of continuations.
pub fn divide(setup: &Setup, tiles: &[KindId], depth: u32, mut each: impl FnMut(Move, u64)) {
    let state = State::with_deal(setup, tiles, &mut ());
    if depth > 0 {
        successors(&state).for_each(|(mv, after)| each(mv, count(&after, depth)));
    }
}

/// Counts continuations; `depth` is the number of turns to play, including one in progress.
fn count(state: &State, depth: u32) -> u64 {
    let turn_begins = state.table().phase() == Phase::Place;
    if depth == 0 || state.table().phase() == Phase::Over {
        return 1;
    }
    successors(state)
        .map(|(_, after)| {
            let turn_ends =
                !turn_begins && matches!(after.table().phase(), Phase::Place | Phase::Over);
            count(&after, depth - u32::from(turn_ends))
        })
        .sum()
}
