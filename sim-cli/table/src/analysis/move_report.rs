//! Evaluations of turns, as estimates with intervals: for hints, for a game's key moments, and for analysis.

use goldrush_ai::search::Decisions;
use goldrush_ai::search::move_evaluation::{
    EvaluationRequest, MoveEvaluation, PointsBySource, Selection, Thoroughness,
};
use goldrush_engine::game::View;
use goldrush_engine::player::Player;
use goldrush_engine::rng::StreamRng;
use serde::Serialize;

use goldrush_games::analyzable::Analyzable;
use goldrush_harness::surroundings::environment;
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::interval::Estimate;
use goldrush_support::stats::share::Shares;
use goldrush_support::stats::sums::Sums;

/// Effort spent on one position, for a hint and for `analyze`: about a second on two cores.
pub const THOROUGHNESS: Thoroughness = Thoroughness {
    selection: Selection::Rounds(130_000),
    finalists: 5,
    worlds: 200,
};
/// Effort of the first hint where a better one follows: about a fifth of [`THOROUGHNESS`].
pub const QUICK: Thoroughness = Thoroughness {
    selection: Selection::Rounds(22_000),
    finalists: 5,
    worlds: 50,
};
/// Effort of a quick look that only shows who is ahead: about a tenth of [`THOROUGHNESS`].
pub const GLANCE: Thoroughness = Thoroughness {
    selection: Selection::Rounds(12_000),
    finalists: 1,
    worlds: 60,
};
/// Default seed of the sampled worlds, so that a hint agrees with `analyze`.
pub const SEED: u64 = 1;

/// Evaluation of one turn, from the view of the seat to move.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(bound = "")]
pub struct MoveReport<M> {
    /// The turn, or the rest of it.
    #[serde(skip)]
    pub turn: Decisions<M>,
    /// True if the margin is exact, because the rest of the game was solved.
    pub exact: bool,
    /// Share of the win, 0 to 1.
    pub win_share: Estimate,
    /// Lead over the best other seat at the end of the game, in points.
    pub margin: Estimate,
    /// Margin of the first turn in the list minus this one's, world by world; negative if this turn did better.
    pub behind: Estimate,
}

/// Units per point or win: up to five players can share a win, and 60 is divisible by 1 to 5.
const UNIT: f64 = 60.0;

/// Returns the mean share of the win, with its interval.
fn share(wins: &[f32]) -> Estimate {
    let mut shares = Shares::default();
    wins.iter()
        .for_each(|win| shares.push(parts(*win), UNIT as i64));
    shares.estimate(Confidence::SINGLE_LOOK, UNIT as i64)
}

/// Converts points or wins to units, rounded to a whole number.
fn parts(sample: f32) -> i64 {
    (f64::from(sample) * UNIT).round() as i64
}

/// Returns the mean of samples in points, with its interval.
fn estimate(samples: &[f32]) -> Estimate {
    let mut sums = Sums::default();
    samples.iter().for_each(|sample| sums.push(parts(*sample)));
    Estimate::new(Confidence::SINGLE_LOOK, samples.len() as u64, &sums, UNIT)
}

/// Evaluates turns of the viewer, who is to move; best first. The numbers come from other worlds than those that
/// selected and ordered the turns, so selection does not bias them.
pub fn move_reports<G: Analyzable>(
    view: &View<G::State<'_>>,
    thoroughness: Thoroughness,
    include: &[Decisions<G::Move>],
    rng: &mut StreamRng,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Vec<MoveReport<G::Move>> {
    of_evaluations(&evaluations::<G>(view, thoroughness, include, rng, stopped))
}

/// Does the same as [`move_reports`], but returns the results world by world.
pub fn evaluations<G: Analyzable>(
    view: &View<G::State<'_>>,
    thoroughness: Thoroughness,
    include: &[Decisions<G::Move>],
    rng: &mut StreamRng,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Vec<MoveEvaluation<G::Move>> {
    let players = view.players();
    let question = EvaluationRequest {
        thoroughness,
        include,
        workers: environment(players).workers,
        stopped,
    };
    G::analyzer(players).evaluate_moves(view, &question, rng)
}

/// Summarizes evaluations made world by world.
pub fn of_evaluations<M: Copy>(evaluations: &[MoveEvaluation<M>]) -> Vec<MoveReport<M>> {
    let best = evaluations.first().map_or(&[][..], |first| &first.margins);
    evaluations
        .iter()
        .map(|evaluation| MoveReport {
            turn: evaluation.turn.decisions(),
            exact: evaluation.exact,
            win_share: share(&evaluation.wins),
            margin: estimate(&evaluation.margins),
            behind: lead(best, &evaluation.margins),
        })
        .collect()
}

/// Returns the mean points of a seat at the end of the game; 0 without worlds.
pub(crate) fn final_points(worlds: &[PointsBySource], seat: Player) -> f64 {
    let points = worlds.iter().flat_map(|of| of[seat.index()]);
    points.map(f64::from).sum::<f64>() / worlds.len().max(1) as f64
}

/// Returns the mean lead of a seat over the best other one at the end of the game; 0 without worlds. Seats that do not play
/// have no points.
pub(super) fn mean_lead(worlds: &[PointsBySource], seat: Player) -> f64 {
    let mut sum = 0.0;
    for world in worlds {
        let points = world.map(|of| of.map(f64::from).iter().sum::<f64>());
        let others = points.iter().enumerate();
        let others = others.filter(|(other, _)| *other != seat.index());
        let best = others.map(|(_, points)| *points).fold(0.0, f64::max);
        sum += points[seat.index()] - best;
    }
    sum / worlds.len().max(1) as f64
}

/// Returns how much more margin one turn gets than another, in the same worlds.
pub(super) fn lead(one: &[f32], other: &[f32]) -> Estimate {
    estimate(
        &one.iter()
            .zip(other)
            .map(|(one, other)| one - other)
            .collect::<Vec<_>>(),
    )
}
