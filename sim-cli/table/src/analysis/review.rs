//! Review of a game: what each turn gave away compared with the best, judged by what the seat could know.
//!
//! The largest of many noisy numbers is biased upward. So the first look, at every turn, only decides which may be
//! mistakes; these get a second look in fresh worlds. Some of those decide whether it was a mistake and how it ranks; others give
//! the number reported. Both looks race turns to find the best, and measure it against the one that was played until the answer
//! is clear or all worlds are played. Most turns are no mistakes, and that is often clear soon.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use goldrush_ai::search::Decisions;
use goldrush_ai::search::move_evaluation::{MoveEvaluation, Selection, Thoroughness};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::{MAX_PLAYERS, Player, PlayerSet};
use goldrush_engine::rng::{StreamRng, tool_stream};
use goldrush_games::analyzable::Analyzable;
use goldrush_games::turn_index;
use goldrush_support::parallel;
use goldrush_support::stats::interval::Estimate;

use super::move_report::{MoveReport, evaluations, final_points, lead, mean_lead, of_evaluations};
use super::reason::{Reason, reason};

/// A position where a seat had to choose.
pub struct Position<S, M> {
    /// Moves played before.
    pub first: usize,
    /// Turns played before.
    pub turn: usize,
    /// Moves of this turn played before, if the choice is not the whole turn.
    pub part: Option<usize>,
    /// The state before the choice.
    pub state: S,
    /// The moves that were played.
    pub played: Decisions<M>,
}

impl<S, M> Position<S, M> {
    /// Returns the name people use: `21`, or `21b` if it is not the whole turn.
    pub fn name(&self) -> String {
        turn_index::name(self.turn, self.part)
    }
}

/// Default number of sampled worlds in which each turn of a game is measured.
pub const WORLDS: usize = 128;
/// Number of turns compared with a mistake besides the best.
const ALTERNATIVES: usize = 2;
/// Most worlds that decide in the second look, and most that measure, per world of the first look.
const SECOND_WORLDS: usize = 3;
/// Points given away from which a turn is an inaccuracy, a convention: hints, which are measured in fewer worlds, may
/// differ by less.
pub const INACCURACY: f64 = 1.0;
/// Number of half widths by which a drop must exceed 0 to be a clear mistake. More than 1, so that the reported drop,
/// which comes from other worlds, is usually clear too.
const CLEAR: f64 = 1.5;
/// Number of half widths beyond which measuring ends because the answer is known.
const DOUBT: f64 = 0.5;
/// Number of half widths by which a drop must exceed 0 to be looked at again, after all worlds of the first look.
const SUSPECT: f64 = 0.7;
/// Half width of a reported drop, as a share of it, unless it is less than a point and than [`AT_MOST`] of it.
const PRECISION: f64 = 0.3;
/// Largest half width of a reported drop, as a share of it.
const AT_MOST: f64 = 0.7;
/// Half width, in points, above which a choice that is judged alone is measured on, and what is found is not called clear.
pub const TELLING: f64 = 5.0;

/// Returns the effort of the first look at a turn.
fn first_look(worlds: usize) -> Thoroughness {
    Thoroughness {
        selection: Selection::Race(120 * worlds),
        finalists: 1,
        worlds: (worlds / 4).max(2),
    }
}

/// Returns the effort of finding the best turns in the second look.
fn second_look(worlds: usize) -> Thoroughness {
    Thoroughness {
        selection: Selection::Race(500 * worlds),
        finalists: 1 + ALTERNATIVES,
        worlds: 0,
    }
}

/// Review of one turn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Review<M> {
    /// Index of the position among those reviewed.
    pub at: usize,
    /// Turns played before.
    pub turn: usize,
    /// The seat that played it.
    pub seat: Player,
    /// The turn that looked best.
    pub best: MoveReport<M>,
    /// The turn that was played.
    pub played: MoveReport<M>,
    /// Points that the final lead of each seat over the best other one changed by, compared with the turn that looked best;
    /// measured less well than those of a mistake.
    pub swings: [f64; MAX_PLAYERS],
    /// The mistake, if a second look found the turn clearly worse than another.
    pub mistake: Option<Mistake<M>>,
}

