//! The statistics of a run; here floating-point numbers begin.

use std::collections::BTreeMap;

use serde::Serialize;

use super::balance::BalanceSummary;
use super::contest::ContestSummary;
use super::luck::LuckSummary;
use super::rating::Ratings;
use super::tally::{Group, Tally};
use super::variance::VarianceShares;
use super::winners::WinnerRow;
use crate::games::sheet::{Metric, Sheet};
use crate::protocol::fault::FaultKind;
use crate::stats::interval::Estimate;
use crate::study::arm::Arm;
use crate::study::{Plan, Question};

/// What `summary.json` holds.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The run.
    pub run: String,
    /// Seed.
    pub seed: u64,
    /// Deals.
    pub blocks: u64,
    /// Games.
    pub games: u64,
    /// Each agent, over all arms; in a match each side.
    pub agents: Vec<Row>,
    /// Each way in which the deals were played.
    pub arms: Vec<ArmSummary>,
    /// Faults of bots, of each agent that had any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultRow>,
    /// What a match shows.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub contest: Option<ContestSummary>,
    /// What a tournament shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratings: Option<Ratings>,
    /// How luck and skill share the result; in a tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variance: Option<VarianceShares>,
    /// The same with the luck of draws taken out, if it is told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<LuckSummary>,
    /// What winners do that losers do not, if equals played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<WinnerRow>,
    /// What a balance study shows.
    #[serde(flatten)]
    pub balance: Option<BalanceSummary>,
}

/// Games in which a bot had a fault and lost its seat for it.
#[derive(Clone, Debug, Serialize)]
pub struct FaultRow {
    /// The agent; in a match the side.
    pub name: String,
    /// By kind of fault.
    pub games: BTreeMap<&'static str, u64>,
}

/// The statistics of one arm.
#[derive(Clone, Debug, Serialize)]
pub struct ArmSummary {
    /// What tells it from the others; empty if it is the only one.
    pub name: String,
    /// Catalogue.
    pub catalogue: String,
    /// Its hash.
    pub catalogue_hash: String,
    /// Number of players.
    pub players: usize,
    /// Games of a block: ways each deal was seated.
    pub seatings: usize,
    /// Each agent, in line-up order; left out if it is the only arm.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<Row>,
    /// Each seat.
    pub seats: Vec<Row>,
}

/// The estimates of one side or one seat.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The agent, or the seat's number.
    pub name: String,
    /// Results it rests on.
    pub results: u64,
    /// By metric.
    pub metrics: BTreeMap<Metric, Estimate>,
}

impl Row {
    /// The mean of a metric of the game, with its interval.
    ///
    /// # Panics
    /// If it is a metric of another game.
    pub fn mean(&self, metric: Metric) -> Estimate {
        self.metrics[&metric]
    }

    fn new(sheet: &Sheet, name: String, blocks: u64, group: &Group) -> Row {
        let estimates = sheet.metrics().into_iter().enumerate().map(|(i, metric)| (metric, group.estimate(i)));
        Row { name, results: blocks * group.per_block, metrics: estimates.collect() }
    }
}

impl Summary {
    /// Computes everything.
    pub fn new(plan: &Plan, tally: &Tally) -> Summary {
        let arms = plan.arms.iter().zip(&tally.arms).enumerate().map(|(number, (arm, sums))| {
            let sides = if plan.arms.len() == 1 { &[][..] } else { &sums.sides };
            ArmSummary::new(arm, plan.contestants.titles_of(number), sides, &sums.seats, tally.blocks)
        });
        Summary {
            run: plan.run_id(),
            seed: plan.seed,
            blocks: tally.blocks,
            games: tally.games,
            agents: rows(plan.sheet(), plan.contestants.titles.iter().cloned(), &tally.contestants, tally.blocks),
            arms: arms.collect(),
            faults: faults(plan, tally),
            contest: match &plan.question {
                Question::Match(contest) => Some(ContestSummary::new(plan, contest, tally)),
                Question::Simulation | Question::Tournament(_) | Question::Balance(_) => None,
            },
            balance: match (&plan.question, &tally.paired) {
                (Question::Balance(balance), Some(paired)) => {
                    Some(BalanceSummary::new(plan, balance, paired, tally.blocks))
                }
                _ => None,
            },
            luck: LuckSummary::new(plan, tally),
            winners: tally.winners.as_ref().filter(|_| tally.blocks > 0).map_or_else(Vec::new, |winners| {
                winners.rows(plan.confidence(), tally.blocks, plan.arms[0].lineup.seatings())
            }),
            variance: tally.leads.as_ref().and_then(|leads| leads.shares(plan.seed)),
            ratings: tally.finishes.as_ref().filter(|_| tally.blocks > 0).map(|finishes| Ratings::new(plan, finishes)),
        }
    }
}

impl ArmSummary {
    fn new(
        arm: &Arm,
        titles: impl Iterator<Item = String>,
        sides: &[Group],
        seats: &[Group],
        blocks: u64,
    ) -> ArmSummary {
        let (catalogue, catalogue_hash) = arm.setup.components();
        let sheet = arm.setup.sheet();
        ArmSummary {
            name: arm.name.clone(),
            catalogue,
            catalogue_hash,
            players: arm.lineup.players(),
            seatings: arm.lineup.seatings(),
            agents: rows(sheet, titles, sides, blocks),
            seats: rows(sheet, (0..arm.lineup.players()).map(|seat| seat.to_string()), seats, blocks),
        }
    }
}

fn faults(plan: &Plan, tally: &Tally) -> Vec<FaultRow> {
    let rows = plan.contestants.titles.iter().zip(&tally.faults);
    let row = |(name, counts): (&String, &[u64; FaultKind::ALL.len()])| FaultRow {
        name: name.clone(),
        games: FaultKind::ALL.map(|kind| (kind.name(), counts[kind as usize])).into(),
    };
    rows.filter(|(_, counts)| counts.iter().any(|n| *n > 0)).map(row).collect()
}

fn rows(sheet: &Sheet, names: impl Iterator<Item = String>, groups: &[Group], blocks: u64) -> Vec<Row> {
    let mut rows: Vec<Row> = names.zip(groups).map(|(name, group)| Row::new(sheet, name, blocks, group)).collect();
    if let [only] = &mut rows[..] {
        // Whoever sits everywhere wins every game: nothing is estimated.
        let share = only.metrics.get_mut(&Metric::WIN_SHARE).expect("every game has winners");
        *share = Estimate::around(share.mean, None);
    }
    rows
}
