//! Shares of luck and skill in the result: the variance of a seat's lead, split into the parts explained by the agent, the
//! seat and the deal, and the rest.
//!
//! The lead z of a seat is its score minus the mean score of the others. Over all games of a run z = agent + seat + (deal,
//! seat) + rest. The parts of agent and seat are their mean leads. The part of the deal is random, with one value for each
//! seat of each deal, shared by all line-ups and seatings on this deal. The rest is everything else: who meets whom in which
//! seats, which is the same on every deal, and how the line-up and the agents' own random choices interact with this deal.
//! In a block every agent sits in every seat equally often, so the parts are orthogonal, and each variance is that of its
//! means minus the share of it that chance alone explains (analysis of variance; Searle, Casella and McCulloch, "Variance
//! components", 1992, chapter 3). Games that nobody won count for nobody, and so their blocks are left out.
//!
//! Each end of an interval is the wider of two, both of which allow for few blocks: the bootstrap percentile, shifted so
//! that the samples center on the estimate, since resampling adds noise that has been removed from the estimate; and the
//! jackknife's ± t, since a bootstrap of few blocks varies too little. In the test below either alone covers less.

use goldrush_engine::player::MAX_PLAYERS;
use goldrush_engine::rng::{below, tool_stream};
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::interval::student_quantile;
use serde::{Deserialize, Serialize};

use super::rating::{GROUPS, Interval, percentile, tail_of_few};
use crate::sim::result::GameResult;
use crate::study::GameId;
use crate::study::Plan;

/// Number of bootstrap samples.
const RESAMPLES: usize = 1000;

/// Sums over the blocks of a group. Leads are multiplied by the number of other seats, so that all sums are whole numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
struct VarianceGroup {
    blocks: u64,
    /// Sum of all squared leads.
    squares: i128,
    /// Sum of the squares of each seat's total lead in each block.
    block_squares: i128,
    /// Sum of the leads, by seat.
    seats: [i128; MAX_PLAYERS],
    /// Sum of the leads, by contestant.
    agents: Vec<i128>,
}

/// Sums of the leads in a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeadVariance {
    players: usize,
    /// Number of results of each contestant in a block.
    per_block: Vec<u64>,
    /// Number of games in a block.
    games: u64,
    groups: Vec<VarianceGroup>,
    /// Sum of the leads over all blocks, by arm, seating and seat.
    games_of_block: Vec<Vec<[i64; MAX_PLAYERS]>>,
    /// Leads in the current block.
    block: Vec<Lead>,
    /// True if nobody won a game of the current block: then the block counts for nobody, since its parts are not orthogonal
    /// without this game.
    is_unwon: bool,
}

/// Lead of a seat in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Lead {
    arm: usize,
    seating: usize,
    seat: usize,
    agent: usize,
    lead: i64,
}

/// Shares of the variance of a seat's lead, each 0 to 1, with sum 1.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct VarianceShares {
    /// Standard deviation of a seat's lead over the mean of the others, in points.
    pub deviation: f64,
    /// Share explained by the agent.
    pub skill: Interval,
    /// Share explained by the seat.
    pub seat: Interval,
    /// Share explained by the deal, which is the same for every agent in a seat.
    pub deal: Interval,
    /// Share of everything else.
    pub rest: Interval,
}

impl LeadVariance {
    /// Creates empty sums. All arms of the run must have the same number of players.
    pub fn new(plan: &Plan, per_block: &[usize]) -> LeadVariance {
        let none = VarianceGroup {
            blocks: 0,
            squares: 0,
            block_squares: 0,
            seats: [0; MAX_PLAYERS],
            agents: vec![0; per_block.len()],
        };
        LeadVariance {
            players: plan.arms[0].lineup.players(),
            per_block: per_block.iter().map(|&n| n as u64).collect(),
            games: plan.games_per_block(),
            groups: vec![none; GROUPS],
            games_of_block: plan
                .arms
                .iter()
                .map(|arm| vec![[0; MAX_PLAYERS]; arm.lineup.seatings()])
                .collect(),
            block: Vec::new(),
            is_unwon: false,
        }
    }

