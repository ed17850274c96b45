//! Summary statistics of a run, from exact sums to floating-point estimates.

use std::collections::BTreeMap;
use std::path::Path;

use goldrush_support::error::bad_input;
use serde::{Deserialize, Serialize};

use super::balance::BalanceSummary;
use super::contest::ContestSummary;
use super::group::Group;
use super::komi::KomiEstimate;
use super::luck::LuckSummary;
use super::rating::Ratings;
use super::report_stats::{GameStats, Highest, TableStats};
use super::row::{MeanRow, rows};
use super::tally::Tally;
use super::variance::VarianceShares;
use super::winners::WinnerRow;
use crate::protocol::fault::FaultKind;
use crate::store::seal::read_summary;
use crate::study::arm::Arm;
use crate::study::{Plan, Question};

/// Contents of `summary.json`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Summary {
    pub run: String,
    /// Seed of the run.
    pub seed: u64,
    /// Number of deals.
    pub blocks: u64,
    pub games: u64,
    /// Each agent, over all arms; in a match each side.
    pub agents: Vec<MeanRow>,
    pub arms: Vec<ArmSummary>,
    /// Faults of bots, for each agent that had any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<FaultRow>,
    /// Number of games that nobody won, since every bot lost them through a fault; they count for nobody.
    #[serde(default, skip_serializing_if = "is_none")]
    pub unwon: u64,
    /// Results of a match.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub contest: Option<ContestSummary>,
    /// Ratings of a tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratings: Option<Ratings>,
    /// Shares of luck and skill in the result; in a tournament.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variance: Option<VarianceShares>,
    /// Results adjusted for the luck of draws, if luck is estimated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub luck: Option<LuckSummary>,
    /// Differences between winners and losers, if equals played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub winners: Vec<WinnerRow>,
    /// Results of a balance study.
    #[serde(flatten)]
    pub balance: Option<BalanceSummary>,
    /// Distributions and means over games.
    #[serde(default, skip_serializing_if = "GameStats::is_empty")]
    pub game_stats: GameStats,
    /// First game with the highest score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub highest: Option<Highest>,
}

/// Games in which a bot had a fault and lost its seat for it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FaultRow {
    /// The agent; in a match, the side.
    pub name: String,
    /// Number of games by kind of fault.
    pub games: BTreeMap<String, u64>,
}

/// Statistics of one arm.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ArmSummary {
    /// Name that distinguishes the arm from the others; empty if it is the only one.
    pub name: String,
    pub catalogue: String,
    pub catalogue_hash: String,
    pub players: usize,
    /// Number of games in a block: the seatings of each deal.
    pub seatings: usize,
    /// Each agent, in line-up order; empty if there is only one arm.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<MeanRow>,
    pub seats: Vec<MeanRow>,
    /// Komi that would make the seats even, where they are compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub komi: Option<KomiEstimate>,
}

impl Summary {
    /// Computes the summary.
    pub fn new(plan: &Plan, tally: &Tally) -> Summary {
        let arms = plan
            .arms
            .iter()
            .zip(&tally.arms)
            .enumerate()
            .map(|(number, (arm, sums))| {
                let sides = if plan.arms.len() == 1 {
                    &[][..]
                } else {
                    &sums.sides
                };
                let komi = sums
                    .seat_scores
                    .as_ref()
                    .and_then(|scores| scores.komi(plan.confidence()));
                ArmSummary {
                    komi,
                    ..ArmSummary::new(
                        arm,
                        plan.contestants.titles_of(number),
                        sides,
                        &sums.seats,
                        tally.blocks,
                    )
                }
            });
        Summary {
            run: plan.run_id(),
            seed: plan.seed,
            blocks: tally.blocks,
            games: tally.games,
            agents: rows(
                plan.schema(),
                plan.contestants.titles.iter().cloned(),
                &tally.contestants,
                tally.blocks,
            ),
            arms: arms.collect(),
            faults: faults(plan, tally),
            unwon: tally.unwon,
            contest: match &plan.question {
                Question::Match(contest) => Some(ContestSummary::new(plan, contest, tally)),
                Question::Simulation | Question::Tournament(_) | Question::Balance(_) => None,
            },
            balance: match (&plan.question, &tally.paired) {
                (Question::Balance(balance), Some(paired)) => {
                    Some(BalanceSummary::new(plan, balance, paired))
                }
                _ => None,
            },
            luck: LuckSummary::new(plan, tally),
            winners: tally.winners.as_ref().map_or_else(Vec::new, |winners| {
                winners.rows(plan.confidence(), plan.arms[0].lineup.seatings())
            }),
            variance: tally
                .leads
                .as_ref()
                .and_then(|leads| leads.shares(plan.seed)),
            game_stats: tally.report.game_stats(plan, tally.blocks),
            highest: tally.report.highest(plan),
            ratings: tally
                .finishes
                .as_ref()
                .filter(|_| tally.blocks > 0)
                .map(|finishes| Ratings::new(plan, finishes)),
        }
    }
}

impl Summary {
    /// Reads the summary in the folder of a run, packed or not; `None` if the run is not complete.
    ///
    /// # Errors
    /// Bad input if it was changed, or is of another version or another plan.
    pub fn read(folder: &Path, plan: &Plan) -> anyhow::Result<Option<Summary>> {
        let Some(mut summary) = read_summary::<Summary>(folder)? else {
            return Ok(None);
        };
        let is_of_plan = summary.run == plan.run_id() && summary.arms.len() == plan.arms.len();
        let is_restored = match (&plan.question, &mut summary.balance) {
            (Question::Balance(asked), Some(balance)) => {
                balance.restore(plan, asked, summary.luck.as_mut())
            }
            (Question::Balance(_), None) => false,
            (Question::Simulation | Question::Match(_) | Question::Tournament(_), _) => {
                !summary.game_stats.is_empty()
            }
        };
        if !is_of_plan || !is_restored {
            return Err(bad_input(format!(
                "{}: its summary is of another plan or version",
                folder.display()
            )));
        }
        Ok(Some(summary))
    }

    /// True if nobody won a game, since every bot lost all of them through faults: then nothing is known about the bots.
    pub fn nobody_won(&self) -> bool {
        self.unwon > 0 && self.unwon == self.games
    }

    /// Returns the seats at a table of this size, in playing order.
    pub fn seats<'s>(&'s self, table: &'s TableStats) -> &'s [MeanRow] {
        if table.seats.is_empty() {
            &self.arms[0].seats
        } else {
            &table.seats
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
        let schema = arm.setup.schema();
        ArmSummary {
            name: arm.name.clone(),
            catalogue,
            catalogue_hash,
            players: arm.lineup.players(),
            seatings: arm.lineup.seatings(),
            agents: rows(schema, titles, sides, blocks),
            seats: rows(
                schema,
                (0..arm.lineup.players()).map(|seat| seat.to_string()),
                seats,
                blocks,
            ),
            komi: None,
        }
    }
}

fn is_none(games: &u64) -> bool {
    *games == 0
}

fn faults(plan: &Plan, tally: &Tally) -> Vec<FaultRow> {
    let mut rows = Vec::new();
    for (name, counts) in plan.contestants.titles.iter().zip(&tally.faults) {
        if counts.iter().any(|n| *n > 0) {
            rows.push(FaultRow {
                name: name.clone(),
                games: FaultKind::ALL
                    .map(|kind| (kind.name().to_owned(), counts[kind as usize]))
                    .into(),
            });
        }
    }
    rows
}
