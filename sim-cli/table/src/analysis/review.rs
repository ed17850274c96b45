//! Review of a game: what each turn gave away compared with the best, judged by what the seat could know.
//!
//! The largest of many noisy numbers is biased upward. So the first look, at every turn, only selects the turns that
//! may be a seat's largest mistakes; these get a second look in fresh worlds. Half of those worlds decide whether it
//! was a mistake and how it ranks; the other half gives the number reported.

use std::sync::atomic::{AtomicBool, Ordering};

use goldrush_ai::search::Decisions;
use goldrush_ai::search::move_evaluation::{MoveEvaluation, Selection, Thoroughness};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::{MAX_PLAYERS, Player, PlayerSet};
use goldrush_engine::rng::tool_stream;
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
/// Number of turns per seat that get a second look.
const SUSPECTS: usize = 8;
/// Number of turns compared with a mistake besides the best.
const ALTERNATIVES: usize = 2;
/// Second-look worlds per first-look world.
const SECOND_WORLDS: usize = 6;
/// Points given away from which a turn is an inaccuracy, a convention: hints, which are measured in fewer worlds, may
/// differ by less.
pub const INACCURACY: f64 = 1.0;
/// Number of half widths by which a drop must exceed 0 to be a clear mistake. More than 1, so that the reported drop,
/// which comes from other worlds, is usually clear too.
const CLEAR: f64 = 1.5;

/// Returns the effort of the first look at a turn. As in the second look, choosing takes somewhat more than measuring.
fn first_look(worlds: usize) -> Thoroughness {
    Thoroughness {
        selection: Selection::Rounds(120 * worlds),
        finalists: 1,
        worlds,
    }
}