    /// Counts a game of the current block.
    pub fn add_game(&mut self, plan: &Plan, id: GameId, game: &GameResult) {
        self.is_unwon |= game.fair_share() == 0;
        let sum: i64 = game.seats.iter().map(|seat| i64::from(seat.score)).sum();
        for (seat, result) in game.seats.iter().enumerate() {
            let lead = self.players as i64 * i64::from(result.score) - sum;
            let agent = plan
                .contestants
                .index(id.arm, plan.arm(id).lineup.side(id.seating, seat));
            self.block.push(Lead {
                arm: id.arm,
                seating: id.seating,
                seat,
                agent,
                lead,
            });
        }
    }

    /// Ends a block, which counts if somebody won every game of it.
    pub fn end_block(&mut self, block: u64) {
        if std::mem::take(&mut self.is_unwon) {
            self.block.clear();
            return;
        }
        let group = &mut self.groups[(block % GROUPS as u64) as usize];
        group.blocks += 1;
        let mut seats = [0; MAX_PLAYERS];
        for Lead {
            arm,
            seating,
            seat,
            agent,
            lead,
        } in self.block.drain(..)
        {
            group.squares += i128::from(lead) * i128::from(lead);
            group.seats[seat] += i128::from(lead);
            group.agents[agent] += i128::from(lead);
            self.games_of_block[arm][seating][seat] += lead;
            seats[seat] += i128::from(lead);
        }
        group.block_squares += seats.iter().map(|sum| sum * sum).sum::<i128>();
    }

    /// Returns the shares, or `None` with fewer than two blocks, with blocks of one game, or if no seat ever leads.
    pub fn shares(&self, seed: u64) -> Option<VarianceShares> {
        let groups: Vec<&VarianceGroup> = self
            .groups
            .iter()
            .filter(|group| group.blocks > 0)
            .collect();
        let all = self.squares(groups.iter().copied())?;
        let pairing = self.pairing(&all);
        let (shares, deviation) = self.components(&all, pairing)?;
        let count = groups.len();
        let mut rng = tool_stream(seed);
        let drawn = (0..RESAMPLES).map(|_| {
            (0..count)
                .map(|_| groups[below(&mut rng, count as u32) as usize])
                .collect()
        });
        let left_out = (0..count).map(|out| [&groups[..out], &groups[out + 1..]].concat());
        let drawn = self.shares_of(drawn, pairing);
        let left_out = self.shares_of(left_out, pairing);
        let [skill, seat, deal, rest] =
            [0, 1, 2, 3].map(|part| share_interval(part, shares[part], &drawn, &left_out, count));
        Some(VarianceShares {
            deviation,
            skill,
            seat,
            deal,
            rest,
        })
    }

