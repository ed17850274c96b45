//! Swiss tournaments. Members with equally many points meet, the upper half of them against the lower half, and nobody meets
//! the same opponent twice. A member without an opponent gets the points of a won duel, once.

use std::cmp::Reverse;

use super::duel::{Duel, NoDuel, Place, TournamentState, place_numbers};
use super::roster::Member;

/// Half points of a won duel.
const WON: u32 = 2;
/// Pairings tried before members may meet again.
const MOST_TRIED: u32 = 100_000;

/// Returns the state of a tournament of a number of rounds after `rounds` of them.
pub fn state(members: &[Member], duels: &[Duel], rounds: usize, of: usize) -> TournamentState {
    let points: Vec<u32> = (0..members.len())
        .map(|member| points(members, duels, rounds, member))
        .collect();
    let buchholz: Vec<u32> = (0..members.len())
        .map(|member| {
            let opponents = duels.iter().filter_map(|duel| duel.opponent(member));
            opponents.map(|opponent| points[opponent]).sum()
        })
        .collect();
    let in_duels: Vec<u32> = (0..members.len())
        .map(|member| points_among_equals(&points, duels, member))
        .collect();
    let mut order: Vec<usize> = (0..members.len()).collect();
    let mut results: Vec<_> = (0..members.len())
        .map(|member| Reverse((points[member], in_duels[member], buchholz[member])))
        .collect();
    order.sort_by_key(|&member| results[member]);
    results.sort_unstable();
    let mut places = Vec::new();
    for (&member, place) in order.iter().zip(place_numbers(&results)) {
        places.push(Place {
            place,
            member,
            points: f64::from(points[member]) / 2.0,
            buchholz: Some(f64::from(buchholz[member]) / 2.0),
        });
    }
    if rounds >= of {
        return TournamentState {
            places,
            next: Vec::new(),
        };
    }
    let mut open: Vec<usize> = order
        .into_iter()
        .filter(|member| members[*member].left.is_none())
        .collect();
    if open.len() % 2 == 1 {
        let without_bye = open
            .iter()
            .rposition(|member| byes(&members[*member], *member, duels, rounds) == 0);
        open.remove(without_bye.unwrap_or(open.len() - 1));
    }
    let next = pairs(&open, &points, Some(duels), &mut 0)
        .or_else(|| pairs(&open, &points, None, &mut 0))
        .unwrap_or_default();
    TournamentState { places, next }
}

/// Returns the half points that a member won against those with equally many points, if all of these have met each other;
/// otherwise 0.
fn points_among_equals(points: &[u32], duels: &[Duel], member: usize) -> u32 {
    let equals: Vec<usize> = (0..points.len())
        .filter(|other| points[*other] == points[member])
        .collect();
    let have_all_met = equals.iter().enumerate().all(|(at, one)| {
        equals[at + 1..]
            .iter()
            .all(|other| duels.iter().any(|duel| duel.opponent(*one) == Some(*other)))
    });
    if !have_all_met {
        return 0;
    }
    let among = duels.iter().filter(|duel| {
        duel.opponent(member)
            .is_some_and(|opponent| equals.contains(&opponent))
    });
    among.map(|duel| won_in(duel, member)).sum()
}

/// Returns the half points that a member won in a duel.
fn won_in(duel: &Duel, member: usize) -> u32 {
    match duel.winner() {
        Some(winner) if winner == member => WON,
        Some(_) => 0,
        None => WON / 2,
    }
}

/// Returns the half points of a member.
fn points(members: &[Member], duels: &[Duel], rounds: usize, member: usize) -> u32 {
    let mut points = WON * byes(&members[member], member, duels, rounds);
    for duel in duels.iter().filter(|duel| duel.opponent(member).is_some()) {
        points += won_in(duel, member);
    }
    points
}

/// Returns the number of rounds in which a member took part without an opponent.
fn byes(of: &Member, member: usize, duels: &[Duel], rounds: usize) -> u32 {
    (1..=rounds)
        .filter(|round| rests(of, member, duels, *round))
        .count() as u32
}

/// True if a member took part in a round without an opponent.
fn rests(of: &Member, member: usize, duels: &[Duel], round: usize) -> bool {
    let mut of_round = duels.iter().filter(|duel| duel.round == round);
    of.takes_part(round) && of_round.all(|duel| duel.opponent(member).is_none())
}

/// Returns the members that took part in these rounds without an opponent.
pub fn without_duel(members: &[Member], duels: &[Duel], rounds: usize) -> Vec<NoDuel> {
    let mut all = Vec::new();
    for round in 1..=rounds {
        for (index, member) in members.iter().enumerate() {
            if rests(member, index, duels, round) {
                all.push(NoDuel {
                    round,
                    member: index,
                    retired: None,
                });
            }
        }
    }
    all
}

