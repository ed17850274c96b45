//! The agents that every game of landscapes has, made from what they are told.

use super::{Casual, Greedy, Habits, Heuristic, LandscapeGame, LandscapeGuide};
use crate::parameter::{Kind, Parameter, Values};
use crate::random::Random;
use crate::registry::{Alias, BoxedAgent, alias};
use crate::search::settings::{TREE, joined, searching};
use crate::search::{Continuation, Mcts, Policy, Rollout, Search, settings};
use crate::surroundings::Surroundings;
use crate::weights::WeightSet;

/// What a rollout can be told.
pub(crate) const ROLLOUT_PARAMETERS: [Parameter; 9] = searching(200);
/// What a tree can be told.
pub(crate) const MCTS_PARAMETERS: [Parameter; 14] = joined(searching(1000), TREE);

/// The levels for people that do not search, each beaten by the next with 0.60 to 0.75 in every game of landscapes.
/// `scripts/levels.sh` measures them.
pub(crate) const LEVELS: [Alias; 9] = [
    alias("level1", "casual:notice=0.79,misjudge=6.1,floor=20", "for people: guesses what its tiles will bring"),
    alias("level2", "casual:notice=0.82,misjudge=4.7,floor=17", "for people: a first game"),
    alias("level3", "casual:notice=0.86,misjudge=3.6,floor=15", "for people: has played once or twice"),
    alias("level4", "casual:notice=0.89,misjudge=2.7,floor=13", "for people: plays now and then"),
    alias("level5", "casual:notice=0.91,misjudge=2,floor=12", "for people: knows what counts"),
    alias("level6", "casual:notice=0.93,misjudge=1.45,floor=11", "for people: plays often"),
    alias("level7", "casual:notice=0.95,misjudge=1,floor=10", "for people: seldom errs"),
    alias("level8", "casual:notice=0.97,misjudge=0.6,floor=9", "for people: hardly errs"),
    alias("level9", "heuristic", "for people: sees every turn, but not the next"),
];

/// What a casual player can be told.
pub(crate) const CASUAL_PARAMETERS: [Parameter; 3] = [
    Parameter {
        name: "notice",
        meaning: "chance that a place is noticed, to the power of its distance from the last tile",
        kind: Kind::Real(0.0, 1.0, 0.9),
    },
    Parameter {
        name: "misjudge",
        meaning: "errors about what a turn is worth in the middle of the game, in points",
        kind: Kind::Real(0.0, 1000.0, 2.0),
    },
    Parameter {
        name: "floor",
        meaning: "no turn that is so many points worse than the best is taken",
        kind: Kind::Real(0.0, 1000.0, 12.0),
    },
];

pub(crate) fn casual<G: LandscapeGame>(values: &Values, around: &Surroundings) -> BoxedAgent<G> {
    let heuristic = Heuristic::<G>::new(&G::Weights::tuned(around.players), u32::MAX);
    let [notice, misjudge, floor] = ["notice", "misjudge", "floor"].map(|name| values.get(name));
    Box::new(Casual::new(heuristic, Habits { notice, misjudge, floor }))
}

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
        &G::Weights::tuned(around.players),
        &estimate(around.players),
    );
    let continuations = (0..values.whole("threads")).map(|_| continuation(guide.clone())).collect();
    Box::new(Search::<_, _, G::Move>::new(guide, settings::root(values, around), continuations, around.workers))
}
