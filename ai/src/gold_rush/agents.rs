//! The agents of Gold Rush by name.

use goldrush_engine::gold_rush::GoldRush;

use super::heuristic::WEIGHTS;
use crate::landscape::agents;
use crate::parameter::Parameter;
use crate::registry::{Alias, BoxedAgent, Entry, Roster};
use crate::search::settings::WIDTH;
use crate::weights::parameters;

/// An agent of Gold Rush, ready to play one seat.
pub type GoldRushAgent = BoxedAgent<GoldRush>;

impl Roster for GoldRush {
    const ENTRIES: &'static [Entry<GoldRush>] = &ENTRIES;
    const ALIASES: &'static [Alias] = &agents::ALIASES;
}

static ENTRIES: [Entry<GoldRush>; 6] = agents::entries(
    "places uniformly, then a kind of action uniformly among those available, then uniformly within it",
    "the placement and action with the best margin if the game ended after this turn",
    &HEURISTIC_PARAMETERS,
);

/// How carefully it looks, and the weights.
const HEURISTIC_PARAMETERS: [Parameter; WEIGHTS.len() + 1] = parameters(WIDTH, WEIGHTS);
