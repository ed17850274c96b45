//! All agents by name, with what is to be said of them: help, error messages and agents come from this one table.

use std::time::Duration;

use goldrush_engine::gold_rush::{Move, State};

use crate::agent::Agent;
use crate::gold_rush::greedy::Greedy;
use crate::gold_rush::guide::{GoldRushGuide, Policy};
use crate::gold_rush::heuristic::{Heuristic, WEIGHTS, Weights};
use crate::parameter::{Kind, Parameter, Values, unknown};
use crate::random::Random;
use crate::search::{Budget, Continuation, Mcts, Reward, Rollout, RootConfig, Search, TreeConfig};
use crate::surroundings::Surroundings;

/// An agent of Gold Rush, ready to play one seat.
pub type GoldRushAgent = Box<dyn for<'s> Agent<State<'s>> + Send>;

/// One kind of agent.
pub struct Entry {
    /// What it is called on the command line.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// What a turn costs: time on one idle core of the machine where the ladder was played, with default parameters.
    pub cost: &'static str,
    /// How it does with two players, from the ladder in `ai/README.md`.
    pub strength: &'static str,
    /// What it can be told.
    pub parameters: &'static [Parameter],
    build: fn(&Values, &Surroundings) -> GoldRushAgent,
}

/// All kinds of agents.
pub static ENTRIES: [Entry; 5] = [
    Entry {
        name: "random",
        summary: "places uniformly, then a kind of action uniformly among those available, then uniformly within it",
        cost: "0.0003 ms",
        strength: "",
        parameters: &[],
        build: |_, _| Box::new(Random),
    },
    Entry {
        name: "greedy",
        summary: "the placement and action with the best margin if the game ended after this turn",
        cost: "0.002 ms",
        strength: "wins 1.000 of its games against random",
        parameters: &[],
        build: |_, _| Box::<Greedy>::default(),
    },
    Entry {
        name: "heuristic",
        summary: "greedy with an eye on the turns to come; its parameters are its weights, in points",
        cost: "0.007 ms",
        strength: "wins 0.967 against greedy",
        parameters: &HEURISTIC_PARAMETERS,
        build: |values, around| Box::new(Heuristic::new(&weights(values, around), values.whole("width") as u32)),
    },
    Entry {
        name: "rollout",
        summary: "tries the turns the heuristic likes best in sampled worlds, played on for some turns",
        cost: "4 ms",
        strength: "wins 0.842 against heuristic",
        parameters: &ROLLOUT_PARAMETERS,
        build: |values, around| {
            let depth = values.whole("depth");
            search(values, around, |guide| Rollout::new(guide, depth))
        },
    },
    Entry {
        name: "mcts",
        summary: "as rollout, with a tree of what all seats may answer",
        cost: "22 ms",
        strength: "as strong as rollout with as many playouts",
        parameters: &MCTS_PARAMETERS,
        build: |values, around| {
            let config = tree_config(values);
            search(values, around, |guide| Mcts::<_, Move>::new(guide, config))
        },
    },
];

/// The weights, and how carefully it looks.
const HEURISTIC_PARAMETERS: [Parameter; WEIGHTS.len() + 1] = {
    let mut parameters = [WIDTH; WEIGHTS.len() + 1];
    let mut at = 0;
    while at < WEIGHTS.len() {
        let weight = &WEIGHTS[at];
        let kind = Kind::Tuned(weight.range.0, weight.range.1);
        parameters[at + 1] = Parameter { name: weight.name, meaning: weight.meaning, kind };
        at += 1;
    }
    parameters
};

fn weights(values: &Values, around: &Surroundings) -> Weights {
    let mut weights = Weights::tuned(around.players).values();
    for (value, weight) in weights.iter_mut().zip(WEIGHTS) {
        *value = values.given(weight.name).unwrap_or(*value);
    }
    Weights::from_values(weights)
}

const MS: Parameter =
    Parameter { name: "ms", meaning: "milliseconds a turn instead of playouts", kind: Kind::Optional(1, 3_600_000) };
const THREADS: Parameter =
    Parameter { name: "threads", meaning: "threads that share one decision", kind: Kind::Whole(1, 256, 1) };
const CANDIDATES: Parameter =
    Parameter { name: "candidates", meaning: "turns that are tried, at most", kind: Kind::Whole(1, 1000, 40) };
const DEPTH: Parameter = Parameter {
    name: "depth",
    meaning: "turns played after a candidate's before the estimate",
    kind: Kind::Whole(0, 100, 6),
};
const POLICY: Parameter =
    Parameter { name: "policy", meaning: "who plays these turns", kind: Kind::Choice(&Policy::NAMES) };
const WIDTH: Parameter = Parameter {
    name: "width",
    meaning: "placements the heuristic looks at, about, drawn at random",
    kind: Kind::Whole(1, 1000, 1000),
};
const ESTIMATE: Parameter = Parameter {
    name: "estimate",
    meaning: "weights of the estimate: fitted to how games end, or those the heuristic plays by",
    kind: Kind::Choice(&["fitted", "heuristic"]),
};
const SCALE: Parameter = Parameter {
    name: "scale",
    meaning: "margin from which on more counts clearly less, in points",
    kind: Kind::Real(1.0, 10_000.0, 40.0),
};
const BELIEF: Parameter = Parameter {
    name: "belief",
    meaning: "worlds that the heuristic's own opinion counts for",
    kind: Kind::Real(0.0, 1000.0, 2.0),
};

