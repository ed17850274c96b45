//! Agents of Knizia's card game by name.
//!
//! ```
//! use goldrush_ai::registry::Spec;
//! use goldrush_ai::environment::Environment;
//! use goldrush_engine::knizia_gold::KniziaGold;
//!
//! let around = Environment::sequential(2);
//! // It remembers half of the cards from turn to turn, which differ from those other players remember.
//! assert!(Spec::read::<KniziaGold>("memory:p=0.5")?.build::<KniziaGold>(&around).remembers());
//! // It forgets nothing: all cards seen are on the public table.
//! assert!(!Spec::read::<KniziaGold>("perfect")?.build::<KniziaGold>(&around).remembers());
//! # Ok::<(), goldrush_ai::registry::SpecError>(())
//! ```

use goldrush_engine::knizia_gold::{Flip, KniziaGold};

use super::memory::Memory;
use super::perfect::Perfect;
use super::search_policy::KniziaSearchPolicy;
use crate::environment::Environment;
use crate::parameter::{Parameter, ParameterKind, ParameterValues};
use crate::random::Random;
use crate::registry::{AgentEntry, Alias, BoxedAgent, Roster, alias};
use crate::search::analyzer::{AnalyzedGame, BoxedAnalyzer};
use crate::search::settings::{
    CANDIDATES, DEPTH, MS, NEAR, RACING, SCALE, THREADS, TREE, joined, playouts, prior_weight,
};
use crate::search::{Mcts, Search, settings};

impl Roster for KniziaGold {
    const ENTRIES: &'static [AgentEntry<KniziaGold>] = &ENTRIES;
    const ALIASES: &'static [Alias] = &ALIASES;
}

impl AnalyzedGame for KniziaGold {
    fn analyzer(_: usize) -> BoxedAnalyzer<KniziaGold> {
        Box::new(KniziaSearchPolicy::new())
    }
}

static ENTRIES: [AgentEntry<KniziaGold>; 4] = [
    AgentEntry {
        name: "random",
        summary: "flips random cards",
        parameters: &[],
        luck: None,
        build: |_, _| Box::new(Random),
    },
    AgentEntry {
        name: "memory",
        summary: "digs the best pair it remembers, otherwise explores cards it does not remember",
        parameters: &[Parameter {
            name: "p",
            meaning: "chance to remember a card from one turn to the next",
            kind: ParameterKind::Real(0.0, 1.0, 0.9),
        }],
        luck: None,
        build: |values, _| Box::new(Memory::new(values.get("p"))),
    },
    AgentEntry {
        name: "perfect",
        summary: "perfect memory; maximizes its expected value, counting what the next seat learns",
        parameters: &[],
        luck: None,
        build: |_, _| Box::<Perfect>::default(),
    },
    AgentEntry {
        name: "mcts",
        summary: "tree search in sampled worlds, where unseen cards are redealt",
        parameters: &MCTS_PARAMETERS,
        luck: Some(50),
        build: |values, environment| mcts(values, environment),
    },
];

const MCTS_PARAMETERS: [Parameter; 14] = joined(
    [
        playouts(500),
        MS,
        CANDIDATES,
        DEPTH,
        SCALE,
        NEAR,
        prior_weight(2.0),
        RACING,
        THREADS,
    ],
    TREE,
);

fn mcts(values: &ParameterValues, environment: &Environment) -> BoxedAgent<KniziaGold> {
    let search_policy = KniziaSearchPolicy::new();
    let config = settings::tree_config(values, environment.players);
    let trees = (0..values.whole("threads"))
        .map(|_| Mcts::<_, Flip>::new(search_policy.clone(), config))
        .collect();
    Box::new(Search::<_, _, Flip>::new(
        search_policy,
        settings::root_config(values, environment),
        trees,
        environment.workers,
    ))
}

static ALIASES: [Alias; 9] = [
    alias(
        "best",
        "mcts:playouts=2000,candidates=4,depth=100,belief=200,opinion=30,scale=15,c=0.1",
        "the strongest",
    ),
    alias(
        "level0",
        "memory:p=0.1",
        "for people: for children and a first look, remembers one card in ten",
    ),
    alias(
        "level1",
        "memory:p=0.2",
        "for people: forgets nearly everything",
    ),
    alias("level2", "memory:p=0.5", "for people: forgets much"),
    alias(
        "level3",
        "memory:p=0.7",
        "for people: remembers the last turns",
    ),
    alias(
        "level4",
        "memory:p=0.83",
        "for people: remembers recent flips",
    ),
    alias("level5", "memory:p=0.92", "for people: remembers well"),
    alias("level6", "memory:p=0.98", "for people: hardly forgets"),
    alias("level7", "best", "for people: the strongest"),
];
