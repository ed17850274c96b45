//! The agents of Carcassonne by name, with The Gold Mines or without.

use goldrush_engine::carcassonne::Carcassonne;

use super::heuristic::WEIGHTS;
use crate::landscape::agents;
use crate::parameter::Parameter;
use crate::registry::{Alias, Entry, Roster, alias};
use crate::search::settings::WIDTH;
use crate::weights::parameters;

impl Roster for Carcassonne {
    const ENTRIES: &'static [Entry<Carcassonne>] = &ENTRIES;
    const ALIASES: &'static [Alias] = &ALIASES;
}

static ENTRIES: [Entry<Carcassonne>; 6] = [
    Entry {
        name: "random",
        summary: "uniform in each decision",
        parameters: &[],
        luck: None,
        build: agents::random::<Carcassonne>,
    },
    Entry {
        name: "greedy",
        summary: "the placement, ingots and follower with the best margin if the game ended after this turn",
        parameters: &[],
        luck: None,
        build: agents::greedy::<Carcassonne>,
    },
    Entry {
        name: "heuristic",
        summary: "greedy with an eye on the turns to come; its parameters are its weights, in points",
        parameters: &HEURISTIC_PARAMETERS,
        luck: None,
        build: agents::heuristic::<Carcassonne>,
    },
    Entry {
        name: "casual",
        summary: "plays as people do who are learning: overlooks, misjudges, and does nothing absurd",
        parameters: &agents::CASUAL_PARAMETERS,
        luck: None,
        build: agents::casual::<Carcassonne>,
    },
    Entry {
        name: "rollout",
        summary: "tries the turns the heuristic likes best in sampled worlds, played on for some turns",
        parameters: &agents::ROLLOUT_PARAMETERS,
        luck: Some(50),
        build: agents::rollout::<Carcassonne>,
    },
    Entry {
        name: "mcts",
        summary: "as rollout, with a tree of what all seats may answer",
        parameters: &agents::MCTS_PARAMETERS,
        luck: Some(50),
        build: agents::mcts::<Carcassonne>,
    },
];

/// How carefully it looks, and the weights.
const HEURISTIC_PARAMETERS: [Parameter; WEIGHTS.len() + 1] = parameters(WIDTH, WEIGHTS);

static ALIASES: [Alias; 13] = {
    let [a, b, c, d, e, f, g, h, i] = agents::LEVELS;
    [
        alias("best", "rollout:playouts=500,candidates=60,depth=8", "the strongest"),
        a,
        b,
        c,
        d,
        e,
        f,
        g,
        h,
        i,
        alias("level10", "rollout:playouts=32", "for people: tries turns out in its head"),
        alias("level11", "rollout:playouts=110", "for people: tries many turns out"),
        alias("level12", "best", "for people: the best there is"),
    ]
};
