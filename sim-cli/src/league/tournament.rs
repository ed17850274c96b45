//! State of Swiss and knockout tournaments.

use super::duel::{Duel, NoDuel, TournamentState};
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

/// Returns the members without a duel in a tournament after these rounds.
pub fn without_duel(roster: &Roster, duels: &[Duel], rounds: usize) -> Vec<NoDuel> {
    match roster.format {
        Format::Ratings => Vec::new(),
        Format::Swiss => swiss::without_duel(&roster.members, duels, rounds),
        Format::Knockout => knockout::without_duel(&roster.members, duels),
    }
}

/// Describes the members that have no duel in the next round, in which these bots play: `; ann rests (1 point)`.
pub fn resting(roster: &Roster, duels: &[Duel], bots: &[String]) -> String {
    let names = roster.names();
    let mut words = String::new();
    match roster.format {
        Format::Ratings => {}
        Format::Swiss => {
            for member in &roster.members {
                if member.left.is_none() && !bots.contains(&member.bot) {
                    words += &format!("; {} rests (1 point)", member.name);
                }
            }
        }
        Format::Knockout => {
            let stage = knockout::next_stage(&roster.members, duels);
            let without = knockout::without_duel(&roster.members, duels);
            for of in without.iter().filter(|of| Some(of.round) == stage) {
                let name = &names[of.member];
                words += &match of.retired {
                    None => format!("; {name} rests"),
                    Some(retired) => {
                        format!("; {name} advances, since {} has retired", names[retired])
                    }
                };
            }
        }
    }
    words
}

/// Returns the number of rounds after which one member can be the only one without a loss.
fn usual_rounds(members: &[Member]) -> usize {
    members.len().next_power_of_two().ilog2() as usize
}