    /// Returns the shares in each of these samples of the groups.
    fn shares_of<'g>(
        &self,
        samples: impl Iterator<Item = Vec<&'g VarianceGroup>>,
        pairing: f64,
    ) -> Vec<[f64; 4]> {
        samples
            .filter_map(|groups| {
                let squares = self.squares(groups.into_iter())?;
                let (shares, _) = self.components(&squares, pairing)?;
                Some(shares)
            })
            .collect()
    }

    /// Returns the sums of squares of these groups, or `None` with fewer than two blocks, or with blocks of one game.
    fn squares<'g>(&self, groups: impl Iterator<Item = &'g VarianceGroup>) -> Option<Squares> {
        let mut blocks = 0;
        let mut squares = 0;
        let mut block_squares = 0;
        let mut seats = [0; MAX_PLAYERS];
        let mut agents = vec![0; self.per_block.len()];
        for group in groups {
            blocks += group.blocks;
            squares += group.squares;
            block_squares += group.block_squares;
            seats
                .iter_mut()
                .zip(&group.seats)
                .for_each(|(sum, more)| *sum += more);
            agents
                .iter_mut()
                .zip(&group.agents)
                .for_each(|(sum, more)| *sum += more);
        }
        if blocks < 2 || self.games < 2 {
            return None;
        }
        let blocks = blocks as f64;
        let games = self.games as f64;
        let seat: f64 = seats
            .iter()
            .map(|&sum| (sum as f64).powi(2) / (blocks * games))
            .sum();
        let agent = agents.iter().zip(&self.per_block);
        let agent: f64 = agent
            .map(|(&sum, &n)| (sum as f64).powi(2) / (blocks * n as f64))
            .sum();
        let deals = block_squares as f64 / games - seat;
        Some(Squares {
            blocks,
            agent,
            seat,
            deals,
            within: squares as f64 - seat - deals - agent,
        })
    }

    /// Returns the degrees of freedom within a block once its mean is subtracted. A game's leads add up to 0, which leaves
    /// one seat fewer.
    fn degrees_in_block(&self) -> f64 {
        (self.players as f64 - 1.0) * (self.games as f64 - 1.0)
    }

    /// Returns the same once the agents' means are subtracted as well.
    fn degrees_of_pairing(&self) -> f64 {
        self.degrees_in_block() - (self.per_block.len() as f64 - 1.0)
    }

    /// Returns the variance of a lead that comes from who meets whom in which seats, which is the same on every deal.
    fn pairing(&self, all: &Squares) -> f64 {
        let sums = self.games_of_block.iter().flatten().flatten();
        let games: f64 = sums.map(|&sum| (sum as f64).powi(2) / all.blocks).sum();
        let between = games - all.seat - all.agent;
        let chance = (all.within - between) / (self.degrees_in_block() * (all.blocks - 1.0));
        let results = all.blocks * self.games as f64 * self.players as f64;
        (between - self.degrees_of_pairing() * chance) / results
    }

    /// Returns the shares of skill, seat, deal and rest, and the standard deviation in points, or `None` if no seat ever
    /// leads. A part that does not exist comes out below 0 as often as above.
    fn components(&self, of: &Squares, pairing: f64) -> Option<([f64; 4], f64)> {
        let players = self.players as f64;
        let games = self.games as f64;
        let results = of.blocks * games * players;
        let free = players - 1.0;
        let degrees = self.degrees_of_pairing() + self.degrees_in_block() * (of.blocks - 1.0);
        let chance = (of.within - pairing * results) / degrees.max(1.0);
        let deal = (of.deals / (free * (of.blocks - 1.0)) - chance) / games;
        let agent = of.agent - (self.per_block.len() as f64 - 1.0) * chance;
        let seat = of.seat - free * (chance + games * deal);
        let parts = [
            agent / results,
            seat / results,
            deal * free / players,
            chance * free / players + pairing,
        ];
        let total: f64 = parts.iter().map(|part| part.max(0.0)).sum();
        (total > 0.0).then(|| (parts.map(|part| part / total), total.sqrt() / free))
    }
}

