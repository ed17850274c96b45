//! A game looked at again: what each turn gave away against the best, as the seat could know it.
//!
//! The largest of many noisy numbers is too large. So the first look, at every turn, only says which turns of a seat may
//! have been its largest mistakes; these get a second look in fresh worlds. Half of them say whether it was a mistake, and
//! how large compared to others; the other half says what is told.

use std::sync::atomic::{AtomicBool, Ordering};

use goldrush_ai::search::Decisions;
use goldrush_ai::search::move_evaluation::{Selection, Thoroughness};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::{Player, PlayerSet};
use goldrush_engine::rng::tool_stream;
use rayon::iter::{IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::opinion::{Opinion, appraisals, lead, of_appraisals};
use crate::games::analyzable::Analyzable;
use crate::games::moment;
use crate::stats::interval::Estimate;

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

/// Worlds in which each turn of a game is measured, if nobody asks for another number.
pub const WORLDS: usize = 128;
/// Turns of a seat that get a second look.
const SUSPECTS: usize = 8;
/// How many times as many worlds measure them.
const SECOND_WORLDS: usize = 6;
/// How many half widths of its interval a drop must be above 0 to be a clear mistake, so that what is told of it is too, though
/// it comes from other worlds.
const CLEAR: f64 = 1.5;

/// What the first look at a turn costs: choosing somewhat more than measuring, as in the second.
fn first_look(worlds: usize) -> Thoroughness {
    Thoroughness { selection: Selection::Rounds(120 * worlds), finalists: 1, worlds }
}

/// What the second one costs.
fn second_look(worlds: usize) -> Thoroughness {
    Thoroughness { selection: Selection::Rounds(500 * worlds), finalists: 1, worlds: SECOND_WORLDS * worlds }
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
    /// The turn that looked best.
    pub best: Opinion<M>,
    /// What was played.
    pub played: Opinion<M>,
    /// If a second look found it clearly worse than another turn: how much.
    pub mistake: Option<Mistake<M>>,
}

/// What a second look found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mistake<M> {
    /// What would have been better.
    pub better: Decisions<M>,
    /// By how many points of expected margin, in worlds that had no part in finding it.
    pub drop: Estimate,
    /// The same in the worlds that found it.
    found: Estimate,
}

