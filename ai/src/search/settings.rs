//! What can be told every agent that searches: its parameters, and what is made of them.
//!
//! ```
//! use goldrush_ai::parameter::{Parameter, Values};
//! use goldrush_ai::search::Budget;
//! use goldrush_ai::search::settings::{depth, root, searching};
//! use goldrush_ai::surroundings::Surroundings;
//!
//! // What a rollout can be told, with 200 playouts if nothing is said.
//! static PARAMETERS: [Parameter; 10] = searching(200);
//!
//! let values = Values::read(&PARAMETERS, "candidates=8")?;
//! let config = root(&values, &Surroundings::still(3));
//! assert!(matches!(config.budget, Budget::Playouts(200)));
//! assert_eq!(config.candidates, 8);
//! // Three turns of each of three players.
//! assert_eq!(depth(&values, 3), 9);
//! # Ok::<(), String>(())
//! ```

use std::time::Duration;

use super::reward;
use super::{Budget, POLICY, Reward, RootConfig, TreeConfig};
use crate::parameter::{Kind, Parameter, Values};
use crate::surroundings::Surroundings;

/// Milliseconds instead of playouts.
pub const MS: Parameter =
    Parameter { name: "ms", meaning: "milliseconds a turn instead of playouts", kind: Kind::Optional(1, 3_600_000) };
/// Threads.
pub const THREADS: Parameter =
    Parameter { name: "threads", meaning: "threads that share one decision", kind: Kind::Whole(1, 256, 1) };
/// Candidates at the root.
pub const CANDIDATES: Parameter =
    Parameter { name: "candidates", meaning: "turns that are tried, at most", kind: Kind::Whole(1, 1000, 40) };
/// Length of playouts.
pub const DEPTH: Parameter = Parameter {
    name: "depth",
    meaning: "turns played after a candidate's before the estimate",
    kind: Kind::PerPlayer(0, 100, 3, 10),
};
/// How carefully the heuristic looks.
pub const WIDTH: Parameter = Parameter {
    name: "width",
    meaning: "placements the heuristic looks at, about, drawn at random",
    kind: Kind::Whole(1, 1000, 1000),
};
/// Where rewards bend.
pub const SCALE: Parameter = Parameter {
    name: "scale",
    meaning: "margin from which on more counts clearly less, in points",
    kind: Kind::Real(1.0, 10_000.0, 40.0),
};
/// Who counts among the rivals.
pub const NEAR: Parameter = Parameter {
    name: "near",
    meaning: "points behind the best rival at which another counts for half as much; 0.1: the best alone",
    kind: Kind::Real(0.1, 10_000.0, reward::NEAR),
};
/// The ranking's own opinion.
pub const BELIEF: Parameter = Parameter {
    name: "belief",
    meaning: "worlds that the heuristic's own opinion counts for",
    kind: Kind::Real(0.0, 1000.0, 2.0),
};
/// What a tree has besides.
pub const TREE: [Parameter; 5] = [
    Parameter { name: "c", meaning: "exploration in the tree", kind: Kind::Real(0.0, 10.0, 0.05) },
    Parameter {
        name: "widening",
        meaning: "children open at n visits, over the root of n",
        kind: Kind::Real(0.1, 1000.0, 1.0),
    },
    Parameter {
        name: "opinion",
        meaning: "visits that the heuristic's opinion of a child counts for",
        kind: Kind::Real(0.0, 1000.0, 3.0),
    },
    Parameter { name: "branches", meaning: "turns a decision branches into, at most", kind: Kind::Whole(1, 1000, 8) },
    Parameter {
        name: "nodes",
        meaning: "decisions kept in memory, at most (100 bytes each)",
        kind: Kind::Whole(1, 10_000_000, 20_000),
    },
];

/// Whose weights estimates go by.
pub const ESTIMATE: Parameter = Parameter {
    name: "estimate",
    meaning: "weights of the estimate: fitted to how games end, or those the heuristic plays by",
    kind: Kind::Choice(&["fitted", "heuristic"]),
};

/// What every search has that goes by a heuristic with weights; so many playouts if nothing is said.
pub const fn searching(usual: u32) -> [Parameter; 10] {
    [playouts(usual), MS, CANDIDATES, DEPTH, POLICY, ESTIMATE, SCALE, NEAR, BELIEF, THREADS]
}

/// Playouts, so many if nothing is said.
pub const fn playouts(default: u32) -> Parameter {
    Parameter { name: "playouts", meaning: "playouts a turn", kind: Kind::Whole(1, 100_000_000, default) }
}

/// Two lists of parameters in one.
pub const fn joined<const M: usize, const N: usize, const ALL: usize>(
    first: [Parameter; M],
    then: [Parameter; N],
) -> [Parameter; ALL] {
    assert!(M + N == ALL);
    let (mut all, mut at) = ([THREADS; ALL], 0);
    while at < ALL {
        all[at] = if at < M { first[at] } else { then[at - M] };
        at += 1;
    }
    all
}

/// `scale` and `near`.
pub fn reward(values: &Values) -> Reward {
    Reward { scale: values.get(SCALE.name), near: values.get(NEAR.name) }
}

/// `playouts` or `ms`, `candidates`, `belief`, `scale` and `near`.
pub fn root(values: &Values, around: &Surroundings) -> RootConfig {
    RootConfig {
        budget: match values.given("ms") {
            Some(ms) => Budget::Time(Duration::from_millis(ms as u64), around.clock),
            None => Budget::Playouts(values.whole("playouts") as u32),
        },
        candidates: values.whole("candidates"),
        belief: values.get("belief"),
        reward: reward(values),
    }
}

/// `depth`, among so many players.
pub fn depth(values: &Values, players: usize) -> usize {
    values.whole_among(DEPTH.name, players)
}

/// `depth`, `scale`, `near` and those of [`TREE`], among so many players.
pub fn tree(values: &Values, players: usize) -> TreeConfig {
    TreeConfig {
        depth: depth(values, players),
        exploration: values.get("c"),
        widening: values.get("widening"),
        belief: values.get("opinion"),
        branches: values.whole("branches"),
        nodes: values.whole("nodes"),
        reward: reward(values),
    }
}
