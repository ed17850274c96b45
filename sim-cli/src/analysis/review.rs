//! A game looked at again: what each turn gave away against the best, as the seat could know it.

use std::sync::atomic::{AtomicBool, Ordering};

use goldrush_ai::search::appraisal::Thoroughness;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::gold_rush::{Deal, Move, Setup, State};
use goldrush_engine::player::{Player, PlayerSet};
use goldrush_engine::rng::tool_stream;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::opinion::{Opinion, Turn, opinions};

/// One turn, looked at again.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Review {
    /// Its number, from 0.
    pub turn: usize,
    /// Whose it was.
    pub seat: Player,
    /// The best turn there was.
    pub best: Opinion,
    /// What was played.
    pub played: Opinion,
}

impl Review {
    /// Points of expected margin that the turn gave away; 0 if nothing better was found.
    pub fn drop(&self) -> f64 {
        self.played.behind.mean
    }

    /// Whether the drop is more than chance in the worlds that were tried.
    pub fn is_clear(&self) -> bool {
        self.played.behind.half_width.is_some_and(|half| self.drop() > half)
    }
}

/// The position before every turn, and what was played then.
pub fn positions<'s>(setup: &'s Setup, deal: &Deal, moves: &[Move]) -> Vec<(State<'s>, Turn)> {
    let mut state = State::with_deal(setup, deal, &mut ());
    let mut positions = Vec::new();
    for turn in moves.chunks_exact(2) {
        positions.push((state.clone(), (turn[0], Some(turn[1]))));
        turn.iter().for_each(|&mv| state.play_unchecked(mv));
    }
    positions
}

/// Looks at the turns of some seats again, in parallel; tells `done` after each. The result depends on the seed alone,
/// unless it is stopped: then it is empty.
pub fn review(
    positions: &[(State, Turn)],
    seats: PlayerSet,
    thoroughness: Thoroughness,
    seed: u64,
    stop: &AtomicBool,
    done: &(dyn Fn() + Sync),
) -> Vec<Review> {
    let stopped = || stop.load(Ordering::Relaxed);
    let one = |turn: usize| {
        let (state, played) = &positions[turn];
        let seat = state.to_move().filter(|&seat| seats.contains(seat))?;
        let view = View::new(state, seat);
        let mut rng = tool_stream(seed.wrapping_add(turn as u64));
        let all = opinions(&view, thoroughness, Some(*played), &mut rng, &stopped);
        done();
        let own = all.iter().find(|opinion| opinion.turn == *played)?;
        Some(Review { turn, seat, best: all[0], played: *own })
    };
    let reviews = (0..positions.len()).into_par_iter().filter_map(one).collect();
    if stopped() { Vec::new() } else { reviews }
}

/// The turns of a seat that gave away most, the worst first, of those where that is more than chance.
pub fn mistakes(reviews: &[Review], seat: Player, most: usize) -> Vec<Review> {
    let mut clear: Vec<_> = reviews.iter().filter(|r| r.seat == seat && r.is_clear()).copied().collect();
    clear.sort_by(|x, y| y.drop().total_cmp(&x.drop()).then(x.turn.cmp(&y.turn)));
    clear.truncate(most);
    clear
}