/// A mistake confirmed by the second look.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mistake<M> {
    /// The better turn.
    pub better: Decisions<M>,
    /// Expected margin given away, in points, measured in worlds that were not used to find the mistake.
    pub drop: Estimate,
    /// The clearest differences of the better turn from the one played.
    pub reason: Reason,
    /// Points that the better turn brings the seat itself at the end of the game, measured in the same worlds as
    /// [`Mistake::drop`]; the rest of the drop is what the best other seat gets less.
    pub own: f64,
    /// The next best turns among those ranked above the one played, and the margin that each gives away compared with the
    /// better one, measured in the same worlds as [`Mistake::drop`].
    pub alternatives: [Option<(Decisions<M>, Estimate)>; ALTERNATIVES],
    /// Points that the final lead of each seat over the best other one changed by, compared with the better turn; measured in
    /// the same worlds as [`Mistake::drop`], which is that of the seat itself.
    pub swings: [f64; MAX_PLAYERS],
    /// The drop, measured in the worlds that were used to find it.
    pub(super) found: Estimate,
}

impl<M: PartialEq> Mistake<M> {
    /// `None` if it was no clear mistake: what the better turn gains in the worlds that decide, and in those that measure.
    pub(super) fn of(better: Decisions<M>, found: Estimate, drop: Estimate) -> Option<Mistake<M>> {
        (is_clear(found) && drop.mean > 0.0).then_some(Mistake {
            better,
            drop,
            reason: Reason::default(),
            own: 0.0,
            alternatives: [const { None }; ALTERNATIVES],
            swings: [0.0; MAX_PLAYERS],
            found,
        })
    }
}

/// True if a turn that gave away this much is a clear mistake.
fn is_clear(found: Estimate) -> bool {
    let exceeds_error = found
        .half_width
        .is_some_and(|width| found.mean > CLEAR * width);
    exceeds_error && found.mean >= INACCURACY
}

/// Returns the position before every choice played so far, with what was played there. A choice that is not complete
/// yet is left out.
pub fn positions<'s, G: Analyzable>(
    dealt: G::State<'s>,
    moves: &[G::Move],
) -> Vec<Position<G::State<'s>, G::Move>> {
    let mut positions = Vec::new();
    let mut state = dealt;
    let mut choice = [None; 3];
    let mut count = 0;
    let mut before = state.clone();
    // Number of finished turns, and index of the first move of the turn in progress.
    let mut turn = 0;
    let mut turn_start = 0;
    for (played, &mv) in (1..).zip(moves) {
        choice[count] = Some(mv);
        count += 1;
        state.play_unchecked(mv);
        let over = state.to_move().is_none();
        let ends_turn = over || G::begins_turn(&state);
        if over || G::begins_choice(&state) {
            let first = played - count;
            let part = (first > turn_start || !ends_turn).then_some(first - turn_start);
            let before = std::mem::replace(&mut before, state.clone());
            positions.push(Position {
                first,
                turn,
                part,
                state: before,
                played: choice,
            });
            (choice, count) = ([None; 3], 0);
        }
        if ends_turn {
            (turn, turn_start) = (turn + 1, played);
        }
    }
    positions
}

