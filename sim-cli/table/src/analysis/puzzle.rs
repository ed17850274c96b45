//! Puzzles: positions in which one turn is clearly better than all others, and those in which a player missed something.

use std::sync::atomic::AtomicBool;

use goldrush_ai::search::Decisions;
use goldrush_ai::search::move_evaluation::{Selection, Thoroughness};
use goldrush_engine::game::{Game, State as _, View};
use goldrush_engine::player::PlayerSet;
use goldrush_engine::rng::{StreamRng, derived_seed, shuffle, tool_stream};
use goldrush_games::analyzable::Analyzable;
use goldrush_support::parallel;
use goldrush_support::stats::interval::Estimate;

use super::grade::{Grade, MISTAKE};
use super::move_report::{evaluations, of_evaluations};
use super::review::{Position, WORLDS, judge};

/// Effort of the check that a position is a puzzle.
const CHECK: Thoroughness = Thoroughness {
    selection: Selection::Rounds(60_000),
    finalists: 3,
    worlds: 300,
};
/// Most positions of a game that are looked at.
const TRIES: usize = 20;
/// Effort of the look that decides whether a position is checked.
const LOOK: Thoroughness = Thoroughness {
    selection: Selection::Rounds(3_000),
    finalists: 2,
    worlds: 60,
};
/// Share of the least lead that the look must find.
const PROMISING: f64 = 0.7;
/// Half widths by which the best turn must be ahead of every other.
const CLEAR: f64 = 1.5;

/// Returns the turn of a position that anybody would think of first.
pub type Obvious<'a, G> =
    dyn Fn(&<G as Game>::State<'_>) -> Decisions<<G as Game>::Move> + Sync + 'a;

/// Returns the points by which one turn beats every other one, from what the seat to move may know; `None` if no turn is
/// clearly the best, it seems to be ahead by less than `least`, or it is the obvious one.
fn gap<G: Analyzable>(
    state: &G::State<'_>,
    obvious: &Obvious<G>,
    least: f64,
    seed: u64,
) -> Option<f64> {
    let view = View::new(state, state.to_move()?);
    let rng = &mut tool_stream(seed);
    let (best, promised) = lead_over_second::<G>(&view, LOOK, rng)?;
    if promised.mean < PROMISING * least || best == obvious(state) {
        return None;
    }
    let (best, found) = lead_over_second::<G>(&view, CHECK, rng)?;
    let is_clear = found
        .half_width
        .is_some_and(|half| found.mean > CLEAR * half);
    (is_clear && best != obvious(state)).then_some(found.mean)
}

/// Returns the best turn, and by how many points it is ahead of the second; `None` if there is only one.
fn lead_over_second<G: Analyzable>(
    view: &View<G::State<'_>>,
    thoroughness: Thoroughness,
    rng: &mut StreamRng,
) -> Option<(Decisions<G::Move>, Estimate)> {
    let all = of_evaluations(&evaluations::<G>(view, thoroughness, &[], rng, &|| false));
    let (best, others) = all.split_first()?;
    let behind = others.iter().map(|report| report.behind);
    let least = behind.min_by(|one, other| one.mean.total_cmp(&other.mean))?;
    Some((best.turn, least))
}

/// Returns the indices of the positions in which one of these seats chooses a whole turn, in an order that depends on the
/// seed; at most [`TRIES`].
fn candidates<G: Analyzable>(
    positions: &[Position<G::State<'_>, G::Move>],
    seats: PlayerSet,
    seed: u64,
) -> Vec<usize> {
    let mut all = Vec::new();
    for (at, position) in positions.iter().enumerate() {
        let begins_turn = position.part.unwrap_or_default() == 0;
        let seat = position.state.to_move();
        if begins_turn && seat.is_some_and(|seat| seats.contains(seat)) {
            all.push(at);
        }
    }
    shuffle(&mut tool_stream(seed), &mut all);
    all.truncate(TRIES);
    all
}

/// Looks for a position whose best turn is not the obvious one, and clearly ahead of all others by at least `least` points and
/// less than `most`. Returns its index.
pub fn find_clear<G: Analyzable>(
    positions: &[Position<G::State<'_>, G::Move>],
    seats: PlayerSet,
    obvious: &Obvious<G>,
    (least, most): (f64, f64),
    seed: u64,
) -> Option<usize> {
    let candidates = candidates::<G>(positions, seats, seed);
    let found = parallel::first(candidates.len(), |number| {
        let at = candidates[number];
        let seed = derived_seed(seed, at as u64);
        let gap = gap::<G>(&positions[at].state, obvious, least, seed);
        gap.is_some_and(|gap| (least..most).contains(&gap))
    });
    found.map(|number| candidates[number])
}

/// Looks for a position in which a seat made a mistake. Returns its index.
pub fn find_missed<G: Analyzable>(
    positions: &[Position<G::State<'_>, G::Move>],
    seats: PlayerSet,
    seed: u64,
) -> Option<usize> {
    let candidates = candidates::<G>(positions, seats, seed);
    let found = parallel::first(candidates.len(), |number| {
        let at = candidates[number];
        is_missed::<G>(&positions[at], at, derived_seed(seed, at as u64)).unwrap_or(false)
    });
    found.map(|number| candidates[number])
}

/// Returns whether what was played is at least a mistake, also in a closer look; `None` if that could not be measured.
fn is_missed<G: Analyzable>(
    position: &Position<G::State<'_>, G::Move>,
    at: usize,
    seed: u64,
) -> Option<bool> {
    let Position { state, played, .. } = position;
    let view = View::new(state, state.to_move()?);
    let rng = &mut tool_stream(seed);
    let all = of_evaluations(&evaluations::<G>(&view, LOOK, &[*played], rng, &|| false));
    let own = all.iter().find(|report| report.turn == *played)?;
    if own.behind.mean < PROMISING * MISTAKE {
        return Some(false);
    }
    let review = judge::<G>(position, at, WORLDS, seed, &AtomicBool::new(false))?;
    Some(Grade::of(&review) >= Grade::Mistake)
}
