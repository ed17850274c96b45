//! Determines which agents can be rated: the largest group in which everybody has finished ahead of or level with everybody
//! else, directly or through others.

use super::finishes::Finish;

/// Position of an agent relative to the rated group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RatedSide {
    /// Member of the group.
    Member,
    /// No member ever finished ahead of it or level with it, not through others either.
    Above,
    /// It never finished ahead of a member or level with one, not through others either.
    Below,
    /// No member was ever ahead of it or behind it, not through others either.
    Apart,
}

/// Group of agents that have ratings.
#[derive(Debug)]
pub struct BlockGroup {
    /// Position by agent.
    pub sides: Vec<RatedSide>,
}

impl BlockGroup {
    /// Finds the group from counts of finishes: that of the agent `of`, or else the largest, and among equally large groups
    /// the one with the first agent. Agents that met at `tables` but only lost to each other through faults are not told apart,
    /// so a group that is compared with more of those it met goes before the first.
    pub fn new(
        agents: usize,
        finishes: &[Finish],
        counts: &[f64],
        of: Option<usize>,
        tables: &[Vec<usize>],
    ) -> BlockGroup {
        let mut reaches = vec![vec![false; agents]; agents];
        for (finish, _) in finishes
            .iter()
            .zip(counts)
            .filter(|(_, count)| **count > 0.0)
        {
            for (one, other) in finish.pairs() {
                reaches[finish.agents[one]][finish.agents[other]] |=
                    finish.ranks[one] <= finish.ranks[other];
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
        let has_played =
            |agent: usize| finishes.iter().any(|finish| finish.agents.contains(&agent));
        let is_apart = |one: usize, other: usize| !reaches[one][other] && !reaches[other][one];
        let met_apart = |one: usize| {
            let met = |other: usize| {
                tables
                    .iter()
                    .any(|table| table.contains(&one) && table.contains(&other))
            };
            (0..agents)
                .filter(|&other| is_apart(one, other) && met(other))
                .count()
        };
        let size = |agent: &usize| {
            let members = (0..agents).filter(|&other| together(*agent, other)).count();
            (
                members,
                has_played(*agent),
                std::cmp::Reverse(met_apart(*agent)),
            )
        };
        // `max_by_key` returns the last of equal maxima, so the order is reversed.
        let member = of.unwrap_or_else(|| (0..agents).rev().max_by_key(size).unwrap_or(0));
        let met = (0..agents)
            .filter(|&other| other != member && (reaches[other][member] || reaches[member][other]))
            .count();
        // No game compares anybody.
        if of.is_none() && agents > 1 && met == 0 {
            return BlockGroup {
                sides: vec![RatedSide::Apart; agents],
            };
        }
        let side = |agent: usize| match (reaches[agent][member], reaches[member][agent]) {
            (true, true) => RatedSide::Member,
            (true, false) => RatedSide::Above,
            (false, true) => RatedSide::Below,
            (false, false) => RatedSide::Apart,
        };
        BlockGroup {
            sides: (0..agents).map(side).collect(),
        }
    }

    /// Returns membership by agent.
    pub fn members(&self) -> Vec<bool> {
        self.sides
            .iter()
            .map(|side| *side == RatedSide::Member)
            .collect()
    }

    /// Returns the members.
    pub fn list(&self) -> impl Iterator<Item = usize> {
        self.sides
            .iter()
            .enumerate()
            .filter(|(_, side)| **side == RatedSide::Member)
            .map(|(agent, _)| agent)
    }
}

/// Returns the groups of agents that games connect, directly or through others; agents without games are in none.
pub fn components(agents: usize, tables: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut groups: Vec<usize> = (0..agents).collect();
    for (one, other) in tables
        .iter()
        .flat_map(|table| table.windows(2).map(|pair| (pair[0], pair[1])))
    {
        let (kept, joined) = (groups[one], groups[other]);
        groups
            .iter_mut()
            .filter(|group| **group == joined)
            .for_each(|group| *group = kept);
    }
    let group = |of: usize| {
        (0..agents)
            .filter(|agent| groups[*agent] == of)
            .collect::<Vec<_>>()
    };
    (0..agents)
        .map(group)
        .filter(|group| group.len() > 1)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the positions after two-player games, each won by the first of the pair.
    fn sides(agents: usize, games: &[(usize, usize)], of: Option<usize>) -> Vec<RatedSide> {
        let finish = |&(one, other): &(usize, usize)| Finish {
            agents: vec![one, other],
            ranks: vec![1, 2],
        };
        let finishes: Vec<Finish> = games.iter().map(finish).collect();
        BlockGroup::new(agents, &finishes, &vec![1.0; games.len()], of, &[]).sides
    }

    #[test]
    fn agents_that_never_win_or_never_lose_are_outside_the_group() {
        use RatedSide::{Above, Apart, Below, Member};
        let games = [(0, 1), (0, 2), (1, 2), (2, 1), (1, 3), (2, 3)];
        assert_eq!(sides(4, &games, None), [Above, Member, Member, Below]);
        assert_eq!(sides(4, &games, Some(3)), [Above, Above, Above, Member]);
        assert_eq!(sides(2, &[(1, 0)], None), [Member, Above]);
        assert_eq!(sides(3, &[(0, 1), (1, 0)], None), [Member, Member, Apart]);
        assert_eq!(sides(2, &[], None), [Apart, Apart]);
    }

    #[test]
    fn seats_with_faults_are_not_level() {
        use RatedSide::{Above, Apart, Below, Member};
        for (ranks, sides, what) in [
            (&[2, 2][..], &[Apart, Apart][..], "both had a fault"),
            (&[1, 1], &[Member, Member], "both are tied"),
            (
                &[3, 1, 3],
                &[Below, Member, Below],
                "two of three had a fault",
            ),
            (
                &[2, 1, 2],
                &[Member, Above, Member],
                "two of three are tied",
            ),
            (&[1, 2, 3], &[Member, Below, Below], "all differ"),
        ] {
            let finish = Finish {
                agents: (0..ranks.len()).collect(),
                ranks: ranks.to_vec(),
            };
            let tables = [finish.agents.clone()];
            assert_eq!(
                BlockGroup::new(ranks.len(), &[finish], &[1.0], None, &tables).sides,
                sides,
                "{what}"
            );
        }
    }
}
