//! Agents by name. One table per game provides help, error messages and agents.
//!
//! ```
//! use goldrush_ai::registry::{Roster, Spec};
//! use goldrush_ai::environment::Environment;
//! use goldrush_engine::carcassonne::{Carcassonne, Catalogue, Rules, Setup};
//! use goldrush_engine::game::{Game, State, View};
//! use goldrush_engine::player::Player;
//! use goldrush_engine::rng::{agent_stream, deal_stream};
//!
//! // All agents of a game.
//! let names: Vec<_> = Carcassonne::ENTRIES.iter().map(|entry| entry.name).collect();
//! assert_eq!(names, ["random", "greedy", "heuristic", "casual", "rollout", "mcts"]);
//! assert!(Carcassonne::ALIASES.iter().any(|alias| alias.name == "best"));
//!
//! // One of them, with parameters. Errors list what is accepted.
//! let spec = Spec::read::<Carcassonne>("rollout:playouts=30,candidates=6,depth=2")?;
//! let error = Spec::read::<Carcassonne>("rolout").unwrap_err();
//! assert!(error.to_string().contains("did you mean rollout?"));
//!
//! let setup = Setup::new(Catalogue::printed().into(), Rules::default(), 2)?;
//! let game = Carcassonne::deal(&setup, &mut deal_stream(7, 0));
//! let mut bot = spec.build::<Carcassonne>(&Environment::sequential(2));
//! let mv = bot.choose(&View::new(&game, Player::FIRST), &mut agent_stream(7, 0, 0, 0));
//! assert!(game.is_legal(mv));
//! assert_eq!(bot.playouts(), 30);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use goldrush_engine::game::Game;

use crate::agent::Agent;
use crate::environment::Environment;
use crate::parameter::{Parameter, ParameterValues, unknown};

/// Agent of a game, ready to play one seat.
pub type BoxedAgent<G> = Box<dyn for<'s> Agent<<G as Game>::State<'s>> + Send>;

/// Game that has agents.
pub trait Roster: Game {
    /// All agents.
    const ENTRIES: &'static [AgentEntry<Self>];
    /// All short names.
    const ALIASES: &'static [Alias];
}

/// One kind of agent.
pub struct AgentEntry<G: Game> {
    /// Name on the command line.
    pub name: &'static str,
    /// One-line description.
    pub summary: &'static str,
    /// Parameters that it takes.
    pub parameters: &'static [Parameter],
    /// Number of playouts per turn at which luck estimation adds a tenth to its time; `None` if it is always faster
    /// than that.
    pub luck: Option<u32>,
    /// Builds an agent for a seat.
    pub(crate) build: fn(&ParameterValues, &Environment) -> BoxedAgent<G>,
}

/// Short name for a specification.
#[derive(Clone, Copy, Debug)]
pub struct Alias {
    /// Name on the command line.
    pub name: &'static str,
    /// One-line description.
    pub summary: &'static str,
    /// Specification that it stands for.
    pub spec: &'static str,
}

pub(crate) const fn alias(name: &'static str, spec: &'static str, summary: &'static str) -> Alias {
    Alias {
        name,
        summary,
        spec,
    }
}

/// Validated specification of an agent of some game, as written on the command line.
#[derive(Clone, Debug)]
pub struct Spec {
    text: String,
    entry: usize,
    values: ParameterValues,
}

/// Error in an agent specification.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct SpecError(String);

impl SpecError {
    /// Creates an error from a one-line message that names the problem and the alternatives.
    pub fn new(problem: String) -> SpecError {
        SpecError(problem)
    }
}

