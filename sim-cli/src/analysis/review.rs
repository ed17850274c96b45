//! A game looked at again: what each turn gave away against the best, as the seat could know it.

use std::sync::atomic::{AtomicBool, Ordering};

use goldrush_ai::search::Decisions;
use goldrush_ai::search::appraisal::Thoroughness;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::{Player, PlayerSet};
use goldrush_engine::rng::tool_stream;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::opinion::{Opinion, opinions};
use crate::games::analyzable::Analyzable;
use crate::games::moment;

/// Where somebody chose.
pub struct Position<S, M> {
    /// Moves played before.
    pub first: usize,
    /// Turns played before.
    pub turn: usize,
    /// Moves of the turn played before, if the choice is not the whole of it.
    pub part: Option<usize>,
    /// The game then.
    pub state: S,
    /// What was played.
    pub played: Decisions<M>,
}

impl<S, M> Position<S, M> {
    /// As people call it: `21`, or `21b` if it is not the whole turn.
    pub fn name(&self) -> String {
        moment::name(self.turn, self.part)
    }
}

/// One turn, looked at again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Review<M> {
    /// Which of the positions it is about.
    pub at: usize,
    /// Turns played before.
    pub turn: usize,
    /// Whose it was.
    pub seat: Player,
    /// The best turn there was.
    pub best: Opinion<M>,
    /// What was played.
    pub played: Opinion<M>,
}

impl<M> Review<M> {
    /// Points of expected margin that the turn gave away; 0 if nothing better was found.
    pub fn drop(&self) -> f64 {
        self.played.behind.mean
    }

    /// Whether the drop is more than chance in the worlds that were tried.
    pub fn is_clear(&self) -> bool {
        self.played.behind.half_width.is_some_and(|half| self.drop() > half)
    }
}

/// The position before every choice of a game that was played so far, and what was played then; without a choice that was
/// not brought to its end.
pub fn positions<'s, G: Analyzable>(dealt: G::State<'s>, moves: &[G::Move]) -> Vec<Position<G::State<'s>, G::Move>> {
    let mut positions = Vec::new();
    let (mut state, mut choice, mut count) = (dealt, [None; 3], 0);
    let mut before = state.clone();
    // Turns that have ended, and the first move of the one in progress.
    let (mut turn, mut began) = (0, 0);
    for (played, &mv) in (1..).zip(moves) {
        choice[count] = Some(mv);
        count += 1;
        state.play_unchecked(mv);
        let over = state.to_move().is_none();
        let ends_turn = over || G::begins_turn(&state);
        if over || G::begins_choice(&state) {
            let first = played - count;
            let part = (first > began || !ends_turn).then_some(first - began);
            let before = std::mem::replace(&mut before, state.clone());
            positions.push(Position { first, turn, part, state: before, played: choice });
            (choice, count) = ([None; 3], 0);
        }
        if ends_turn {
            (turn, began) = (turn + 1, played);
        }
    }
    positions
}

/// Looks at the turns of some seats again, in parallel; tells `done` after each. The result depends on the seed alone,
/// unless it is stopped: then it is empty.
pub fn review<G: Analyzable>(
    positions: &[Position<G::State<'_>, G::Move>],
    seats: PlayerSet,
    thoroughness: Thoroughness,
    seed: u64,
    stop: &AtomicBool,
    done: &(dyn Fn() + Sync),
) -> Vec<Review<G::Move>> {
    let stopped = || stop.load(Ordering::Relaxed);
    let one = |at: usize| {
        let Position { turn, state, played, .. } = &positions[at];
        let seat = state.to_move().filter(|&seat| seats.contains(seat))?;
        let view = View::new(state, seat);
        let mut rng = tool_stream(seed.wrapping_add(at as u64));
        let all = opinions::<G>(&view, thoroughness, Some(*played), &mut rng, &stopped);
        done();
        let own = all.iter().find(|opinion| opinion.turn == *played)?;
        Some(Review { at, turn: *turn, seat, best: all[0], played: *own })
    };
    let reviews = (0..positions.len()).into_par_iter().filter_map(one).collect();
    if stopped() { Vec::new() } else { reviews }
}

/// The turns of a seat that gave away most, the worst first, of those where that is more than chance.
pub fn mistakes<M: Copy>(reviews: &[Review<M>], seat: Player, most: usize) -> Vec<Review<M>> {
    let mut clear: Vec<_> = reviews.iter().filter(|r| r.seat == seat && r.is_clear()).copied().collect();
    clear.sort_by(|x, y| y.drop().total_cmp(&x.drop()).then(x.at.cmp(&y.at)));
    clear.truncate(most);
    clear
}
