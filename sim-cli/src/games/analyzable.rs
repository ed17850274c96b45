//! The interface a game provides for analysis.

use goldrush_ai::search::SearchPolicy;
use goldrush_engine::player::Player;

use super::protocol::Protocol;

/// A game whose positions can be analyzed.
pub trait Analyzable: Protocol {
    /// The search policy: proposes, plays out and estimates turns.
    type SearchPolicy: for<'s> SearchPolicy<Self::State<'s>>;
    /// Name of the unit that is analyzed as a whole: `turn` or `flip`.
    const CHOICE: &'static str;
    /// Name of the agent whose policy plays out the sampled worlds.
    const POLICY: &'static str;

    /// Returns a few words for the kind of tile or card with number `kind`, as seen by the seat that drew it.
    fn kind_name(setup: &Self::Setup, seat: Player, kind: u8) -> String;

    /// Creates the search policy for games of `players` players.
    fn new_search_policy(players: usize) -> Self::SearchPolicy;

    /// True if the decision in this state is analyzed on its own; false if it belongs to a turn that is chosen as a
    /// whole.
    fn begins_choice(state: &Self::State<'_>) -> bool {
        Self::begins_turn(state)
    }

    /// True before the first turn of another game of a match.
    fn begins_game(_state: &Self::State<'_>) -> bool {
        false
    }
}
