//! Agents of Gold Rush by name.
//!
//! ```
//! use goldrush_ai::gold_rush::agents::GoldRushAgent;
//! use goldrush_ai::registry::Spec;
//! use goldrush_ai::environment::Environment;
//! use goldrush_engine::gold_rush::GoldRush;
//!
//! // A level for people. Its errors persist throughout a game.
//! let agent: GoldRushAgent = Spec::read::<GoldRush>("level4")?.build::<GoldRush>(&Environment::sequential(2));
//! assert!(agent.remembers());
//! # Ok::<(), goldrush_ai::registry::SpecError>(())
//! ```

use goldrush_engine::gold_rush::GoldRush;

use super::heuristic::WEIGHTS;
use crate::landscape::agents;
use crate::parameter::Parameter;
use crate::registry::{AgentEntry, Alias, BoxedAgent, Roster};
use crate::search::analyzer::{AnalyzedGame, BoxedAnalyzer};
use crate::search::settings::WIDTH;
use crate::weights::parameters;

/// Agent of Gold Rush, ready to play one seat.
pub type GoldRushAgent = BoxedAgent<GoldRush>;

impl Roster for GoldRush {
    const ENTRIES: &'static [AgentEntry<GoldRush>] = &ENTRIES;
    const ALIASES: &'static [Alias] = &agents::ALIASES;
}

impl AnalyzedGame for GoldRush {
    fn analyzer(players: usize) -> BoxedAnalyzer<GoldRush> {
        agents::analyzer::<GoldRush>(players)
    }
}

static ENTRIES: [AgentEntry<GoldRush>; 6] = agents::entries(
    "places uniformly, then a kind of action uniformly among those available, then uniformly within it",
    "the placement and action with the best margin if the game ended after this turn",
    &PARAMETERS,
);

/// Parameters of the agents that have weights.
static PARAMETERS: agents::WeightedParameters = agents::WeightedParameters {
    heuristic: &HEURISTIC_PARAMETERS,
    casual: &CASUAL_PARAMETERS,
    rollout: &ROLLOUT_PARAMETERS,
    mcts: &MCTS_PARAMETERS,
};

/// Number of placements examined, and the weights.
const HEURISTIC_PARAMETERS: [Parameter; WEIGHTS.len() + 1] = parameters([WIDTH], WEIGHTS);
const CASUAL_PARAMETERS: [Parameter; WEIGHTS.len() + agents::CASUAL.len()] =
    parameters(agents::CASUAL, WEIGHTS);
const ROLLOUT_PARAMETERS: [Parameter; WEIGHTS.len() + agents::ROLLOUT.len()] =
    parameters(agents::ROLLOUT, WEIGHTS);
const MCTS_PARAMETERS: [Parameter; WEIGHTS.len() + agents::MCTS.len()] =
    parameters(agents::MCTS, WEIGHTS);
