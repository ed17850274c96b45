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
    /// Points of the first above the second, summed over all meetings.
    pub lead: i64,
}

impl Duel {
    /// Returns the index of the winner: the member that finished ahead more often, otherwise the one with more points.
    pub fn winner(&self) -> Option<usize> {
        let [one, other] = self.members;
        let [won, lost] = self.halves;
        match won.cmp(&lost).then(self.lead.cmp(&0)) {
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
    /// Index of the member.
    pub member: usize,
    /// Points in a Swiss tournament, or stages won in a knockout.
    pub points: f64,
    /// Sum of the opponents' points in a Swiss tournament, which decides between members with equally many points whose duels do not.
    pub buchholz: Option<f64>,
}

/// State of a Swiss or knockout tournament after some rounds.
#[derive(Clone, PartialEq, Debug)]
pub struct TournamentState {
    /// Places of all members, the best first.
    pub places: Vec<Place>,
    /// Pairs of the next round; empty after the end.
    pub next: Vec<(usize, usize)>,
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
            lead: 0,
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
                lead: -1,
                ..tied.clone()
            }
            .winner(),
            Some(1)
        );
        assert_eq!(
            Duel {
                lead: 9,
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
}
