//! All agents by name, with what is to be said of them: help, error messages and agents come from this one table.

use goldrush_engine::gold_rush::State;

use crate::agent::Agent;
use crate::gold_rush::greedy::Greedy;
use crate::gold_rush::heuristic::{Heuristic, Weights};
use crate::random::Random;

/// An agent of Gold Rush, ready to play one seat.
pub type GoldRushAgent = Box<dyn for<'s> Agent<State<'s>> + Send>;

/// One kind of agent.
pub struct Entry {
    /// What it is called on the command line.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    build: fn() -> GoldRushAgent,
}

/// All agents, weakest first.
pub static ENTRIES: [Entry; 3] = [
    Entry {
        name: "random",
        summary: "places uniformly, then a kind of action uniformly among those available, then uniformly within it",
        build: || Box::new(Random),
    },
    Entry {
        name: "greedy",
        summary: "the placement and action with the best margin if the game ended after this turn",
        build: || Box::<Greedy>::default(),
    },
    Entry {
        name: "heuristic",
        summary: "greedy with an eye on the turns to come",
        build: || Box::new(Heuristic::new(&Weights::tuned(2))),
    },
];

/// A checked specification of an agent, as it is written on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    text: String,
    entry: usize,
}

/// A specification that names no agent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SpecError(String);

impl std::str::FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, parameters) = text.split_once(':').unwrap_or((text, ""));
        let Some(entry) = ENTRIES.iter().position(|e| e.name == name) else {
            let nearest = ENTRIES.iter().min_by_key(|e| strsim::damerau_levenshtein(e.name, name));
            let names: Vec<_> = ENTRIES.iter().map(|e| e.name).collect();
            let hint = nearest.map(|e| format!("; did you mean {}?", e.name)).unwrap_or_default();
            return Err(SpecError(format!("there is no agent \"{name}\"{hint} (agents: {})", names.join(", "))));
        };
        if !parameters.is_empty() || text.contains(':') {
            return Err(SpecError(format!("the agent {name} takes no parameters; write just {name}")));
        }
        Ok(Spec { text: text.into(), entry })
    }
}

impl std::fmt::Display for Spec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl Spec {
    /// A new agent for one seat of one game.
    pub fn build(&self) -> GoldRushAgent {
        (ENTRIES[self.entry].build)()
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
        assert!("gredy".parse::<Spec>().unwrap_err().to_string().contains("did you mean greedy?"));
        assert!("random:x=1".parse::<Spec>().unwrap_err().to_string().contains("takes no parameters"));
    }
}
