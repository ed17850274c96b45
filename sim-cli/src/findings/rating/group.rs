//! Who has a rating: the largest group in which everybody has finished ahead of everybody else, directly or through others.

use super::finishes::Finish;

/// Where an agent stands to the group that has ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// It is one of them.
    Member,
    /// None of them ever finished ahead of it.
    Above,
    /// It never finished ahead of one of them.
    Below,
    /// It met none of them, not through others either.
    Apart,
}

/// The group that has ratings.
#[derive(Debug)]
pub struct Group {
    /// By agent.
    pub sides: Vec<Side>,
}

impl Group {
    /// From counts of finishes: the group of an agent, or the largest; of several the one with the first agent.
    pub fn new(agents: usize, finishes: &[Finish], counts: &[f64], of: Option<usize>) -> Group {
        let mut reaches = vec![vec![false; agents]; agents];
        for (finish, _) in finishes.iter().zip(counts).filter(|(_, count)| **count > 0.0) {
            for (one, rank) in finish.agents.iter().zip(&finish.ranks) {
                for (other, other_rank) in finish.agents.iter().zip(&finish.ranks) {
                    reaches[*one][*other] |= rank <= other_rank;
                }
            }
        }
        (0..agents).for_each(|agent| reaches[agent][agent] = true);
        for via in 0..agents {
            for one in 0..agents {
                for other in 0..agents {
                    reaches[one][other] |= reaches[one][via] && reaches[via][other];
                }
            }
        }
        let together = |one: usize, other: usize| reaches[one][other] && reaches[other][one];
        let size = |agent: &usize| (0..agents).filter(|&other| together(*agent, other)).count();
        // Of equal ones the last is the largest.
        let member = of.unwrap_or_else(|| (0..agents).rev().max_by_key(size).unwrap_or(0));
        let side = |agent: usize| match (reaches[agent][member], reaches[member][agent]) {
            (true, true) => Side::Member,
            (true, false) => Side::Above,
            (false, true) => Side::Below,
            (false, false) => Side::Apart,
        };
        Group { sides: (0..agents).map(side).collect() }
    }

    /// Who is in it, by agent.
    pub fn members(&self) -> Vec<bool> {
        self.sides.iter().map(|side| *side == Side::Member).collect()
    }

    /// Who is in it.
    pub fn list(&self) -> impl Iterator<Item = usize> {
        self.sides.iter().enumerate().filter(|(_, side)| **side == Side::Member).map(|(agent, _)| agent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sides after games of two, each won by the first.
    fn sides(agents: usize, games: &[(usize, usize)], of: Option<usize>) -> Vec<Side> {
        let finish = |&(one, other): &(usize, usize)| Finish { agents: vec![one, other], ranks: vec![1, 2] };
        let finishes: Vec<Finish> = games.iter().map(finish).collect();
        Group::new(agents, &finishes, &vec![1.0; games.len()], of).sides
    }

    #[test]
    fn whoever_never_wins_or_never_loses_stands_outside() {
        use Side::{Above, Apart, Below, Member};
        let games = [(0, 1), (0, 2), (1, 2), (2, 1), (1, 3), (2, 3)];
        assert_eq!(sides(4, &games, None), [Above, Member, Member, Below]);
        assert_eq!(sides(4, &games, Some(3)), [Above, Above, Above, Member]);
        assert_eq!(sides(2, &[(1, 0)], None), [Member, Above]);
        assert_eq!(sides(3, &[(0, 1), (1, 0)], None), [Member, Member, Apart]);
    }
}
