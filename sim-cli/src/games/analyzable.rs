//! What analysis needs of a game.

use goldrush_ai::search::SearchPolicy;
use goldrush_engine::player::Player;

use super::protocol::Protocol;

/// A game whose positions can be analysed.
pub trait Analyzable: Protocol {
    /// Who says what turns are worth.
    type SearchPolicy: for<'s> SearchPolicy<Self::State<'s>>;
    /// What is looked at as a whole, in words.
    const CHOICE: &'static str;
    /// The agent whose policy plays the worlds.
    const POLICY: &'static str;

    /// What a seat drew, in a few words: the kind of tile or card that has a number.
    fn kind_name(setup: &Self::Setup, seat: Player, kind: u8) -> String;

    /// For games of so many players.
    fn guide(players: usize) -> Self::SearchPolicy;

    /// Whether what is decided now is looked at anew: not the rest of a turn that was thought of as a whole.
    fn begins_choice(state: &Self::State<'_>) -> bool {
        Self::begins_turn(state)
    }
}