/// Sums of squares over a number of blocks, in the unit of [`VarianceGroup`].
struct Squares {
    blocks: f64,
    /// Sum of squares between agents.
    agent: f64,
    /// Sum of squares between seats.
    seat: f64,
    /// Sum of squares of the blocks' means around those of the seats.
    deals: f64,
    /// Sum of squares left within blocks.
    within: f64,
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Returns the interval of the share of a part, from the shares of all parts in bootstrap samples and with each group left out.
fn share_interval(
    part: usize,
    share: f64,
    drawn: &[[f64; 4]],
    left_out: &[[f64; 4]],
    groups: usize,
) -> Interval {
    let drawn: Vec<f64> = drawn.iter().map(|shares| shares[part]).collect();
    let left_out: Vec<f64> = left_out.iter().map(|shares| shares[part]).collect();
    let ends = ends(share, &drawn, &left_out, groups);
    let mean = share.max(0.0);
    Interval {
        mean,
        low: ends.map(|(low, _)| low.clamp(0.0, mean)),
        high: ends.map(|(_, high)| high.clamp(mean, 1.0)),
    }
}

/// Returns the ends of a share's interval, from its values in bootstrap samples and with each group left out, or `None` if
/// there is only one group.
fn ends(share: f64, drawn: &[f64], left_out: &[f64], groups: usize) -> Option<(f64, f64)> {
    if left_out.len() < groups.max(2) {
        return None;
    }
    let n = groups as f64;
    let middle = mean(left_out);
    let squares: f64 = left_out.iter().map(|share| (share - middle).powi(2)).sum();
    let half = student_quantile(Confidence::SINGLE_LOOK, groups as u64 - 1)
        * ((n - 1.0) / n * squares).sqrt();
    let tail = tail_of_few(groups);
    let moved = share - mean(drawn);
    let (low, high) = percentile(drawn, tail).zip(percentile(drawn, 1.0 - tail))?;
    Some((
        (low + moved).min(share - half),
        (high + moved).max(share + half),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates two agents in two-player games, both seatings with each of two line-ups. The agent is worth 3 in the lead
    /// of seat 0, more with one line-up and less with the other, the seat 2; deal and rest are uniform.
    fn played(blocks: u64, more: i64, deal: u32, rest: u32, seed: u64) -> LeadVariance {
        let none = VarianceGroup {
            blocks: 0,
            squares: 0,
            block_squares: 0,
            seats: [0; MAX_PLAYERS],
            agents: vec![0; 2],
        };
        let mut leads = LeadVariance {
            players: 2,
            per_block: vec![4, 4],
            games: 4,
            groups: vec![none; GROUPS],
            games_of_block: vec![vec![[0; MAX_PLAYERS]; 2]; 2],
            block: Vec::new(),
            is_unwon: false,
        };
        let mut rng = tool_stream(seed);
        let mut noise = |width: u32| i64::from(below(&mut rng, 2 * width + 1)) - i64::from(width);
        for block in 0..blocks {
            let dealt = noise(deal);
            for (arm, seating) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let worth = if arm == 0 { 3 + more } else { 3 - more };
                let lead = if seating == 0 { worth } else { -worth } + 2 + dealt + noise(rest);
                for (seat, lead) in [lead, -lead].into_iter().enumerate() {
                    leads.block.push(Lead {
                        arm,
                        seating,
                        seat,
                        agent: seat ^ seating,
                        lead,
                    });
                }
            }
            leads.end_block(block);
        }
        leads
    }

    fn variance(width: f64) -> f64 {
        width * (width + 1.0) / 3.0
    }

    #[test]
    fn known_variance_components_are_recovered() {
        for more in [0, 6] {
            let deal = variance(5.0);
            let rest = variance(4.0) + (more * more) as f64;
            let total = 9.0 + 4.0 + deal + rest;
            let found = played(40_000, more, 5, 4, 3).shares(1).unwrap();
            let shares = [found.skill, found.seat, found.deal, found.rest];
            for (found, expected) in shares.iter().zip([9.0, 4.0, deal, rest]) {
                assert!(
                    (found.mean - expected / total).abs() < 0.01,
                    "{found:?} {}",
                    expected / total
                );
                assert!(found.low.unwrap() <= found.mean && found.mean <= found.high.unwrap());
            }
            assert!(
                (found.deviation - total.sqrt()).abs() < 0.05,
                "{}",
                found.deviation
            );
        }
    }

    #[test]
    fn no_deal_luck_is_found_where_there_is_none() {
        let found = played(20_000, 0, 0, 6, 4).shares(1).unwrap();
        assert!(found.deal.mean < 0.01, "{found:?}");
        assert!(played(1, 0, 3, 3, 5).shares(1).is_none());
    }

    #[test]
    fn blocks_with_games_that_nobody_won_count_for_nobody() {
        let mut leads = played(100, 4, 12, 9, 6);
        let before = leads.clone();
        for (nth, is_unwon) in [true, false].into_iter().enumerate() {
            for (seat, lead) in [500, -500].into_iter().enumerate() {
                leads.block.push(Lead {
                    arm: 0,
                    seating: 0,
                    seat,
                    agent: seat,
                    lead,
                });
            }
            leads.is_unwon = is_unwon;
            leads.end_block(100 + nth as u64);
            assert_eq!(leads == before, is_unwon);
        }
    }

    /// Intervals cover the truth in 92% of runs or more, with few deals as well as many.
    #[test]
    #[ignore = "slow"]
    fn intervals_cover_the_truth() {
        let parts = [9.0, 4.0, variance(12.0), variance(9.0) + 16.0];
        let runs = 400_u32;
        for blocks in [8, 17, 120] {
            let mut covered = [0; 4];
            for seed in 0..u64::from(runs) {
                let found = played(blocks, 4, 12, 9, 1000 + seed).shares(seed).unwrap();
                for (i, share) in [found.skill, found.seat, found.deal, found.rest]
                    .into_iter()
                    .enumerate()
                {
                    let truth = parts[i] / parts.iter().sum::<f64>();
                    covered[i] +=
                        u32::from(share.low.unwrap() <= truth && truth <= share.high.unwrap());
                }
            }
            let least = f64::from(*covered.iter().min().unwrap()) / f64::from(runs);
            assert!(least >= 0.9, "{blocks} deals: {covered:?} of {runs}");
        }
    }
}
