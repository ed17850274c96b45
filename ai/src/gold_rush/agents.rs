//! The agents of Gold Rush by name.

use goldrush_engine::gold_rush::{GoldRush, Move, State};

use super::greedy::Greedy;
use super::guide::GoldRushGuide;
use super::heuristic::{Heuristic, WEIGHTS, Weights};
use crate::parameter::{Parameter, Values};
use crate::random::Random;
use crate::registry::{Alias, BoxedAgent, Entry, Roster, alias};
use crate::search::settings::{TREE, WIDTH, joined, searching};
use crate::search::{Continuation, Mcts, Policy, Rollout, Search, settings};
use crate::surroundings::Surroundings;
use crate::weights::parameters;

/// An agent of Gold Rush, ready to play one seat.
pub type GoldRushAgent = BoxedAgent<GoldRush>;

impl Roster for GoldRush {
    const ENTRIES: &'static [Entry<GoldRush>] = &ENTRIES;
    const ALIASES: &'static [Alias] = &ALIASES;
}

static ENTRIES: [Entry<GoldRush>; 5] = [
    Entry {
        name: "random",
        summary: "places uniformly, then a kind of action uniformly among those available, then uniformly within it",
        parameters: &[],
        build: |_, _| Box::new(Random),
    },
    Entry {
        name: "greedy",
        summary: "the placement and action with the best margin if the game ended after this turn",
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

/// The weights, and how carefully it looks.
const HEURISTIC_PARAMETERS: [Parameter; WEIGHTS.len() + 1] = parameters(WIDTH, WEIGHTS);

const ROLLOUT_PARAMETERS: [Parameter; 10] = searching(200);
const MCTS_PARAMETERS: [Parameter; 15] = joined(searching(1000), TREE);

/// A search with one continuation for each thread.
fn search<C>(values: &Values, around: &Surroundings, continuation: impl Fn(GoldRushGuide) -> C) -> GoldRushAgent
where
    C: for<'s> Continuation<State<'s>> + 'static,
{
    let estimate = [Weights::fitted, Weights::tuned][values.whole("estimate")];
    let guide = GoldRushGuide::new(
        Policy::ALL[values.whole("policy")],
        values.whole("width") as u32,
        &Weights::tuned(around.players),
        &estimate(around.players),
    );
    let continuations = (0..values.whole("threads")).map(|_| continuation(guide.clone())).collect();
    Box::new(Search::<_, _, Move>::new(guide, settings::root(values, around), continuations, around.workers))
}

static ALIASES: [Alias; 7] = [
    alias("best", "rollout:playouts=2000,candidates=60,depth=8", "the strongest"),
    alias("level1", "heuristic:width=1", "for people: places its tile anywhere"),
    alias("level2", "heuristic:width=3", "for people: careless"),
    alias("level3", "heuristic:width=8", "for people: overlooks much"),
    alias("level4", "heuristic", "for people: sees every turn, but not the next"),
    alias("level5", "rollout:playouts=80", "for people: tries things out"),
    alias("level6", "best", "for people: the best there is"),
];
