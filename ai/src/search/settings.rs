//! Parameters of all search agents, and the settings made from them.
//!
//! ```
//! use goldrush_ai::parameter::{Parameter, ParameterValues};
//! use goldrush_ai::search::Budget;
//! use goldrush_ai::search::settings::{depth, root_config, search_parameters};
//! use goldrush_ai::environment::Environment;
//!
//! // Parameters of a rollout with 200 playouts by default.
//! static PARAMETERS: [Parameter; 11] = search_parameters(200);
//!
//! let values = ParameterValues::read(&PARAMETERS, "candidates=8")?;
//! let config = root_config(&values, &Environment::sequential(3));
//! assert!(matches!(config.budget, Budget::Playouts(200)));
//! assert_eq!(config.candidates, 8);
//! // Three turns for each of three players.
//! assert_eq!(depth(&values, 3), 9);
//! # Ok::<(), String>(())
//! ```

use std::time::Duration;

use super::reward;
use super::{Budget, POLICY, Reward, RootConfig, TreeConfig};
use crate::environment::Environment;
use crate::parameter::{Parameter, ParameterKind, ParameterValues};

/// Time per turn instead of playouts.
pub const MS: Parameter = Parameter {
    name: "ms",
    meaning: "milliseconds per turn, instead of playouts",
    kind: ParameterKind::Optional(1, 3_600_000),
};
/// Number of threads.
pub const THREADS: Parameter = Parameter {
    name: "threads",
    meaning: "threads that share one decision",
    kind: ParameterKind::Whole(1, 256, 1),
};
/// Number of candidates at the root.
pub const CANDIDATES: Parameter = Parameter {
    name: "candidates",
    meaning: "maximum number of turns tried",
    kind: ParameterKind::Whole(1, 1000, 40),
};
/// Length of playouts.
pub const DEPTH: Parameter = Parameter {
    name: "depth",
    meaning: "turns played after a candidate's before the estimate",
    kind: ParameterKind::PerPlayer(0, 100, 3, 10),
};
/// Number of placements examined by the heuristic.
pub const WIDTH: Parameter = Parameter {
    name: "width",
    meaning: "approximate number of placements examined, drawn at random",
    kind: ParameterKind::Whole(1, 1000, 1000),
};
/// Flattening of rewards.
pub const SCALE: Parameter = Parameter {
    name: "scale",
    meaning: "margin beyond which more points count clearly less",
    kind: ParameterKind::Real(1.0, 10_000.0, 40.0),
};
/// Weight of rivals by distance.
pub const NEAR: Parameter = Parameter {
    name: "near",
    meaning: "points behind the best rival at which another counts half as much; 0.1: only the best counts",
    kind: ParameterKind::Real(0.1, 10_000.0, reward::NEAR),
};
/// Weight of the prior.
pub const PRIOR_WEIGHT: Parameter = prior_weight(6.0);
/// Racing at the root.
pub const RACING: Parameter = Parameter {
    name: "racing",
    meaning: "standard errors behind the leader at which a turn is dropped early, which saves playouts; 0: never",
    kind: ParameterKind::Real(0.0, 100.0, 0.0),
};
/// Exact last turns.
pub const EXACT: Parameter = Parameter {
    name: "exact",
    meaning: "ends of games that may be tried to solve the last turns exactly; 0: none",
    kind: ParameterKind::Whole(0, 100_000_000, 0),
};
/// Additional parameters of a tree.
pub const TREE: [Parameter; 5] = [
    Parameter {
        name: "c",
        meaning: "exploration in the tree",
        kind: ParameterKind::Real(0.0, 10.0, 0.05),
    },
    Parameter {
        name: "widening",
        meaning: "children open at n visits, over the root of n",
        kind: ParameterKind::Real(0.1, 1000.0, 1.0),
    },
    Parameter {
        name: "opinion",
        meaning: "weight of the heuristic's value of a child, in visits",
        kind: ParameterKind::Real(0.0, 1000.0, 3.0),
    },
    Parameter {
        name: "branches",
        meaning: "maximum number of turns a decision branches into",
        kind: ParameterKind::Whole(1, 1000, 8),
    },
    Parameter {
        name: "nodes",
        meaning: "maximum number of decisions in memory (100 bytes each)",
        kind: ParameterKind::Whole(1, 10_000_000, 20_000),
    },
];

/// Choice of weights for estimates.
pub const ESTIMATE: Parameter = Parameter {
    name: "estimate",
    meaning: "weights of the estimate: fitted to final scores, or those the heuristic plays by",
    kind: ParameterKind::Choice(&["fitted", "heuristic"]),
};

/// Parameters shared by heuristic searches, with a default number of playouts.
pub const fn search_parameters(usual: u32) -> [Parameter; 11] {
    [
        playouts(usual),
        MS,
        CANDIDATES,
        DEPTH,
        POLICY,
        ESTIMATE,
        SCALE,
        NEAR,
        PRIOR_WEIGHT,
        RACING,
        THREADS,
    ]
}

/// Number of playouts with its default.
pub const fn playouts(default: u32) -> Parameter {
    Parameter {
        name: "playouts",
        meaning: "playouts per turn",
        kind: ParameterKind::Whole(1, 100_000_000, default),
    }
}

/// Weight of the prior with its default.
pub const fn prior_weight(default: f32) -> Parameter {
    let meaning = "weight of the heuristic's value, in worlds";
    Parameter {
        name: "belief",
        meaning,
        kind: ParameterKind::Real(0.0, 1000.0, default),
    }
}

/// Concatenates two lists of parameters.
pub const fn joined<const M: usize, const N: usize, const ALL: usize>(
    first: [Parameter; M],
    then: [Parameter; N],
) -> [Parameter; ALL] {
    assert!(M + N == ALL);
    let mut all = [THREADS; ALL];
    let mut at = 0;
    while at < ALL {
        all[at] = if at < M { first[at] } else { then[at - M] };
        at += 1;
    }
    all
}

/// Reads `scale` and `near`.
pub fn reward(values: &ParameterValues) -> Reward {
    Reward {
        scale: values.get(SCALE.name),
        near: values.get(NEAR.name),
    }
}

/// Reads `playouts` or `ms`, `candidates`, `belief`, `racing`, `scale` and `near`.
pub fn root_config(values: &ParameterValues, environment: &Environment) -> RootConfig {
    RootConfig {
        budget: match values.given("ms") {
            Some(ms) => Budget::Time(Duration::from_millis(ms as u64), environment.clock),
            None => Budget::Playouts(values.whole("playouts") as u32),
        },
        candidates: values.whole("candidates"),
        prior_weight: values.get("belief"),
        racing: values.get(RACING.name),
        reward: reward(values),
    }
}

/// Reads `depth` for a number of players.
pub fn depth(values: &ParameterValues, players: usize) -> usize {
    values.whole_among(DEPTH.name, players)
}

/// Reads `depth`, `scale`, `near` and those of [`TREE`] for a number of players.
pub fn tree_config(values: &ParameterValues, players: usize) -> TreeConfig {
    TreeConfig {
        depth: depth(values, players),
        exploration: values.get("c"),
        widening: values.get("widening"),
        prior_weight: values.get("opinion"),
        branches: values.whole("branches"),
        nodes: values.whole("nodes"),
        reward: reward(values),
    }
}