/// Returns the effort of the second look.
fn second_look(worlds: usize) -> Thoroughness {
    let finalists = 1 + ALTERNATIVES;
    Thoroughness {
        selection: Selection::Rounds(500 * worlds),
        finalists,
        worlds: SECOND_WORLDS * worlds,
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
    /// True if the turn got a second look.
    pub looked_twice: bool,
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
    found: Estimate,
}

impl<M: PartialEq> Mistake<M> {
    /// Compares the margins of the turn that looked best with those of the one that was played, in the same worlds.
    /// `None` if it was no clear mistake.
    fn of(better: Decisions<M>, best: &[f32], played: &[f32]) -> Option<Mistake<M>> {
        let half = best.len() / 2;
        let found = lead(&best[..half], &played[..half]);
        let drop = lead(&best[half..], &played[half..]);
        let is_clear = found
            .half_width
            .is_some_and(|width| found.mean > CLEAR * width);
        let is_clear = is_clear && found.mean >= INACCURACY && drop.mean > 0.0;
        is_clear.then_some(Mistake {
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

/// Reviews the turns of some seats in parallel, each measured in `worlds` sampled worlds; calls `done` [`looks`] times.
/// The result depends only on the seed, unless the review is stopped: then it is empty.
pub fn review<G: Analyzable>(
    positions: &[Position<G::State<'_>, G::Move>],
    seats: PlayerSet,
    worlds: usize,
    seed: u64,
    stop: &AtomicBool,
    done: &(dyn Fn() + Sync),
) -> Vec<Review<G::Move>> {
    let reviewer = Reviewer::<G> {
        positions,
        seats,
        worlds,
        seed,
        stop,
        done,
    };
    let mut reviews: Vec<_> = parallel::map(positions.len(), |at| reviewer.first_review(at))
        .into_iter()
        .flatten()
        .collect();
    let suspects: Vec<usize> = seats
        .iter()
        .flat_map(|seat| suspects(&reviews, seat))
        .collect();
    let mistakes = parallel::map(suspects.len(), |suspect| {
        reviewer.clear_mistake(reviews[suspects[suspect]].at)
    });
    for (&suspect, mistake) in suspects.iter().zip(mistakes) {
        reviews[suspect].looked_twice = true;
        reviews[suspect].mistake = mistake;
    }
    (suspects.len()..SUSPECTS * seats.iter().count()).for_each(|_| done());
    if stop.load(Ordering::Relaxed) {
        Vec::new()
    } else {
        reviews
    }
}

/// Looks at the turns of a game.
struct Reviewer<'a, 's, G: Analyzable> {
    positions: &'a [Position<G::State<'s>, G::Move>],
    seats: PlayerSet,
    worlds: usize,
    seed: u64,
    stop: &'a AtomicBool,
    /// Called after each look.
    done: &'a (dyn Fn() + Sync),
}

impl<G: Analyzable> Reviewer<'_, '_, G> {
    /// Measures the turns that look best in a position, and the one that was played.
    fn look(
        &self,
        at: usize,
        thoroughness: Thoroughness,
        seed: u64,
    ) -> Option<Vec<MoveEvaluation<G::Move>>> {
        let Position { state, played, .. } = &self.positions[at];
        let evaluations = evaluations::<G>(
            &View::new(state, state.to_move()?),
            thoroughness,
            &[*played],
            &mut tool_stream(seed),
            &|| self.stop.load(Ordering::Relaxed),
        );
        (self.done)();
        Some(evaluations)
    }

    /// Reviews what was played in a position, after the first look.
    fn first_review(&self, at: usize) -> Option<Review<G::Move>> {
        let position = &self.positions[at];
        let seat = position.state.to_move()?;
        if !self.seats.contains(seat) {
            return None;
        }
        let seed = self.seed.wrapping_add(at as u64);
        let reports = of_evaluations(&self.look(at, first_look(self.worlds), seed)?);
        let own = reports
            .iter()
            .find(|report| report.turn == position.played)?;
        Some(Review {
            at,
            turn: position.turn,
            seat,
            best: reports[0],
            played: *own,
            looked_twice: false,
            mistake: None,
        })
    }

    /// Returns the mistake in a position, if the second look confirms one.
    fn clear_mistake(&self, at: usize) -> Option<Mistake<G::Move>> {
        let evaluations = self.look(at, second_look(self.worlds), second_seed(self.seed, at))?;
        confirmed::<G>(&self.positions[at], &evaluations)
    }
}

/// Returns the seed of a second look: its worlds differ from those of any first look.
fn second_seed(seed: u64, at: usize) -> u64 {
    seed.wrapping_add(at as u64) ^ (1 << 62)
}

/// Returns the mistake that a second look found in a choice, if any.
fn confirmed<G: Analyzable>(
    position: &Position<G::State<'_>, G::Move>,
    all: &[MoveEvaluation<G::Move>],
) -> Option<Mistake<G::Move>> {
    let own = all
        .iter()
        .find(|evaluation| evaluation.turn.decisions() == position.played)?;
    let mistake = Mistake::of(all[0].turn.decisions(), &all[0].margins, &own.margins)?;
    let others = all[1..]
        .iter()
        .take_while(|other| other.turn.decisions() != position.played);
    let mut others: Vec<_> = others
        .take(ALTERNATIVES)
        .map(|other| {
            let half = other.margins.len() / 2;
            let behind = lead(&all[0].margins[half..], &other.margins[half..]);
            (other.turn.decisions(), behind)
        })
        .collect();
    others.sort_by(|(_, one), (_, other)| one.mean.total_cmp(&other.mean));
    let mut others = others.into_iter();
    let alternatives = std::array::from_fn(|_| others.next());
    let seat = position.state.to_move()?;
    let half = own.points.len() / 2;
    let mut swings = [0.0; MAX_PLAYERS];
    for other in Player::all(position.state.players()) {
        let [played, better] = [own, &all[0]].map(|turn| mean_lead(&turn.points[half..], other));
        swings[other.index()] = played - better;
    }
    Some(Mistake {
        swings,
        reason: reason(&all[0], own, seat),
        own: final_points(&all[0].points[half..], seat) - final_points(&own.points[half..], seat),
        alternatives,
        ..mistake
    })
}

/// Reviews one choice as thoroughly as the possible mistakes of a game; `at` is its index among those of the game.
/// `None` if the work was stopped.
pub fn judge<G: Analyzable>(
    position: &Position<G::State<'_>, G::Move>,
    at: usize,
    worlds: usize,
    seed: u64,
    stop: &AtomicBool,
) -> Option<Review<G::Move>> {
    let Position {
        turn,
        state,
        played,
        ..
    } = position;
    let seat = state.to_move()?;
    let rng = &mut tool_stream(second_seed(seed, at));
    let all = evaluations::<G>(
        &View::new(state, seat),
        second_look(worlds),
        &[*played],
        rng,
        &|| stop.load(Ordering::Relaxed),
    );
    let reports = of_evaluations(&all);
    let own = reports
        .iter()
        .find(|report| report.turn == *played)
        .filter(|_| !stop.load(Ordering::Relaxed))?;
    let mistake = confirmed::<G>(position, &all);
    Some(Review {
        at,
        turn: *turn,
        seat,
        best: reports[0],
        played: *own,
        looked_twice: true,
        mistake,
    })
}

/// Returns the number of looks that a review of `seats` seats takes.
pub fn looks<S, M>(positions: &[Position<S, M>], seats: usize) -> usize {
    positions.len() + SUSPECTS * seats
}

/// Returns the indices of a seat's reviews that get a second look: those that gave away most in the first.
fn suspects<M: Copy>(reviews: &[Review<M>], seat: Player) -> Vec<usize> {
    let mut own = Vec::new();
    for (at, review) in reviews.iter().enumerate() {
        let drop = review.played.behind.mean;
        if review.seat == seat && drop > 0.0 {
            own.push((at, drop));
        }
    }
    own.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    own.truncate(SUSPECTS);
    own.into_iter().map(|(at, _)| at).collect()
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

    /// Reviews 4000 turns that gave away `drop` points; returns how many are called mistakes, and the mean drop
    /// reported for those.
    fn named(drop: f32) -> (usize, f64) {
        let mut rng = tool_stream(12);
        let mistake = |_| {
            let best = margins(&mut rng, drop, 100);
            let played = margins(&mut rng, 0.0, 100);
            Mistake::of([Some(1), None, None], &best, &played)
        };
        let named: Vec<f64> = (0..4000)
            .filter_map(mistake)
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
            let mistake = Mistake::of([Some(1), None, None], &margins, &[0.0; 40]);
            Review {
                at: 0,
                turn,
                seat: Player::FIRST,
                best: report,
                played: report,
                looked_twice: true,
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
        let is_mistake =
            |drop: f32| Mistake::of([Some(1), None, None], &[drop; 100], &[0.0; 100]).is_some();
        assert_eq!([0.9, 1.0].map(is_mistake), [false, true]);
    }
}