/// Compares the text; equivalent specifications may differ.
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
    /// Parses an agent of a game: `name`, `name:parameter=value,…` or a short name.
    ///
    /// # Errors
    /// If the agent is unknown or a parameter is wrong; lists what is accepted.
    pub fn read<G: Roster>(text: &str) -> Result<Spec, SpecError> {
        let (name, parameters) = match text.split_once(':') {
            Some((name, parameters)) => (name, Some(parameters)),
            None => (text, None),
        };
        if let Some(alias) = G::ALIASES.iter().find(|alias| alias.name == name) {
            if parameters.is_some() {
                let problem = format!("{name} stands for {}; give parameters to that", alias.spec);
                return Err(SpecError(problem));
            }
            return Ok(Spec {
                text: text.into(),
                ..Spec::read::<G>(alias.spec)?
            });
        }
        let Some(at) = G::ENTRIES.iter().position(|e| e.name == name) else {
            let names = G::ENTRIES
                .iter()
                .map(|e| e.name)
                .chain(G::ALIASES.iter().map(|alias| alias.name));
            return Err(SpecError(unknown("agent", name, names)));
        };
        let entry = &G::ENTRIES[at];
        let values = match parameters {
            None => Ok(ParameterValues::defaults(entry.parameters)),
            Some(parameters) => ParameterValues::read(entry.parameters, parameters),
        };
        let values = values.map_err(|problem| SpecError(format!("{name}: {problem}")))?;
        Ok(Spec {
            text: text.into(),
            entry: at,
            values,
        })
    }

    /// True if parameters were given to the agent.
    pub fn has_parameters(&self) -> bool {
        self.text.contains(':')
    }

    /// Returns how affordable luck estimation is in games of this agent against itself: 1 if it adds a tenth to their
    /// time, more if it adds less.
    pub fn luck_affordability<G: Roster>(&self) -> f64 {
        // Agents that take at least a millisecond per turn are slowed by at most a tenth.
        const MS: f64 = 1.0;
        let Some(playouts) = G::ENTRIES[self.entry].luck else {
            return 0.0;
        };
        match self.values.given("ms") {
            Some(ms) => f64::from(ms) / MS,
            None => self.values.whole("playouts") as f64 / f64::from(playouts),
        }
    }

    /// Builds a new agent for one seat of one game; `G` must be the game of the specification.
    pub fn build<G: Roster>(&self, environment: &Environment) -> BoxedAgent<G> {
        (G::ENTRIES[self.entry].build)(&self.values, environment)
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::carcassonne::Carcassonne;
    use goldrush_engine::gold_rush::GoldRush;
    use goldrush_engine::knizia_gold::KniziaGold;

    use super::*;
    use crate::parameter::ParameterKind;

    fn check_names<G: Roster>() {
        for name in G::ENTRIES
            .iter()
            .map(|entry| entry.name)
            .chain(G::ALIASES.iter().map(|alias| alias.name))
        {
            assert_eq!(Spec::read::<G>(name).unwrap().to_string(), name);
        }
    }

    #[test]
    fn specs_parse_back_and_unknown_ones_get_the_nearest_name() {
        check_names::<GoldRush>();
        check_names::<Carcassonne>();
        check_names::<KniziaGold>();
        let error = |text: &str| Spec::read::<GoldRush>(text).unwrap_err().to_string();
        assert!(error("gredy").contains("did you mean greedy?"));
        assert!(error("level13").contains("did you mean level12?"));
        assert!(error("random:x=1").contains("none is taken"));
        assert!(error("best:playouts=1").contains("stands for rollout:"));
        assert!(error("rollout:playout=1").contains("did you mean playouts?"));
    }

    /// Builds every agent with its defaults.
    fn check_defaults<G: Roster>() {
        for entry in G::ENTRIES {
            for parameter in entry.parameters {
                let text = match parameter.kind {
                    ParameterKind::Whole(.., default) => default.to_string(),
                    ParameterKind::Real(.., default) => default.to_string(),
                    ParameterKind::Choice(names) => names[0].to_string(),
                    ParameterKind::Tuned(low, _) => low.to_string(),
                    ParameterKind::PerPlayer(low, ..) | ParameterKind::Optional(low, _) => {
                        low.to_string()
                    }
                };
                let spec = format!("{}:{}={text}", entry.name, parameter.name);
                Spec::read::<G>(&spec)
                    .unwrap()
                    .build::<G>(&Environment::sequential(2));
            }
        }
    }

    #[test]
    fn defaults_are_within_their_ranges() {
        check_defaults::<GoldRush>();
        check_defaults::<Carcassonne>();
        check_defaults::<KniziaGold>();
    }
}
