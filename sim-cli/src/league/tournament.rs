//! State of Swiss and knockout tournaments.

use super::duel::{Duel, TournamentState};
use super::roster::{Format, Member, Roster};
use super::{knockout, swiss};

/// Returns the state of a tournament after these rounds, or `None` if pairings are chosen for the ratings.
pub fn tournament_state(roster: &Roster, duels: &[Duel], rounds: usize) -> Option<TournamentState> {
    let Roster {
        members,
        format,
        rounds: of,
        ..
    } = roster;
    match format {
        Format::Ratings => None,
        Format::Swiss => Some(swiss::state(
            members,
            duels,
            rounds,
            of.unwrap_or_else(|| usual_rounds(members)),
        )),
        Format::Knockout => Some(knockout::state(members, duels)),
    }
}

/// Returns the number of rounds after which one member can be the only one without a loss.
fn usual_rounds(members: &[Member]) -> usize {
    members.len().next_power_of_two().ilog2() as usize
}
