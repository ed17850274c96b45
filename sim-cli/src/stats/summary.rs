//! The statistics of a run; here floating-point numbers begin.

use std::collections::BTreeMap;

use serde::Serialize;

use super::contest::ContestSummary;
use super::interval::Estimate;
use super::tally::{Group, METRICS, Tally};
use crate::cli::plan::Plan;

/// What `summary.json` holds.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The run.
    pub run: String,
    /// Catalogue and its hash.
    pub catalogue: String,
    /// Its hash.
    pub catalogue_hash: String,
    /// Number of players.
    pub players: usize,
    /// Seed.
    pub seed: u64,
    /// Deals.
    pub blocks: u64,
    /// Ways each was seated.
    pub seatings: usize,
    /// Games.
    pub games: u64,
    /// Each agent, in line-up order; in a match each side.
    pub agents: Vec<Row>,
    /// Each seat.
    pub seats: Vec<Row>,
    /// What a match shows.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub contest: Option<ContestSummary>,
}

/// The estimates of one side or one seat.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The agent, or the seat's number.
    pub name: String,
    /// Results it rests on.
    pub results: u64,
    /// By metric.
    pub metrics: BTreeMap<&'static str, Estimate>,
}

impl Row {
    fn new(name: String, blocks: u64, group: &Group) -> Row {
        let estimates = METRICS.iter().enumerate().map(|(i, metric)| {
            let (sums, unit) = group.metric(i);
            (metric.name, Estimate::new(blocks, sums, unit))
        });
        Row { name, results: blocks * group.per_block, metrics: estimates.collect() }
    }
}

impl Summary {
    /// Computes everything.
    pub fn new(plan: &Plan, tally: &Tally) -> Summary {
        let catalogue = plan.setup.catalogue();
        let rows = |names: Vec<String>, groups: &[Group]| {
            names.into_iter().zip(groups).map(|(name, group)| Row::new(name, tally.blocks, group)).collect()
        };
        Summary {
            run: plan.run_id(),
            catalogue: catalogue.name().into(),
            catalogue_hash: format!("{:016x}", catalogue.hash()),
            players: plan.lineup.players(),
            seed: plan.seed,
            blocks: tally.blocks,
            seatings: plan.lineup.seatings(),
            games: tally.games,
            agents: rows(plan.lineup.sides().to_vec(), &tally.sides),
            seats: rows((0..plan.lineup.players()).map(|s| s.to_string()).collect(), &tally.seats),
            contest: plan.contest.as_ref().map(|contest| ContestSummary::new(plan, contest, tally)),
        }
    }
}