/// Reviews the turns of some seats in parallel, each measured in up to `worlds` sampled worlds, except those that are
/// `known` by the index of their position; calls `done` with each review. The result depends only on the seed, unless the
/// review is stopped: then it is empty.
pub fn review<G: Analyzable>(
    positions: &[Position<G::State<'_>, G::Move>],
    seats: PlayerSet,
    worlds: usize,
    seed: u64,
    (known, stop): (&BTreeMap<usize, Review<G::Move>>, &AtomicBool),
    done: &(dyn Fn(&Review<G::Move>) + Sync),
) -> Vec<Review<G::Move>> {
    let reviews = parallel::map(positions.len(), |at| {
        let seat = positions[at].state.to_move()?;
        if !seats.contains(seat) {
            return None;
        }
        let review = match known.get(&at) {
            Some(known) => *known,
            None => judge_within::<G>(f64::INFINITY, &positions[at], at, worlds, seed, stop)?,
        };
        done(&review);
        Some(review)
    });
    if stop.load(Ordering::Relaxed) {
        Vec::new()
    } else {
        reviews.into_iter().flatten().collect()
    }
}

/// Reviews one choice; `at` is its index among those of the game. `None` if the work was stopped.
pub fn judge<G: Analyzable>(
    position: &Position<G::State<'_>, G::Move>,
    at: usize,
    worlds: usize,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Review<G::Move>> {
    judge_within::<G>(TELLING, position, at, worlds, seed, stop)
}

/// Reviews one choice; it is measured on until its difference from the best turn has this half width.
fn judge_within<G: Analyzable>(
    half_width: f64,
    position: &Position<G::State<'_>, G::Move>,
    at: usize,
    worlds: usize,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Review<G::Move>> {
    let reviewer = Reviewer::<G> {
        position,
        seat: position.state.to_move()?,
        worlds,
        half_width,
        stop,
    };
    reviewer.review(at, seed)
}

/// Looks at a choice of a game.
struct Reviewer<'a, 's, G: Analyzable> {
    position: &'a Position<G::State<'s>, G::Move>,
    seat: Player,
    worlds: usize,
    /// Half width of the difference from the best turn, in points, from which on a choice that is no mistake is known well enough.
    half_width: f64,
    stop: &'a AtomicBool,
}

impl<G: Analyzable> Reviewer<'_, '_, G> {
    /// Selects and measures turns.
    fn evaluations(
        &self,
        thoroughness: Thoroughness,
        include: &[Decisions<G::Move>],
        rng: &mut StreamRng,
    ) -> Vec<MoveEvaluation<G::Move>> {
        let view = View::new(&self.position.state, self.seat);
        evaluations::<G>(&view, thoroughness, include, rng, &|| {
            self.stop.load(Ordering::Relaxed)
        })
    }

    /// Measures turns in `worlds` worlds.
    fn measured(
        &self,
        worlds: usize,
        turns: &[Decisions<G::Move>],
        rng: &mut StreamRng,
    ) -> Vec<MoveEvaluation<G::Move>> {
        let measuring = Thoroughness {
            selection: Selection::Outright(0),
            finalists: 0,
            worlds,
        };
        self.evaluations(measuring, turns, rng)
    }

    /// Returns by how many points one turn changes the final lead of each seat over the best other one, compared with another.
    fn swings(
        &self,
        played: &MoveEvaluation<G::Move>,
        better: &MoveEvaluation<G::Move>,
    ) -> [f64; MAX_PLAYERS] {
        let mut swings = [0.0; MAX_PLAYERS];
        for seat in Player::all(self.position.state.players()) {
            let [played, better] = [played, better].map(|turn| mean_lead(&turn.points, seat));
            swings[seat.index()] = played - better;
        }
        swings
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Reviews the choice; `None` if it was stopped.
    fn review(&self, at: usize, seed: u64) -> Option<Review<G::Move>> {
        let Position { turn, played, .. } = *self.position;
        let rng = &mut tool_stream(seed.wrapping_add(at as u64));
        let mut all = self.evaluations(first_look(self.worlds), &[played], rng);
        let mut is_suspect = false;
        if let [best, own] = &mut all[..] {
            is_suspect = loop {
                let found = lead(&best.margins, &own.margins);
                let half = found.half_width?;
                let worlds = best.margins.len();
                let is_known = half <= self.half_width || worlds >= self.worlds;
                if self.is_stopped() || is_known && found.mean + DOUBT * half < INACCURACY {
                    break false;
                }
                if worlds >= self.worlds || found.mean - DOUBT * half > INACCURACY {
                    break found.mean > INACCURACY.max(SUSPECT * half);
                }
                let turns = [best.turn.decisions(), played];
                for (known, more) in [&mut *best, &mut *own]
                    .into_iter()
                    .zip(self.measured(worlds, &turns, rng))
                {
                    known.extend(more);
                }
            };
        }
        let reports = of_evaluations(&all);
        let own = reports.iter().position(|report| report.turn == played)?;
        let review = Review {
            at,
            turn,
            seat: self.seat,
            best: reports[0],
            played: reports[own],
            swings: self.swings(&all[own], &all[0]),
            mistake: is_suspect
                .then(|| self.clear_mistake(second_seed(seed, at)))
                .flatten(),
        };
        (!self.is_stopped()).then_some(review)
    }

    /// Returns the mistake, if a second look confirms one.
    fn clear_mistake(&self, seed: u64) -> Option<Mistake<G::Move>> {
        let played = self.position.played;
        let rng = &mut tool_stream(seed);
        let ranked = self.evaluations(second_look(self.worlds), &[], rng);
        let mut ranked = ranked.iter().map(|one| one.turn.decisions());
        let best = ranked.next().filter(|best| *best != played)?;
        let alternatives: Vec<_> = ranked.take_while(|turn| *turn != played).collect();
        let [mut better, mut own] = self.decided(best, rng)?;
        let found = lead(&better.margins, &own.margins);
        let wanted = INACCURACY
            .min(found.mean * AT_MOST)
            .max(found.mean * PRECISION);
        let width = found.half_width? / wanted;
        let worlds = (better.margins.len() as f64 * width * width) as usize;
        let worlds = worlds.clamp(self.worlds / 2, SECOND_WORLDS * self.worlds);
        // The others are measured in some of the same worlds.
        let same_worlds = &mut rng.clone();
        let [better_measured, own_measured] = &self.pair(worlds, best, rng)?;
        let others = self.measured(worlds.min(self.worlds * 3 / 4), &alternatives, same_worlds);
        let drop = lead(&better_measured.margins, &own_measured.margins);
        let mistake = Mistake::of(best, found, drop)?;
        if drop.mean < drop.half_width? {
            return None;
        }
        let mut others: Vec<_> = others
            .iter()
            .map(|other| {
                (
                    other.turn.decisions(),
                    lead(&better_measured.margins, &other.margins),
                )
            })
            .collect();
        others.sort_by(|(_, one), (_, other)| one.mean.total_cmp(&other.mean));
        let mut others = others.into_iter();
        let alternatives = std::array::from_fn(|_| others.next());
        let points =
            [better_measured, own_measured].map(|turn| final_points(&turn.points, self.seat));
        better.extend(better_measured.clone());
        own.extend(own_measured.clone());
        Some(Mistake {
            swings: self.swings(own_measured, better_measured),
            reason: reason(&better, &own, self.seat),
            own: points[0] - points[1],
            alternatives,
            ..mistake
        })
    }

    /// Measures a turn and the one that was played until it is clear which is better; `None` if that was no clear mistake.
    fn decided(
        &self,
        best: Decisions<G::Move>,
        rng: &mut StreamRng,
    ) -> Option<[MoveEvaluation<G::Move>; 2]> {
        let most = SECOND_WORLDS * self.worlds;
        let [mut better, mut own] = self.pair((self.worlds / 2).max(2), best, rng)?;
        loop {
            let found = lead(&better.margins, &own.margins);
            let half = found.half_width?;
            let worlds = better.margins.len();
            let at_most = half * (worlds as f64 / most as f64).sqrt();
            if self.is_stopped() || found.mean + DOUBT * half < (CLEAR * at_most).max(INACCURACY) {
                return None;
            }
            if worlds >= most || found.mean > CLEAR * half + INACCURACY {
                return is_clear(found).then_some([better, own]);
            }
            let [more, others] = self.pair(worlds.min(most - worlds), best, rng)?;
            better.extend(more);
            own.extend(others);
        }
    }

    /// Measures a turn and the one that was played; `None` if the work was stopped.
    fn pair(
        &self,
        worlds: usize,
        turn: Decisions<G::Move>,
        rng: &mut StreamRng,
    ) -> Option<[MoveEvaluation<G::Move>; 2]> {
        self.measured(worlds, &[turn, self.position.played], rng)
            .try_into()
            .ok()
    }
}

/// Returns the seed of a second look: its worlds differ from those of any first look.
fn second_seed(seed: u64, at: usize) -> u64 {
    seed.wrapping_add(at as u64) ^ (1 << 62)
}

/// Returns the up to `most` clearest mistakes of a seat, the most costly first.
pub fn mistakes<M: Copy>(
    reviews: &[Review<M>],
    seat: Player,
    most: usize,
) -> Vec<(Review<M>, Mistake<M>)> {
    let own = reviews.iter().filter(|review| review.seat == seat);
    let mut clear: Vec<_> = own
        .filter_map(|review| Some((*review, review.mistake?)))
        .collect();
    clear.sort_by(|(_, x), (_, y)| y.found.mean.total_cmp(&x.found.mean));
    clear.truncate(most);
    clear.sort_by(|(_, x), (_, y)| y.drop.mean.total_cmp(&x.drop.mean));
    clear
}

/// Returns the total margin given away by mistakes, in points.
pub fn given_away<M>(mistakes: &[(Review<M>, Mistake<M>)]) -> Estimate {
    let drops = mistakes.iter().map(|(_, mistake)| mistake.drop);
    let squares: f64 = drops
        .clone()
        .filter_map(|drop| drop.half_width)
        .map(|half| half * half)
        .sum();
    Estimate::around(drops.map(|drop| drop.mean).sum(), Some(squares.sqrt()))
}

#[cfg(test)]
mod tests {
    use goldrush_engine::rng::{below, tool_stream};

    use super::*;

    /// Returns a turn's margins in each world: its true worth plus noise with a standard deviation of about 10 points.
    fn margins(rng: &mut impl rand::Rng, worth: f32, worlds: usize) -> Vec<f32> {
        let noise = |rng: &mut _| (0..3).map(|_| below(rng, 21) as f32 - 10.0).sum::<f32>();
        (0..worlds).map(|_| worth + noise(rng)).collect()
    }

    /// Finds the mistake by one half of the worlds, and measures it by the other.
    fn mistake(best: &[f32], played: &[f32]) -> Option<Mistake<u8>> {
        let half = best.len() / 2;
        let found = lead(&best[..half], &played[..half]);
        let drop = lead(&best[half..], &played[half..]);
        Mistake::of([Some(1), None, None], found, drop)
    }

    /// Reviews 4000 turns that gave away `drop` points; returns how many are called mistakes, and the mean drop
    /// reported for those.
    fn named(drop: f32) -> (usize, f64) {
        let mut rng = tool_stream(12);
        let named: Vec<f64> = (0..4000)
            .filter_map(|_| {
                let best = margins(&mut rng, drop, 100);
                let played = margins(&mut rng, 0.0, 100);
                mistake(&best, &played)
            })
            .map(|mistake| mistake.drop.mean)
            .collect();
        (named.len(), named.iter().sum::<f64>() / named.len() as f64)
    }

    #[test]
    fn reported_mistakes_are_not_biased_upward_by_selection() {
        for drop in [5.0, 7.0, 10.0] {
            let (count, reported) = named(drop);
            assert!(count > 100, "{drop}: {count}");
            assert!(
                (reported - f64::from(drop)).abs() < 0.5,
                "{drop}: {reported} of {count}"
            );
        }
        // An equally good turn is hardly ever called a mistake, a very bad one always.
        assert!(named(0.0).0 < 20, "{:?}", named(0.0));
        assert_eq!(named(20.0).0, 4000);
    }

    #[test]
    fn mistakes_are_selected_by_one_half_of_the_worlds_and_ordered_by_the_other() {
        let report = MoveReport {
            turn: [Some(0), None, None],
            exact: false,
            win_share: Estimate::around(0.5, None),
            margin: Estimate::around(0.0, None),
            behind: Estimate::around(0.0, None),
        };
        let review = |turn, found: f32, drop: f32| {
            let margins: Vec<f32> = (0..40)
                .map(|world| if world < 20 { found } else { drop })
                .collect();
            let mistake = mistake(&margins, &[0.0; 40]);
            Review {
                at: 0,
                turn,
                seat: Player::FIRST,
                best: report,
                played: report,
                swings: [0.0; MAX_PLAYERS],
                mistake,
            }
        };
        let reviews = [
            review(0, 5.0, 6.0),
            review(1, 9.0, 4.0),
            review(2, 3.0, 9.0),
        ];
        let turns = |most| {
            mistakes(&reviews, Player::FIRST, most)
                .iter()
                .map(|(one, _)| one.turn)
                .collect::<Vec<_>>()
        };
        assert_eq!(turns(2), [0, 1]);
        assert_eq!(turns(usize::MAX), [2, 0, 1]);
    }

    #[test]
    fn errors_that_hints_cannot_tell_apart_are_no_mistakes() {
        let is_mistake = [0.9, 1.0].map(|drop| mistake(&[drop; 100], &[0.0; 100]).is_some());
        assert_eq!(is_mistake, [false, true]);
    }
}
