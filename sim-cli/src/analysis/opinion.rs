//! What turns are worth, as estimates with intervals: for hints, for what mattered in a game, and for analysis.

use goldrush_ai::search::Decisions;
use goldrush_ai::search::appraisal::{Question, Thoroughness, appraise};
use goldrush_engine::game::View;
use goldrush_engine::rng::StreamRng;
use serde::Serialize;

use crate::games::analyzable::Analyzable;
use crate::stats::interval::Estimate;
use crate::stats::sums::Sums;
use crate::surroundings::surroundings;

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
    /// How much more margin the first of the list has, world by world; 0 for that itself.
    pub behind: Estimate,
}

/// Parts of a point or a win: whole wins can be shared by up to five.
const UNIT: f64 = 60.0;

/// The mean of samples in points or wins, with its interval.
fn estimate(samples: impl Iterator<Item = f32>) -> Estimate {
    let (mut sums, mut count) = (Sums::default(), 0);
    for sample in samples {
        sums.push((f64::from(sample) * UNIT).round() as i64);
        count += 1;
    }
    Estimate::new(count, &sums, UNIT)
}

/// The opinions on the turns of the seat that looks, whose decision it is: the best first.
pub fn opinions<G: Analyzable>(
    view: &View<G::State<'_>>,
    thoroughness: Thoroughness,
    include: Option<Decisions<G::Move>>,
    rng: &mut StreamRng,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Vec<Opinion<G::Move>> {
    let players = view.players();
    let question = Question { thoroughness, include, workers: surroundings(players).workers, stopped };
    let appraisals = appraise(&mut G::guide(players), view, &question, rng);
    let best = appraisals.first().map(|first| first.margins.clone()).unwrap_or_default();
    appraisals
        .into_iter()
        .map(|appraisal| Opinion {
            turn: appraisal.turn.decisions(),
            win_share: estimate(appraisal.wins.iter().copied()),
            margin: estimate(appraisal.margins.iter().copied()),
            behind: estimate(best.iter().zip(&appraisal.margins).map(|(best, own)| best - own)),
        })
        .collect()
}
