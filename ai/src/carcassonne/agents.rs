//! Agents of Carcassonne by name, with or without The Gold Mines.
//!
//! ```
//! use goldrush_ai::registry::{Roster, Spec};
//! use goldrush_engine::carcassonne::Carcassonne;
//!
//! for alias in Carcassonne::ALIASES {
//!     // What a short name stands for is a name with parameters, or another short name.
//!     assert!(Spec::read::<Carcassonne>(alias.spec).is_ok(), "{}", alias.name);
//! }
//! ```

use goldrush_engine::carcassonne::Carcassonne;

use super::heuristic::WEIGHTS;
use crate::landscape::agents;
use crate::parameter::Parameter;
use crate::registry::{AgentEntry, Alias, Roster};
use crate::search::analyzer::{AnalyzedGame, BoxedAnalyzer};
use crate::search::settings::WIDTH;
use crate::weights::parameters;

impl Roster for Carcassonne {
    const ENTRIES: &'static [AgentEntry<Carcassonne>] = &ENTRIES;
    const ALIASES: &'static [Alias] = &agents::ALIASES;
}

impl AnalyzedGame for Carcassonne {
    fn analyzer(players: usize) -> BoxedAnalyzer<Carcassonne> {
        agents::analyzer::<Carcassonne>(players)
    }
}

static ENTRIES: [AgentEntry<Carcassonne>; 6] = agents::entries(
    "uniform in each decision",
    "the placement, ingots and follower with the best margin if the game ended after this turn",
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