/// Pairs members, the best of them first, none of whom has met in these duels. Returns `None` if there is no such pairing, or it
/// takes too long to find one.
fn pairs(
    open: &[usize],
    points: &[u32],
    duels: Option<&[Duel]>,
    tried: &mut u32,
) -> Option<Vec<(usize, usize)>> {
    let Some((&first, rest)) = open.split_first() else {
        return Some(Vec::new());
    };
    let group = rest
        .iter()
        .take_while(|other| points[**other] == points[first])
        .count();
    // The first of a group's upper half meets the first of its lower half.
    let middle = group.div_ceil(2).saturating_sub(1);
    let partners = (middle..group)
        .chain((0..middle).rev())
        .chain(group..rest.len());
    for partner in partners {
        let mut played = duels.unwrap_or(&[]).iter();
        if played.any(|duel| duel.opponent(first) == Some(rest[partner])) {
            continue;
        }
        *tried += 1;
        if *tried > MOST_TRIED {
            return None;
        }
        let left: Vec<usize> = rest
            .iter()
            .copied()
            .filter(|other| *other != rest[partner])
            .collect();
        if let Some(mut others) = pairs(&left, points, duels, tried) {
            others.insert(0, (first, rest[partner]));
            return Some(others);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::duel::tests::duel;
    use super::super::roster::tests::roster;
    use super::*;

    const BOTS: [&str; 7] = [
        "greedy",
        "heuristic",
        "random",
        "level1",
        "heuristic:width=2",
        "heuristic:width=3",
        "heuristic:width=4",
    ];

    /// Plays a tournament in which the earlier member wins every duel. Returns all duels.
    fn played(
        members: &mut [Member],
        of: usize,
        mut before: impl FnMut(usize, &mut [Member]),
    ) -> Vec<Duel> {
        let mut duels = Vec::new();
        for round in 1.. {
            before(round, members);
            let course = state(members, &duels, round - 1, of);
            if course.next.is_empty() {
                assert_eq!(round, of + 1);
                break;
            }
            duels.extend(
                course
                    .next
                    .iter()
                    .map(|(one, other)| duel(round, *one.min(other), *one.max(other))),
            );
        }
        duels
    }

    #[test]
    fn nobody_meets_an_opponent_twice_or_rests_twice() {
        let mut members = roster(&BOTS).members;
        let duels = played(&mut members, 5, |_, _| {});
        let met: BTreeSet<[usize; 2]> = duels.iter().map(|duel| duel.members).collect();
        assert_eq!((met.len(), duels.len()), (15, 15));
        assert!((0..7).all(|member| byes(&members[member], member, &duels, 5) <= 1));
        let places = state(&members, &duels, 5, 5).places;
        assert_eq!(
            places[0],
            Place {
                place: 1,
                member: 0,
                points: 5.0,
                buchholz: places[0].buchholz
            }
        );
        let total: f64 = places.iter().map(|place| place.points).sum();
        assert_eq!(total, 20.0, "15 duels and 5 byes");
    }

    #[test]
    fn upper_half_of_a_group_meets_the_lower() {
        let members = roster(&BOTS[..6]).members;
        let first = state(&members, &[], 0, 3).next;
        assert_eq!(first, [(0, 3), (1, 4), (2, 5)]);
        let duels: Vec<Duel> = first
            .iter()
            .map(|(one, other)| duel(1, *one, *other))
            .collect();
        // Winners 0, 1, 2 and losers 3, 4, 5: one of each group has to leave it.
        assert_eq!(state(&members, &duels, 1, 3).next, [(0, 1), (2, 3), (4, 5)]);
    }

    #[test]
    fn late_entrants_and_retired_members_get_no_points_for_missed_rounds() {
        let mut members = roster(&BOTS).members;
        (members[5].joined, members[6].joined) = (1, 1);
        let all = members.clone();
        let mut few = members[..5].to_vec();
        let mut duels = Vec::new();
        let next = state(&few, &duels, 0, 3).next;
        assert_eq!(next.len(), 2, "one of five rests");
        duels.extend(next.iter().map(|(one, other)| duel(1, *one, *other)));
        few = all;
        few[4].left = Some(1);
        let second = state(&few, &duels, 1, 3);
        assert_eq!(second.next.len(), 3);
        assert!(
            second
                .next
                .iter()
                .all(|(one, other)| *one != 4 && *other != 4)
        );
        let points_of = |member| {
            second
                .places
                .iter()
                .find(|place| place.member == member)
                .unwrap()
                .points
        };
        assert_eq!(
            [points_of(4), points_of(5), points_of(6)],
            [1.0, 0.0, 0.0],
            "the fifth rested in the first round"
        );
        // The fifth, who has retired, gets nothing for the second round.
        duels.extend(second.next.iter().map(|(one, other)| duel(2, *one, *other)));
        let after = state(&few, &duels, 2, 3);
        assert_eq!(
            after
                .places
                .iter()
                .find(|place| place.member == 4)
                .unwrap()
                .points,
            1.0
        );
    }

    #[test]
    fn ties_are_broken_by_their_duel_then_by_opponents() {
        let members = roster(&BOTS[..4]).members;
        let order = |duels: &[Duel], rounds: usize| -> Vec<usize> {
            let places = state(&members, duels, rounds, rounds).places;
            places.iter().map(|place| place.member).collect()
        };
        // All meet all, so that equals have opponents with equally many points: 2 has beaten 0, and 1 has beaten 3.
        let duels = [
            duel(1, 2, 0),
            duel(1, 1, 3),
            duel(2, 0, 1),
            duel(2, 3, 2),
            duel(3, 0, 3),
            duel(3, 2, 1),
        ];
        assert_eq!(order(&duels, 3), [2, 0, 1, 3]);
        assert_eq!(
            order(&duels[..2], 1),
            [1, 2, 0, 3],
            "1 and 2 have not met: the order in which they joined is left"
        );
        let level = state(&members, &duels[..2], 1, 1).places;
        let numbers: Vec<usize> = level.iter().map(|place| place.place).collect();
        assert_eq!(numbers, [1, 1, 3, 3], "and they share a place");
    }

    #[test]
    fn members_meet_again_when_all_have_met() {
        let mut members = roster(&BOTS[..2]).members;
        let duels = played(&mut members, 3, |_, _| {});
        assert_eq!(duels.len(), 3);
    }
}