const ROLLOUT_PARAMETERS: [Parameter; 10] =
    [playouts(200), MS, CANDIDATES, DEPTH, POLICY, WIDTH, ESTIMATE, SCALE, BELIEF, THREADS];

const MCTS_PARAMETERS: [Parameter; 15] = [
    playouts(1000),
    MS,
    CANDIDATES,
    DEPTH,
    POLICY,
    WIDTH,
    ESTIMATE,
    SCALE,
    BELIEF,
    THREADS,
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

const fn playouts(default: u32) -> Parameter {
    Parameter { name: "playouts", meaning: "playouts a turn", kind: Kind::Whole(1, 100_000_000, default) }
}

fn reward(values: &Values) -> Reward {
    Reward { scale: values.get("scale") }
}

fn root_config(values: &Values, around: &Surroundings) -> RootConfig {
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

fn tree_config(values: &Values) -> TreeConfig {
    TreeConfig {
        depth: values.whole("depth"),
        exploration: values.get("c"),
        widening: values.get("widening"),
        belief: values.get("opinion"),
        branches: values.whole("branches"),
        nodes: values.whole("nodes"),
        reward: reward(values),
    }
}

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
    Box::new(Search::<_, _, Move>::new(guide, root_config(values, around), continuations, around.workers))
}

/// A short name for a specification.
pub struct Alias {
    /// What it is called on the command line.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// What it stands for.
    pub spec: &'static str,
}

const fn alias(name: &'static str, spec: &'static str, summary: &'static str) -> Alias {
    Alias { name, summary, spec }
}

/// All short names.
pub static ALIASES: [Alias; 7] = [
    alias(
        "best",
        "rollout:playouts=500,candidates=60,depth=8",
        "the strongest; about 30 ms a turn, and ten times that is worth little more",
    ),
    alias("level1", "heuristic:width=1", "for people: places its tile anywhere"),
    alias("level2", "heuristic:width=3", "for people: careless"),
    alias("level3", "heuristic:width=8", "for people: overlooks much"),
    alias("level4", "heuristic", "for people: sees every turn, but not the next"),
    alias("level5", "rollout:playouts=80", "for people: tries things out"),
    alias("level6", "best", "for people: the best there is"),
];

/// A checked specification of an agent, as it is written on the command line.
#[derive(Clone, Debug)]
pub struct Spec {
    text: String,
    entry: usize,
    values: Values,
}

/// A specification that names no agent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SpecError(String);

impl SpecError {
    /// With what is wrong and what would be right, in one line.
    pub fn new(problem: String) -> SpecError {
        SpecError(problem)
    }
}

impl std::str::FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, parameters) = match text.split_once(':') {
            Some((name, parameters)) => (name, Some(parameters)),
            None => (text, None),
        };
        if let Some(alias) = ALIASES.iter().find(|alias| alias.name == name) {
            if parameters.is_some() {
                let problem = format!("{name} stands for {}; give parameters to that", alias.spec);
                return Err(SpecError(problem));
            }
            return Ok(Spec { text: text.into(), ..alias.spec.parse()? });
        }
        let Some(at) = ENTRIES.iter().position(|e| e.name == name) else {
            let names = ENTRIES.iter().map(|e| e.name).chain(ALIASES.iter().map(|alias| alias.name));
            return Err(SpecError(unknown("agent", name, names)));
        };
        let entry = &ENTRIES[at];
        let values = match parameters {
            None => Ok(Values::defaults(entry.parameters)),
            Some(parameters) => Values::read(entry.parameters, parameters),
        };
        let values = values.map_err(|problem| SpecError(format!("{name}: {problem}")))?;
        Ok(Spec { text: text.into(), entry: at, values })
    }
}

/// Written the same, whatever else would mean the same.
impl PartialEq for Spec {
    fn eq(&self, other: &Spec) -> bool {
        self.text == other.text
    }
}

impl Eq for Spec {}

impl std::fmt::Display for Spec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl Spec {
    /// A new agent for one seat of one game.
    pub fn build(&self, around: &Surroundings) -> GoldRushAgent {
        (ENTRIES[self.entry].build)(&self.values, around)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_parse_back_and_unknown_ones_get_the_nearest_name() {
        for entry in &ENTRIES {
            assert_eq!(entry.name.parse::<Spec>().unwrap().to_string(), entry.name);
        }
        for alias in &ALIASES {
            assert_eq!(alias.name.parse::<Spec>().unwrap().to_string(), alias.name);
        }
        let error = |text: &str| text.parse::<Spec>().unwrap_err().to_string();
        assert!(error("gredy").contains("did you mean greedy?"));
        assert!(error("random:x=1").contains("none is taken"));
        assert!(error("best:playouts=1").contains("stands for rollout:"));
        assert!(error("rollout:playout=1").contains("did you mean playouts?"));
    }

    /// Every agent can be built with every one of its defaults.
    #[test]
    fn every_default_is_in_its_range() {
        for entry in &ENTRIES {
            for parameter in entry.parameters {
                let text = match parameter.kind {
                    Kind::Whole(.., default) => default.to_string(),
                    Kind::Real(.., default) => default.to_string(),
                    Kind::Choice(names) => names[0].to_string(),
                    Kind::Tuned(low, _) => low.to_string(),
                    Kind::Optional(low, _) => low.to_string(),
                };
                let spec = format!("{}:{}={text}", entry.name, parameter.name);
                spec.parse::<Spec>().unwrap().build(&Surroundings::still(2));
            }
        }
    }
}
