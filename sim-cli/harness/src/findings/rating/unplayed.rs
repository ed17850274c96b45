//! Games of a tournament, and hypothetical blocks that each agent won or lost in full: the ends of its interval allow for them.

use super::Tournament;
use super::finishes::{Finish, FinishCounts};
use super::fit::{AgentChoices, Model};
use super::group::BlockGroup;

/// Games of a tournament, and hypothetical ones of each agent.
pub struct Games<'a> {
    pub tournament: &'a Tournament<'a>,
    /// Counts of finishes for each group of blocks.
    groups: &'a [Vec<(usize, u64)>],
    /// Finishes of games that were played, followed by those of `unplayed`.
    pub finishes: Vec<Finish>,
    /// Number of those that were played.
    played: usize,
    /// By agent.
    unplayed: Vec<Unplayed>,
}

impl<'a> Games<'a> {
    pub fn new(tournament: &'a Tournament, counted: &'a FinishCounts) -> Games<'a> {
        let mut finishes = counted.finishes.clone();
        let mut unplayed = Vec::new();
        for agent in 0..tournament.agents {
            unplayed.push(Unplayed {
                won: add_unplayed(agent, [1, 2], tournament.tables, &mut finishes),
                lost: add_unplayed(agent, [2, 1], tournament.tables, &mut finishes),
            });
        }
        Games {
            tournament,
            groups: &counted.groups,
            finishes,
            played: counted.finishes.len(),
            unplayed,
        }
    }

    pub fn played(&self) -> &[Finish] {
        &self.finishes[..self.played]
    }

    /// Returns how often each finish occurred if each group of blocks has its own weight.
    pub fn counts(&self, mut weight: impl FnMut() -> f64) -> Vec<f64> {
        let mut counts = vec![0.0; self.finishes.len()];
        for group in self.groups {
            let weight = weight();
            for (finish, n) in group {
                counts[*finish] += weight * *n as f64;
            }
        }
        counts
    }

    /// Returns the same if each of some agents also wins a block and loses one.
    pub fn counts_with_unplayed(
        &self,
        agents: &[usize],
        mut weight: impl FnMut() -> f64,
    ) -> Vec<f64> {
        let mut counts = self.counts(&mut weight);
        for agent in agents {
            let Unplayed { won, lost } = &self.unplayed[*agent];
            for finishes in [won, lost] {
                let each = self.weight_each(finishes, weight());
                set_counts(&mut counts, finishes, each);
            }
        }
        counts
    }

    /// Returns the weight of each finish of a hypothetical block.
    fn weight_each(&self, finishes: &[usize], weight: f64) -> f64 {
        weight * self.tournament.most_players() as f64 / finishes.len() as f64
    }

    /// Returns the tables with a game that somebody won; the others say nothing about anybody.
    pub fn won_tables(&self) -> Vec<Vec<usize>> {
        let mut tables = self.tournament.tables.to_vec();
        tables.retain(|table| self.played().iter().any(|finish| finish.agents == *table));
        tables
    }
}

/// Hypothetical block in which one agent won, or lost, all of its games: indices of finishes, one for each game.
struct Unplayed {
    won: Vec<usize>,
    lost: Vec<usize>,
}

/// Adds the finishes of a block in which an agent has one rank in all of its games, and all others another; returns their
/// indices.
fn add_unplayed(
    agent: usize,
    [own, others]: [u8; 2],
    tables: &[Vec<usize>],
    finishes: &mut Vec<Finish>,
) -> Vec<usize> {
    let first = finishes.len();
    for table in tables {
        if table.contains(&agent) && table.iter().any(|one| *one != agent) {
            let ranks = table
                .iter()
                .map(|one| if *one == agent { own } else { others });
            finishes.push(Finish {
                agents: table.clone(),
                ranks: ranks.collect(),
            });
        }
    }
    (first..finishes.len()).collect()
}

fn set_counts(counts: &mut [f64], finishes: &[usize], count: f64) {
    for finish in finishes {
        counts[*finish] = count;
    }
}

/// Agent whose interval allows for hypothetical games.
pub struct Contender {
    /// Model of the group and this agent, if the agent has only a bound; it is compared with the group alone.
    pub model: Option<Model>,
    pub won: UnplayedChoices,
    pub lost: UnplayedChoices,
}

/// Choices of a hypothetical block that concern its agent.
pub struct UnplayedChoices {
    pub choices: AgentChoices,
    /// Weight of each game, if that of the block is 1.
    pub weight: f64,
}

impl UnplayedChoices {
    fn new(agent: usize, finishes: &[usize], games: &Games, model: &Model) -> UnplayedChoices {
        UnplayedChoices {
            choices: model.choices_of_agent(agent, finishes),
            weight: games.weight_each(finishes, 1.0),
        }
    }
}

impl Contender {
    pub fn new(agent: usize, games: &Games, group: &BlockGroup, rated: &Model) -> Contender {
        let mut fitted = group.members();
        let model = (!fitted[agent]).then(|| {
            fitted[agent] = true;
            Model::new(fitted, &games.finishes)
        });
        let of_agent = model.as_ref().unwrap_or(rated);
        let Unplayed { won, lost } = &games.unplayed[agent];
        Contender {
            won: UnplayedChoices::new(agent, won, games, of_agent),
            lost: UnplayedChoices::new(agent, lost, games, of_agent),
            model,
        }
    }
}
