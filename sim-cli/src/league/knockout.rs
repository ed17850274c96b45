//! Knockout tournaments. Members are seeded in the order in which they joined: the first two can only meet in the final, and
//! the first ones rest in the first stage if the bracket is not full.

use super::duel::{Duel, NoDuel, Place, TournamentState, place_numbers};
use super::roster::Member;

/// Returns the state of a tournament after these duels. A tied duel is won by the member that joined earlier; who has
/// retired gives the rest of its duels up.
pub fn state(members: &[Member], duels: &[Duel]) -> TournamentState {
    let mut won = vec![0.0_f64; members.len()];
    let mut next = Vec::new();
    let mut waits = false;
    for stage in stages(members, duels) {
        for Pairing { members, winner } in stage {
            match (members, winner) {
                (_, Some(winner)) => won[winner] += 1.0,
                ([Some(one), Some(other)], None) if !waits => next.push((one, other)),
                _ => {}
            }
        }
        waits = !next.is_empty();
    }
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by(|one, other| won[*other].total_cmp(&won[*one]));
    let results: Vec<f64> = order.iter().map(|member| won[*member]).collect();
    let mut places = Vec::new();
    for (member, place) in order.into_iter().zip(place_numbers(&results)) {
        places.push(Place {
            place,
            member,
            points: won[member],
            buchholz: None,
        });
    }
    TournamentState { places, next }
}

/// Two members that meet in a stage.
pub struct Pairing {
    /// Both members; `None` while one is not known, or if its opponent rests.
    pub members: [Option<usize>; 2],
    /// The member that goes on, once all of the stage is known.
    pub winner: Option<usize>,
}

/// Returns the members that survived a stage without a duel: they rested in the first one, or their opponents had retired.
pub fn without_duel(members: &[Member], duels: &[Duel]) -> Vec<NoDuel> {
    let mut all = Vec::new();
    for (index, stage) in stages(members, duels).iter().enumerate() {
        for pairing in stage {
            let Some(member) = pairing.winner else {
                continue;
            };
            let retired = match pairing.members {
                [Some(one), Some(other)] if duel_of(duels, one, other).is_some() => continue,
                [Some(one), Some(other)] => Some(if member == one { other } else { one }),
                _ => None,
            };
            all.push(NoDuel {
                round: index + 1,
                member,
                retired,
            });
        }
    }
    all
}

/// Returns the number of the stage, from 1, that is played next; `None` after the end.
pub fn next_stage(members: &[Member], duels: &[Duel]) -> Option<usize> {
    let stages = stages(members, duels);
    let mut open = stages
        .iter()
        .map(|stage| stage.iter().any(|pairing| pairing.winner.is_none()));
    Some(1 + open.position(|is_open| is_open)?)
}

/// Returns the pairings of all stages, in the order of the bracket.
pub fn stages(members: &[Member], duels: &[Duel]) -> Vec<Vec<Pairing>> {
    let mut stages: Vec<Vec<Pairing>> = Vec::new();
    let mut slots = bracket(members.len());
    let mut is_open = false;
    while slots.len() > 1 {
        let mut stage = Vec::new();
        for pair in slots.chunks(2) {
            let winner = match *pair {
                _ if is_open => None,
                [Some(one), Some(other)] => winner(members, duels, one, other),
                [one, other] => one.or(other),
                _ => None,
            };
            stage.push(Pairing {
                members: [pair[0], pair[1]],
                winner,
            });
        }
        slots = stage.iter().map(|pairing| pairing.winner).collect();
        is_open |= slots.contains(&None);
        stages.push(stage);
    }
    stages
}

/// Returns the duel of two members, if they have met.
pub fn duel_of(duels: &[Duel], one: usize, other: usize) -> Option<&Duel> {
    duels.iter().find(|duel| duel.opponent(one) == Some(other))
}

/// Returns who of two members goes on, or `None` if their duel is still to be played.
fn winner(members: &[Member], duels: &[Duel], one: usize, other: usize) -> Option<usize> {
    if let Some(duel) = duel_of(duels, one, other) {
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
    fn members_without_a_duel_rest_or_their_opponents_have_retired() {
        let mut members = roster(&BOTS).members;
        members[5].left = Some(0);
        let found: Vec<(usize, usize, Option<usize>)> = without_duel(&members, &[])
            .iter()
            .map(|of| (of.round, of.member, of.retired))
            .collect();
        assert_eq!(found, [(1, 0, None), (1, 1, None), (1, 2, Some(5))]);
        assert_eq!(next_stage(&members, &[]), Some(1));
        assert_eq!(next_stage(&members, &[duel(1, 4, 3)]), Some(2));
        let places = state(&members, &[duel(1, 4, 3)]).places;
        let numbers: Vec<usize> = places.iter().map(|place| place.place).collect();
        assert_eq!(numbers, [1, 1, 1, 1, 5, 5]);
    }

    /// Returns who meets in each stage.
    fn sides(members: &[Member], duels: &[Duel]) -> Vec<Vec<[Option<usize>; 2]>> {
        let mut all = Vec::new();
        for stage in stages(members, duels) {
            all.push(stage.iter().map(|pairing| pairing.members).collect());
        }
        all
    }

    #[test]
    fn stages_end_in_a_final_whose_members_are_known_once_they_are() {
        let members = roster(&BOTS).members;
        let first = [
            [Some(0), None],
            [Some(3), Some(4)],
            [Some(1), None],
            [Some(2), Some(5)],
        ];
        let before = sides(&members, &[]);
        assert_eq!(before[0], first);
        assert_eq!(before[1], [[Some(0), None], [Some(1), None]]);
        assert_eq!(before[2], [[None, None]]);
        let duels = [duel(1, 4, 3), duel(1, 2, 5), duel(2, 4, 0), duel(2, 1, 2)];
        assert_eq!(sides(&members, &duels)[2], [[Some(4), Some(1)]]);
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
