//! The agents of Carcassonne by name, with The Gold Mines or without.

use goldrush_engine::carcassonne::{Carcassonne, Move, State};

use super::greedy::Greedy;
use super::guide::CarcassonneGuide;
use super::heuristic::{Heuristic, WEIGHTS, Weights};
use crate::parameter::{Parameter, Values};
use crate::random::Random;
use crate::registry::{Alias, BoxedAgent, Entry, Roster, alias};
use crate::search::settings::{TREE, WIDTH, joined, searching};
use crate::search::{Continuation, Mcts, Policy, Rollout, Search, settings};
use crate::surroundings::Surroundings;
use crate::weights::parameters;

impl Roster for Carcassonne {
    const ENTRIES: &'static [Entry<Carcassonne>] = &ENTRIES;
    const ALIASES: &'static [Alias] = &ALIASES;
}

static ENTRIES: [Entry<Carcassonne>; 5] = [
    Entry { name: "random", summary: "uniform in each decision", parameters: &[], build: |_, _| Box::new(Random) },
    Entry {
        name: "greedy",
        summary: "the placement, ingots and follower with the best margin if the game ended after this turn",
        parameters: &[],
        build: |_, _| Box::<Greedy>::default(),
    },
    Entry {
        name: "heuristic",
        summary: "greedy with an eye on the turns to come; its parameters are its weights, in points",
        parameters: &HEURISTIC_PARAMETERS,
        build: |values, around| {
            Box::new(Heuristic::new(&Weights::tuned(around.players).or_given(values), values.whole("width") as u32))
        },
    },
    Entry {
        name: "rollout",
        summary: "tries the turns the heuristic likes best in sampled worlds, played on for some turns",
        parameters: &ROLLOUT_PARAMETERS,
        build: |values, around| {
            let depth = values.whole("depth");
            search(values, around, |guide| Rollout::new(guide, depth))
        },
    },
    Entry {
        name: "mcts",
        summary: "as rollout, with a tree of what all seats may answer",
        parameters: &MCTS_PARAMETERS,
        build: |values, around| {
            let config = settings::tree(values);
            search(values, around, |guide| Mcts::<_, Move>::new(guide, config))
        },
    },
];

/// How carefully it looks, and the weights.
const HEURISTIC_PARAMETERS: [Parameter; WEIGHTS.len() + 1] = parameters(WIDTH, WEIGHTS);

const ROLLOUT_PARAMETERS: [Parameter; 10] = searching(200);
const MCTS_PARAMETERS: [Parameter; 15] = joined(searching(1000), TREE);

/// A search with one continuation for each thread.
fn search<C>(
    values: &Values,
    around: &Surroundings,
    continuation: impl Fn(CarcassonneGuide) -> C,
) -> BoxedAgent<Carcassonne>
where
    C: for<'s> Continuation<State<'s>> + 'static,
{
    let estimate = [Weights::fitted, Weights::tuned][values.whole("estimate")];
    let guide = CarcassonneGuide::new(
        Policy::ALL[values.whole("policy")],
        values.whole("width") as u32,
        &Weights::tuned(around.players),
        &estimate(around.players),
    );
    let continuations = (0..values.whole("threads")).map(|_| continuation(guide.clone())).collect();
    Box::new(Search::<_, _, Move>::new(guide, settings::root(values, around), continuations, around.workers))
}

static ALIASES: [Alias; 5] = [
    alias("best", "rollout:playouts=500,candidates=60,depth=8", "the strongest"),
    alias("level1", "heuristic:width=1", "for people: places its tile anywhere"),
    alias("level2", "heuristic:width=3", "for people: careless"),
    alias("level3", "heuristic", "for people: sees every turn, but not the next"),
    alias("level4", "best", "for people: the best there is"),
];
