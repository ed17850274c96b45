//! Number of ways to play the first turns of a deal, for comparing engines.

use super::moves::{Action, Move};
use super::setup::{Deal, Setup};
use super::state::State;
use super::table::Phase;
use crate::game::successors;

/// Counts the ways to play the first `depth` turns of a deal. A turn is a placement and an action; a tile that fits
/// nowhere costs no depth; a finished game counts 1.
///
/// # Examples
///
/// ```
/// use goldrush_engine::gold_rush::{Deal, Setup, divide, perft};
///
/// let setup = Setup::printed(2);
/// let deal = Deal::ordered(&setup);
/// let mut sum = 0;
/// divide(&setup, &deal, 2, |_, ways| sum += ways);
/// assert_eq!(sum, perft(&setup, &deal, 2));
/// ```
pub fn perft(setup: &Setup, deal: &Deal, depth: u32) -> u64 {
    count(&State::with_deal(setup, deal, &mut ()), depth)
}

/// Splits [`perft`] by first turn: calls `each` with every first turn and the number of continuations.
pub fn divide(setup: &Setup, deal: &Deal, depth: u32, mut each: impl FnMut((Move, Action), u64)) {
    let state = State::with_deal(setup, deal, &mut ());
    if depth > 0 && state.phase() != Phase::Over {
        turns(&state).for_each(|(turn, after)| each(turn, count(&after, depth - 1)));
    }
}

fn count(state: &State, depth: u32) -> u64 {
    if depth == 0 || state.phase() == Phase::Over {
        return 1;
    }
    if depth == 1 {
        return successors(state)
            .map(|(_, placed)| u64::from(placed.count_moves()))
            .sum();
    }
    turns(state)
        .map(|(_, after)| count(&after, depth - 1))
        .sum()
}

/// Iterates over every turn and the state after it.
fn turns<'s>(state: &State<'s>) -> impl Iterator<Item = ((Move, Action), State<'s>)> {
    successors(state).flat_map(|(placement, placed)| {
        successors(&placed).filter_map(move |(mv, after)| match mv {
            Move::Act(action) => Some(((placement, action), after)),
            Move::Place { .. } => None,
        })
    })
}
