//! Duels of Swiss and knockout tournaments: what the games between two members in one round decide.

/// Games between two members in a round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Duel {
    /// Number of the round, from 1.
    pub round: usize,
    /// Indices of both members, the smaller first.
    pub members: [usize; 2],
    /// Half meetings that each of them won: two for each meeting in which it finished ahead, one for a tie.
    pub halves: [u64; 2],
    /// Points of both in the games, summed over all meetings.
    pub points: [i64; 2],
}

impl Duel {
    /// Returns the index of the winner: the member that finished ahead more often, otherwise the one with more points.
    pub fn winner(&self) -> Option<usize> {
        let [one, other] = self.members;
        let [won, lost] = self.halves;
        let [points, others] = self.points;
        match won.cmp(&lost).then(points.cmp(&others)) {
            std::cmp::Ordering::Greater => Some(one),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(other),
        }
    }

    /// Returns the opponent of a member that takes part.
    pub fn opponent(&self, member: usize) -> Option<usize> {
        let [one, other] = self.members;
        if member == one {
            Some(other)
        } else {
            (member == other).then_some(one)
        }
    }
}

/// Place of a member in a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// Number of the place, from 1; members that nothing decides between share one.
    pub place: usize,
    /// Index of the member.
    pub member: usize,
    /// Points in a Swiss tournament, or stages won in a knockout.
    pub points: f64,
    /// Sum of the opponents' points in a Swiss tournament, which decides between members with equally many points whose duels do not.
    pub buchholz: Option<f64>,
}

/// Returns the number of the place of each member of these, the best first: those whose results are equal share one.
pub fn place_numbers<R: PartialEq>(results: &[R]) -> Vec<usize> {
    let mut numbers: Vec<usize> = Vec::new();
    for (at, result) in results.iter().enumerate() {
        let shared = at
            .checked_sub(1)
            .filter(|before| results[*before] == *result);
        numbers.push(shared.map_or(at + 1, |before| numbers[before]));
    }
    numbers
}

/// Member without a duel in a round of a Swiss tournament, or in a stage of a knockout that it survived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoDuel {
    /// Number of the round or stage, from 1.
    pub round: usize,
    /// Index of the member.
    pub member: usize,
    /// Index of its opponent, if one has retired; otherwise the member rested.
    pub retired: Option<usize>,
}

/// State of a Swiss or knockout tournament after some rounds.
#[derive(Clone, PartialEq, Debug)]
pub struct TournamentState {
    /// Places of all members, the best first.
    pub places: Vec<Place>,
    /// Pairs of the next round; empty after the end.
    pub next: Vec<(usize, usize)>,
}

impl TournamentState {
    /// Returns the number of the place of a member, by its index.
    pub fn place_of(&self, member: usize) -> Option<usize> {
        let mut places = self.places.iter();
        Some(places.find(|place| place.member == member)?.place)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub fn duel(round: usize, winner: usize, loser: usize) -> Duel {
        let first = winner.min(loser);
        let halves = if first == winner { [30, 10] } else { [10, 30] };
        Duel {
            round,
            members: [first, winner.max(loser)],
            halves,
            points: [0, 0],
        }
    }

    #[test]
    fn duels_are_won_by_meetings_then_by_points() {
        let tied = Duel {
            halves: [20, 20],
            ..duel(1, 0, 1)
        };
        assert_eq!(
            [
                duel(1, 3, 2).winner(),
                duel(1, 2, 3).winner(),
                tied.winner()
            ],
            [Some(3), Some(2), None]
        );
        assert_eq!(
            Duel {
                points: [8, 9],
                ..tied.clone()
            }
            .winner(),
            Some(1)
        );
        assert_eq!(
            Duel {
                points: [9, 0],
                ..duel(1, 1, 0)
            }
            .winner(),
            Some(1)
        );
        assert_eq!(
            [tied.opponent(0), tied.opponent(1), tied.opponent(2)],
            [Some(1), Some(0), None]
        );
    }

    #[test]
    fn equal_members_share_a_place() {
        assert_eq!(place_numbers(&[9, 7, 7, 7, 1]), [1, 2, 2, 2, 5]);
        assert!(place_numbers::<u8>(&[]).is_empty());
    }
}
