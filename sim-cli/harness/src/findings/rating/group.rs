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
        let reach = Reach::new(agents, finishes, counts);
        // `max_by_key` returns the last of equal maxima, so the order is reversed.
        let member = of.unwrap_or_else(|| {
            (0..agents)
                .rev()
                .max_by_key(|agent| {
                    let has_played = finishes.iter().any(|finish| finish.agents.contains(agent));
                    (
                        reach.group_size(*agent),
                        has_played,
                        std::cmp::Reverse(reach.met_apart(*agent, tables)),
                    )
                })
                .unwrap_or(0)
        });
        let is_compared = (0..agents)
            .any(|other| other != member && reach.side(other, member) != RatedSide::Apart);
        // No game compares anybody.
        if of.is_none() && agents > 1 && !is_compared {
            return BlockGroup {
                sides: vec![RatedSide::Apart; agents],
            };
        }
        BlockGroup {
            sides: (0..agents).map(|agent| reach.side(agent, member)).collect(),
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

/// Which agents finished ahead of or level with which others, directly or through others.
struct Reach(Vec<Vec<bool>>);

impl Reach {
    fn new(agents: usize, finishes: &[Finish], counts: &[f64]) -> Reach {
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
        for (agent, reached) in reaches.iter_mut().enumerate() {
            reached[agent] = true;
        }
        for via in 0..agents {
            for one in 0..agents {
                for other in 0..agents {
                    reaches[one][other] |= reaches[one][via] && reaches[via][other];
                }
            }
        }
        Reach(reaches)
    }

    /// Returns the position of an agent relative to the group of a member.
    fn side(&self, agent: usize, member: usize) -> RatedSide {
        match (self.0[agent][member], self.0[member][agent]) {
            (true, true) => RatedSide::Member,
            (true, false) => RatedSide::Above,
            (false, true) => RatedSide::Below,
            (false, false) => RatedSide::Apart,
        }
    }

    /// Returns the number of members of an agent's group.
    fn group_size(&self, agent: usize) -> usize {
        (0..self.0.len())
            .filter(|other| self.side(*other, agent) == RatedSide::Member)
            .count()
    }

    /// Returns the number of agents with which an agent sat at a table but is not compared.
    fn met_apart(&self, agent: usize, tables: &[Vec<usize>]) -> usize {
        (0..self.0.len())
            .filter(|other| {
                self.side(*other, agent) == RatedSide::Apart
                    && tables
                        .iter()
                        .any(|table| table.contains(&agent) && table.contains(other))
            })
            .count()
    }
}

/// Returns the groups of agents that games connect, directly or through others; agents without games are in none.
pub fn components(agents: usize, tables: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut groups: Vec<usize> = (0..agents).collect();
    for (one, other) in tables
        .iter()
        .flat_map(|table| table.windows(2).map(|pair| (pair[0], pair[1])))
    {
        let merged = groups[other];
        let into = groups[one];
        for group in groups.iter_mut().filter(|group| **group == merged) {
            *group = into;
        }
    }
    (0..agents)
        .map(|of| {
            (0..agents)
                .filter(|agent| groups[*agent] == of)
                .collect::<Vec<_>>()
        })
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
