//! The interface a game provides for analysis.

use goldrush_ai::search::analyzer::AnalyzedGame;
use goldrush_engine::player::Player;

use super::protocol::Protocol;

/// A game whose positions can be analyzed.
pub trait Analyzable: Protocol + AnalyzedGame {
    /// Name of the unit that is analyzed as a whole: `turn` or `flip`.
    const CHOICE: &'static str;
    /// Name of the agent whose policy plays out the sampled worlds.
    const POLICY: &'static str;

    /// Name of a piece that players place and get back; empty if there is none.
    const PIECE: &'static str = "";

    /// Returns the number of pieces in a seat's supply.
    fn pieces_left(_state: &Self::State<'_>, _seat: Player) -> usize {
        0
    }

    /// Returns the names of the sources of points, in the order of [`State::sources`].
    ///
    /// [`State::sources`]: goldrush_engine::game::State::sources
    fn source_names() -> Vec<&'static str> {
        Self::SCHEMA
            .sources()
            .iter()
            .map(|source| source.noun)
            .collect()
    }

    /// Name of a bot that looks no further than the points in sight, so that what it plays is obvious.
    const OBVIOUS: &'static str = "greedy";

    /// Returns a few words for the kind of tile or card with number `kind`, as seen by the seat that drew it.
    fn kind_name(setup: &Self::Setup, seat: Player, kind: u8) -> String;

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
