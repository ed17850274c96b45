//! Places and duels of a Swiss or knockout tournament, as they are printed.

use serde::Serialize;

use super::duel::{Duel, NoDuel, Place};
use super::knockout::{Pairing, duel_of};
use super::roster::Member;

/// Place in a Swiss or knockout tournament.
#[derive(Clone, Debug, Serialize)]
pub struct PlaceResult {
    /// Place, from 1; members that nothing decides between share one.
    pub place: usize,
    /// Name of the member.
    pub name: String,
    /// True if it plays no more games.
    pub retired: bool,
    /// Points of a Swiss tournament, or stages of a knockout that it won.
    pub points: f64,
    /// Sum of its opponents' points in a Swiss tournament (Buchholz).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buchholz: Option<f64>,
}

/// Duel of a Swiss or knockout tournament.
#[derive(Clone, Debug, Serialize)]
pub struct DuelResult {
    /// Number of the round, from 1.
    pub round: usize,
    /// Name of the winner; after a tie that of the member that joined first, which advances in a knockout.
    pub one: String,
    pub other: String,
    /// Meetings in which the one finished ahead, a tie counting as half.
    pub won: f64,
    /// Meetings in which the other did.
    pub lost: f64,
    /// Points of both in the games, summed over all meetings: they decide if both finished ahead equally often.
    pub points: [i64; 2],
    /// True if neither won.
    pub is_tied: bool,
}

/// Member without a duel in a round of a Swiss tournament, or in a stage of a knockout that it survived.
#[derive(Clone, Debug, Serialize)]
pub struct NoDuelResult {
    /// Number of the round or stage, from 1.
    pub round: usize,
    /// Name of the member.
    pub name: String,
    /// Name of the opponent, if one has retired; `None` (null) if there was none, so that the member rested.
    pub retired: Option<String>,
}

/// Duel in the bracket of a knockout.
#[derive(Clone, Debug, Serialize)]
pub struct BracketResult {
    /// Names of both members; `None` (null) while one is not known, or if its opponent rests.
    pub members: [Option<String>; 2],
    /// Name of the member that goes on.
    pub winner: Option<String>,
    /// Meetings in which each finished ahead, a tie counting as half, if they have met.
    pub ahead: Option<[f64; 2]>,
}

impl PlaceResult {
    pub(super) fn new(place: &Place, members: &[Member]) -> PlaceResult {
        let member = &members[place.member];
        PlaceResult {
            place: place.place,
            name: member.name.clone(),
            retired: member.left.is_some(),
            points: place.points,
            buchholz: place.buchholz,
        }
    }
}

impl DuelResult {
    pub(super) fn new(duel: &Duel, names: &[String]) -> DuelResult {
        let winner = duel.winner();
        let first = usize::from(winner == Some(duel.members[1]));
        let second = 1 - first;
        DuelResult {
            round: duel.round,
            one: names[duel.members[first]].clone(),
            other: names[duel.members[second]].clone(),
            won: duel.halves[first] as f64 / 2.0,
            lost: duel.halves[second] as f64 / 2.0,
            points: [duel.points[first], duel.points[second]],
            is_tied: winner.is_none(),
        }
    }
}

impl NoDuelResult {
    /// Describes a member without a duel.
    pub fn new(without: &NoDuel, names: &[String]) -> NoDuelResult {
        NoDuelResult {
            round: without.round,
            name: names[without.member].clone(),
            retired: without.retired.map(|retired| names[retired].clone()),
        }
    }
}

impl BracketResult {
    pub(super) fn new(pairing: &Pairing, duels: &[Duel], names: &[String]) -> BracketResult {
        let [one, other] = pairing.members;
        let met = one
            .zip(other)
            .and_then(|(one, other)| duel_of(duels, one, other));
        BracketResult {
            members: pairing.members.map(|member| Some(names[member?].clone())),
            winner: pairing.winner.map(|winner| names[winner].clone()),
            ahead: met.map(|duel| {
                let [first, second] = duel.halves.map(|halves| halves as f64 / 2.0);
                if one == Some(duel.members[0]) {
                    [first, second]
                } else {
                    [second, first]
                }
            }),
        }
    }
}
