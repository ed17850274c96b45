//! What turns are worth, as estimates with intervals: for hints, for what mattered in a game, and for analysis.

use goldrush_ai::search::Decisions;
use goldrush_ai::search::move_evaluation::{
    EvaluationRequest, MoveEvaluation, Selection, Thoroughness, evaluate_moves,
};
use goldrush_engine::game::View;
use goldrush_engine::rng::StreamRng;
use serde::Serialize;

use crate::games::analyzable::Analyzable;
use crate::stats::confidence::Confidence;
use crate::stats::interval::Estimate;
use crate::stats::share::Shares;
use crate::stats::sums::Sums;
use crate::surroundings::surroundings;

/// What a look at one position costs, for a hint and for `analyze`: about a second on two cores.
pub const THOROUGHNESS: Thoroughness =
    Thoroughness { selection: Selection::Rounds(130_000), finalists: 5, worlds: 200 };
/// What a glance costs that only tells who is ahead: about a tenth of that.
pub const GLANCE: Thoroughness = Thoroughness { selection: Selection::Rounds(12_000), finalists: 1, worlds: 60 };
/// Seed of the worlds, if nobody asks for another: so a hint says what `analyze` says.
pub const SEED: u64 = 1;

/// What one turn is worth to the seat whose decision it is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(bound = "")]
pub struct Opinion<M> {
    /// The turn, or the rest of it.
    #[serde(skip)]
    pub turn: Decisions<M>,
    /// Its share of wins, 0 to 1.
    pub win_share: Estimate,
    /// The lead over the best other seat at the end, in points.
    pub margin: Estimate,
    /// How much more margin the first of the list has, world by world: below 0 if it did worse than this one.
    pub behind: Estimate,
}

/// Parts of a point or a win: whole wins can be shared by up to five.
const UNIT: f64 = 60.0;

/// The mean share of the win, with its interval.
fn share(wins: &[f32]) -> Estimate {
    let mut shares = Shares::default();
    wins.iter().for_each(|win| shares.push(parts(*win)));
    shares.estimate(Confidence::USUAL, UNIT as i64)
}

/// A number of points or wins in whole parts.
fn parts(sample: f32) -> i64 {
    (f64::from(sample) * UNIT).round() as i64
}

/// The mean of samples in points, with its interval.
fn estimate(samples: &[f32]) -> Estimate {
    let mut sums = Sums::default();
    samples.iter().for_each(|sample| sums.push(parts(*sample)));
    Estimate::new(Confidence::USUAL, samples.len() as u64, &sums, UNIT)
}

/// The opinions on the turns of the seat that looks, whose decision it is: the best first. What they say was measured in
/// other worlds than those that decided which turns these are and in which order.
pub fn opinions<G: Analyzable>(
    view: &View<G::State<'_>>,
    thoroughness: Thoroughness,
    include: &[Decisions<G::Move>],
    rng: &mut StreamRng,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Vec<Opinion<G::Move>> {
    of_appraisals(&appraisals::<G>(view, thoroughness, include, rng, stopped))
}

/// The same, world by world.
pub(super) fn appraisals<G: Analyzable>(
    view: &View<G::State<'_>>,
    thoroughness: Thoroughness,
    include: &[Decisions<G::Move>],
    rng: &mut StreamRng,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Vec<MoveEvaluation<G::Move>> {
    let players = view.players();
    let question = EvaluationRequest { thoroughness, include, workers: surroundings(players).workers, stopped };
    evaluate_moves(&mut G::guide(players), view, &question, rng)
}

/// What appraisals say.
pub(super) fn of_appraisals<M: Copy>(appraisals: &[MoveEvaluation<M>]) -> Vec<Opinion<M>> {
    let best = appraisals.first().map_or(&[][..], |first| &first.margins);
    let opinion = |appraisal: &MoveEvaluation<M>| Opinion {
        turn: appraisal.turn.decisions(),
        win_share: share(&appraisal.wins),
        margin: estimate(&appraisal.margins),
        behind: lead(best, &appraisal.margins),
    };
    appraisals.iter().map(opinion).collect()
}

/// How much more margin one turn has than another in the same worlds.
pub(super) fn lead(one: &[f32], other: &[f32]) -> Estimate {
    estimate(&one.iter().zip(other).map(|(one, other)| one - other).collect::<Vec<_>>())
}
