//! The agents of Gold Rush by name.

use goldrush_engine::gold_rush::GoldRush;

use super::heuristic::WEIGHTS;
use crate::landscape::agents;
use crate::parameter::Parameter;
use crate::registry::{Alias, BoxedAgent, Entry, Roster, alias};
use crate::search::settings::WIDTH;
use crate::weights::parameters;

/// An agent of Gold Rush, ready to play one seat.
pub type GoldRushAgent = BoxedAgent<GoldRush>;

impl Roster for GoldRush {
    const ENTRIES: &'static [Entry<GoldRush>] = &ENTRIES;
    const ALIASES: &'static [Alias] = &ALIASES;
}

static ENTRIES: [Entry<GoldRush>; 6] = [
    Entry {
        name: "random",
        summary: "places uniformly, then a kind of action uniformly among those available, then uniformly within it",
        parameters: &[],
        luck: None,
        build: agents::random::<GoldRush>,
    },
    Entry {
        name: "greedy",
        summary: "the placement and action with the best margin if the game ended after this turn",
        parameters: &[],
        luck: None,
        build: agents::greedy::<GoldRush>,
    },
    Entry {
        name: "heuristic",
        summary: "greedy with an eye on the turns to come; its parameters are its weights, in points",
        parameters: &HEURISTIC_PARAMETERS,
        luck: None,
        build: agents::heuristic::<GoldRush>,
    },
    Entry {
        name: "casual",
        summary: "plays as people do who are learning: overlooks, misjudges, and does nothing absurd",
        parameters: &agents::CASUAL_PARAMETERS,
        luck: None,
        build: agents::casual::<GoldRush>,
    },
    Entry {
        name: "rollout",
        summary: "tries the turns the heuristic likes best in sampled worlds, played on for some turns",
        parameters: &agents::ROLLOUT_PARAMETERS,
        luck: Some(50),
        build: agents::rollout::<GoldRush>,
    },
    Entry {
        name: "mcts",
        summary: "as rollout, with a tree of what all seats may answer",
        parameters: &agents::MCTS_PARAMETERS,
        luck: Some(50),
        build: agents::mcts::<GoldRush>,
    },
];

/// The weights, and how carefully it looks.
const HEURISTIC_PARAMETERS: [Parameter; WEIGHTS.len() + 1] = parameters(WIDTH, WEIGHTS);

static ALIASES: [Alias; 13] = {
    let [a, b, c, d, e, f, g, h, i] = agents::LEVELS;
    [
        alias("best", "rollout:playouts=2000,candidates=60,depth=8", "the strongest"),
        a,
        b,
        c,
        d,
        e,
        f,
        g,
        h,
        i,
        alias("level10", "rollout:playouts=48", "for people: tries turns out in its head"),
        alias("level11", "rollout:playouts=240", "for people: tries many turns out"),
        alias("level12", "best", "for people: the best there is"),
    ]
};
