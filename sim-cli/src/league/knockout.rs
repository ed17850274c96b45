//! Knockout tournaments. Members are seeded in the order in which they joined: the first two can only meet in the final, and
//! the first ones rest in the first stage if the bracket is not full.

use super::duel::{Duel, Place, TournamentState};
use super::roster::Member;

/// Returns the state of a tournament after these duels. A tied duel is won by the member that joined earlier; who has
/// retired gives the rest of its duels up.
pub fn state(members: &[Member], duels: &[Duel]) -> TournamentState {
    let mut won = vec![0.0_f64; members.len()];
    let mut slots = bracket(members.len());
    let mut next = Vec::new();
    while slots.len() > 1 && next.is_empty() {
        let mut winners = Vec::new();
        for pair in slots.chunks(2) {
            let winner = match *pair {
                [Some(one), Some(other)] => winner(members, duels, one, other).or_else(|| {
                    next.push((one, other));
                    None
                }),
                [one, other] => one.or(other),
                _ => None,
            };
            winner.into_iter().for_each(|winner| won[winner] += 1.0);
            winners.push(winner);
        }
        slots = winners;
    }
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by(|one, other| won[*other].total_cmp(&won[*one]));
    let places = order
        .into_iter()
        .map(|member| Place {
            member,
            points: won[member],
            buchholz: None,
        })
        .collect();
    TournamentState { places, next }
}

/// Returns who of two members goes on, or `None` if their duel is still to be played.
fn winner(members: &[Member], duels: &[Duel], one: usize, other: usize) -> Option<usize> {
    if let Some(duel) = duels.iter().find(|duel| duel.opponent(one) == Some(other)) {
        return Some(duel.winner().unwrap_or(one.min(other)));
    }
    match [one, other].map(|member| members[member].left.is_some()) {
        [false, false] => None,
        [true, false] => Some(other),
        [false, true] => Some(one),
        [true, true] => Some(one.min(other)),
    }
}

/// Returns the members of the first stage in the order of the bracket; neighbors meet, and a member without one rests.
fn bracket(members: usize) -> Vec<Option<usize>> {
    let mut seeds = vec![0];
    while seeds.len() < members {
        let last = 2 * seeds.len() - 1;
        seeds = seeds
            .into_iter()
            .flat_map(|seed| [seed, last - seed])
            .collect();
    }
    seeds
        .into_iter()
        .map(|seed| (seed < members).then_some(seed))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::duel::tests::duel;
    use super::super::roster::tests::roster;
    use super::*;

    const BOTS: [&str; 6] = [
        "greedy",
        "heuristic",
        "random",
        "level1",
        "heuristic:width=2",
        "heuristic:width=3",
    ];

    #[test]
    fn best_seeds_meet_last() {
        assert_eq!(bracket(4), [Some(0), Some(3), Some(1), Some(2)]);
        assert_eq!(
            bracket(5),
            [
                Some(0),
                None,
                Some(3),
                Some(4),
                Some(1),
                None,
                Some(2),
                None
            ]
        );
        assert_eq!(bracket(2), [Some(0), Some(1)]);
    }

    #[test]
    fn losers_are_out_and_the_last_one_wins() {
        let members = roster(&BOTS).members;
        let next = |duels: &[Duel]| state(&members, duels).next;
        let mut duels = Vec::new();
        assert_eq!(next(&duels), [(3, 4), (2, 5)], "the first two rest");
        duels.extend([
            duel(1, 4, 3),
            Duel {
                halves: [20, 20],
                ..duel(1, 2, 5)
            },
        ]);
        assert_eq!(
            next(&duels),
            [(0, 4), (1, 2)],
            "a tie is won by the earlier member"
        );
        duels.extend([duel(2, 4, 0), duel(2, 1, 2)]);
        assert_eq!(next(&duels), [(4, 1)]);
        duels.push(duel(3, 4, 1));
        let end = state(&members, &duels);
        assert!(end.next.is_empty());
        let places: Vec<(usize, f64)> = end
            .places
            .iter()
            .map(|place| (place.member, place.points))
            .collect();
        assert_eq!(
            places,
            [(4, 3.0), (1, 2.0), (0, 1.0), (2, 1.0), (3, 0.0), (5, 0.0)]
        );
    }

    #[test]
    fn retired_members_give_their_duels_up() {
        let mut members = roster(&BOTS[..4]).members;
        (members[0].left, members[3].left) = (Some(0), Some(0));
        assert_eq!(state(&members, &[]).next, [(1, 2)]);
        members[1].left = Some(0);
        let end = state(&members, &[]);
        assert!(end.next.is_empty());
        assert_eq!(end.places[0].member, 2);
    }
}