impl<M: PartialEq> Mistake<M> {
    /// From the margins of the turn that looked best and of the one that was played, in the same worlds.
    fn of(better: Decisions<M>, best: &[f32], played: &[f32]) -> Option<Mistake<M>> {
        let half = best.len() / 2;
        let found = lead(&best[..half], &played[..half]);
        let drop = lead(&best[half..], &played[half..]);
        let is_clear = found.half_width.is_some_and(|width| found.mean > CLEAR * width) && drop.mean > 0.0;
        is_clear.then_some(Mistake { better, drop, found })
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

/// Looks at the turns of some seats again, in parallel, each measured in so many worlds; tells `done` [`looks`] times. The
/// result depends on the seed alone, unless it is stopped: then it is empty.
pub fn review<G: Analyzable>(
    positions: &[Position<G::State<'_>, G::Move>],
    seats: PlayerSet,
    worlds: usize,
    seed: u64,
    stop: &AtomicBool,
    done: &(dyn Fn() + Sync),
) -> Vec<Review<G::Move>> {
    let stopped = || stop.load(Ordering::Relaxed);
    let look = |at: usize, thoroughness: Thoroughness, seed: u64| {
        let Position { state, played, .. } = &positions[at];
        let view = state.to_move().map(|seat| View::new(state, seat))?;
        let appraisals = appraisals::<G>(&view, thoroughness, &[*played], &mut tool_stream(seed), &stopped);
        done();
        Some(appraisals)
    };
    let first = |at: usize| {
        let Position { turn, state, played, .. } = &positions[at];
        let seat = state.to_move().filter(|&seat| seats.contains(seat))?;
        let all = of_appraisals(&look(at, first_look(worlds), seed.wrapping_add(at as u64))?);
        let own = all.iter().find(|opinion| opinion.turn == *played)?;
        Some(Review { at, turn: *turn, seat, best: all[0], played: *own, mistake: None })
    };
    let mut reviews: Vec<_> = (0..positions.len()).into_par_iter().filter_map(first).collect();
    let suspects: Vec<usize> = seats.iter().flat_map(|seat| suspects(&reviews, seat)).collect();
    let second = |&review: &usize| {
        let at = reviews[review].at;
        // Other worlds than those of any first look.
        let all = look(at, second_look(worlds), seed.wrapping_add(at as u64) ^ (1 << 62))?;
        let own = all.iter().find(|appraisal| appraisal.turn.decisions() == positions[at].played)?;
        Some((review, Mistake::of(all[0].turn.decisions(), &all[0].margins, &own.margins)?))
    };
    let mistakes: Vec<_> = suspects.par_iter().filter_map(second).collect();
    mistakes.into_iter().for_each(|(review, mistake)| reviews[review].mistake = Some(mistake));
    (suspects.len()..SUSPECTS * seats.iter().count()).for_each(|_| done());
    if stopped() { Vec::new() } else { reviews }
}

/// How many looks a review of all seats takes.
pub fn looks<S, M>(positions: &[Position<S, M>], seats: usize) -> usize {
    positions.len() + SUSPECTS * seats
}

/// Which reviews of a seat get a second look: those where the first found most given away.
fn suspects<M: Copy>(reviews: &[Review<M>], seat: Player) -> Vec<usize> {
    let drop = |at: &usize| reviews[*at].played.behind.mean;
    let mut own: Vec<_> = (0..reviews.len()).filter(|at| reviews[*at].seat == seat && drop(at) > 0.0).collect();
    own.sort_by(|x, y| drop(y).total_cmp(&drop(x)));
    own.truncate(SUSPECTS);
    own
}

/// The clear mistakes of a seat, the worst first.
pub fn mistakes<M: Copy>(reviews: &[Review<M>], seat: Player, most: usize) -> Vec<(Review<M>, Mistake<M>)> {
    let own = reviews.iter().filter(|review| review.seat == seat);
    let mut clear: Vec<_> = own.filter_map(|review| Some((*review, review.mistake?))).collect();
    clear.sort_by(|(_, x), (_, y)| y.found.mean.total_cmp(&x.found.mean));
    clear.truncate(most);
    clear
}

/// Points of margin that mistakes gave away together.
pub fn given_away<M>(mistakes: &[(Review<M>, Mistake<M>)]) -> Estimate {
    let drops = || mistakes.iter().map(|(_, mistake)| mistake.drop);
    let squares: f64 = drops().filter_map(|drop| drop.half_width).map(|half| half * half).sum();
    Estimate::around(drops().map(|drop| drop.mean).sum(), Some(squares.sqrt()))
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{below, tool_stream};

    use super::*;

    /// Margins in so many worlds: what a turn is worth, and noise of ten points.
    fn margins(rng: &mut impl rand::Rng, worth: f32, worlds: usize) -> Vec<f32> {
        let noise = |rng: &mut _| (0..3).map(|_| below(rng, 21) as f32 - 10.0).sum::<f32>();
        (0..worlds).map(|_| worth + noise(rng)).collect()
    }

    /// Of 4000 turns that gave away so much, those that are named, and what is told of them on average.
    fn named(drop: f32) -> (usize, f64) {
        let mut rng = tool_stream(12);
        let mistake = |_| {
            let (best, played) = (margins(&mut rng, drop, 100), margins(&mut rng, 0.0, 100));
            Mistake::of([Some(1), None, None], &best, &played)
        };
        let named: Vec<f64> = (0..4000).filter_map(mistake).map(|mistake| mistake.drop.mean).collect();
        (named.len(), named.iter().sum::<f64>() / named.len() as f64)
    }

    #[test]
    fn what_is_told_of_a_mistake_is_not_larger_because_it_was_named() {
        for drop in [5.0, 7.0, 10.0] {
            let (count, told) = named(drop);
            assert!(count > 100, "{drop}: {count}");
            assert!((told - f64::from(drop)).abs() < 0.5, "{drop}: {told} of {count}");
        }
        // As good a turn is hardly ever called a mistake, a very bad one always.
        assert!(named(0.0).0 < 20, "{:?}", named(0.0));
        assert_eq!(named(20.0).0, 4000);
    }
}
