//! The agents that every game of landscapes has, made from what they are told.

use super::{Greedy, Heuristic, LandscapeGame, LandscapeGuide};
use crate::parameter::{Parameter, Values};
use crate::random::Random;
use crate::registry::BoxedAgent;
use crate::search::settings::{TREE, joined, searching};
use crate::search::{Continuation, Mcts, Policy, Rollout, Search, settings};
use crate::surroundings::Surroundings;
use crate::weights::WeightSet;

/// What a rollout can be told.
pub(crate) const ROLLOUT_PARAMETERS: [Parameter; 10] = searching(200);
/// What a tree can be told.
pub(crate) const MCTS_PARAMETERS: [Parameter; 15] = joined(searching(1000), TREE);

pub(crate) fn random<G: LandscapeGame>(_: &Values, _: &Surroundings) -> BoxedAgent<G> {
    Box::new(Random)
}

pub(crate) fn greedy<G: LandscapeGame>(_: &Values, _: &Surroundings) -> BoxedAgent<G> {
    Box::<Greedy<G>>::default()
}

pub(crate) fn heuristic<G: LandscapeGame>(values: &Values, around: &Surroundings) -> BoxedAgent<G> {
    let weights = G::Weights::tuned(around.players).or_given(values);
    Box::new(Heuristic::<G>::new(&weights, values.whole("width") as u32))
}

pub(crate) fn rollout<G: LandscapeGame>(values: &Values, around: &Surroundings) -> BoxedAgent<G> {
    let depth = values.whole("depth");
    search::<G, _>(values, around, |guide| Rollout::new(guide, depth))
}

pub(crate) fn mcts<G: LandscapeGame>(values: &Values, around: &Surroundings) -> BoxedAgent<G> {
    let config = settings::tree(values);
    search::<G, _>(values, around, |guide| Mcts::<_, G::Move>::new(guide, config))
}

/// A search with one continuation for each thread.
fn search<G: LandscapeGame, C>(
    values: &Values,
    around: &Surroundings,
    continuation: impl Fn(LandscapeGuide<G>) -> C,
) -> BoxedAgent<G>
where
    C: for<'s> Continuation<G::State<'s>> + 'static,
{
    let estimate = [G::Weights::fitted, G::Weights::tuned][values.whole("estimate")];
    let guide = LandscapeGuide::<G>::new(
        Policy::ALL[values.whole("policy")],
        values.whole("width") as u32,
        &G::Weights::tuned(around.players),
        &estimate(around.players),
    );
    let continuations = (0..values.whole("threads")).map(|_| continuation(guide.clone())).collect();
    Box::new(Search::<_, _, G::Move>::new(guide, settings::root(values, around), continuations, around.workers))
}
