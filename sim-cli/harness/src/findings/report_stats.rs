//! Statistics for reports: distributions, means over games, and the game with the highest score. Memory does not grow with the
//! number of games.

use goldrush_games::schema::GameMetric;
use goldrush_support::stats::histogram::Histogram;
use goldrush_support::stats::interval::Estimate;
use goldrush_support::stats::sums::Sums;
use serde::{Deserialize, Serialize};

use super::group::Group;
use super::row::{MeanRow, rows};
use crate::sim::result::GameResult;
use crate::study::{GameId, Plan, Question};

/// Sums for [`GameStats`] and [`Highest`].
#[derive(Clone, Debug)]
pub struct ReportStats {
    scores: Vec<Histogram>,
    winning_margins: Histogram,
    /// By number of players, smallest first; empty in a balance study.
    tables: Vec<TableTally>,
    /// First game with the highest score, that score, and the scores of all seats.
    highest: Option<(GameId, u16, Vec<u16>)>,
}

/// Sums of the games with one number of players.
#[derive(Clone, Debug)]
struct TableTally {
    players: usize,
    per_block: usize,
    /// By seat; empty in a run of one arm, whose seats are known already.
    seats: Vec<Group>,
    /// Metrics of games: the sum of the current block, and the sums over finished blocks.
    means: Vec<(GameMetric, i64, Sums)>,
}

/// Distributions and means over games. Empty in a balance study, where different rules would be mixed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct GameStats {
    /// Scores by agent, or by side in a match: how often each occurred, from 0.
    pub scores: Vec<Histogram>,
    /// Points between the best and the second of a game, likewise; 0 is a tie.
    pub winning_margins: Histogram,
    /// Statistics by number of players, smallest first.
    pub tables: Vec<TableStats>,
}

/// Means of the games with one number of players.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TableStats {
    pub players: usize,
    /// Number of these games.
    pub games: u64,
    /// Each seat; empty in a run of one arm, which has the same seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<MeanRow>,
    /// Means over games.
    pub means: Vec<GameMean>,
}

/// Mean of a quantity over games.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameMean {
    /// Name of the quantity.
    pub name: String,
    /// The mean, with its interval.
    #[serde(flatten)]
    pub estimate: Estimate,
}

/// First game with the highest score of the run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Highest {
    pub game: u64,
    /// Scores by seat.
    pub scores: Vec<u16>,
}

impl GameStats {
    /// True in a balance study.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty()
    }
}

impl ReportStats {
    /// Creates empty sums.
    pub fn new(plan: &Plan) -> ReportStats {
        let is_study = matches!(plan.question, Question::Balance(_));
        let tables = plan
            .players()
            .into_iter()
            .filter(|_| !is_study)
            .map(|players| TableTally::new(plan, players));
        ReportStats {
            scores: if is_study {
                Vec::new()
            } else {
                vec![Histogram::default(); plan.contestants.names.len()]
            },
            winning_margins: Histogram::default(),
            tables: tables.collect(),
            highest: None,
        }
    }

    /// Counts a game of the current block.
    pub fn add_game(&mut self, plan: &Plan, id: GameId, game: &GameResult) {
        let best = game.seats.iter().map(|seat| seat.score).max().unwrap_or(0);
        if self
            .highest
            .as_ref()
            .is_none_or(|(_, known, _)| best > *known)
        {
            self.highest = Some((id, best, game.seats.iter().map(|seat| seat.score).collect()));
        }
        let Some(table) = self
            .tables
            .iter_mut()
            .find(|table| table.players == game.seats.len())
        else {
            return;
        };
        // Nobody is ahead in a game that nobody wins, but it is no tie either.
        if game.fair_share() > 0 {
            self.winning_margins.add(game.winning_margin());
        }
        let lineup = &plan.arm(id).lineup;
        for (seat, result) in game.seats.iter().enumerate() {
            self.scores[plan
                .contestants
                .index(id.arm, lineup.side(id.seating, seat))]
            .add(result.score);
        }
        for (group, result) in table.seats.iter_mut().zip(&game.seats) {
            group.add(&result.metrics(plan.schema()), game.fair_share());
        }
        for (metric, block, _) in &mut table.means {
            *block += game.metric(*metric);
        }
    }

    /// Ends a block.
    pub fn end_block(&mut self) {
        for table in &mut self.tables {
            table.seats.iter_mut().for_each(Group::end_block);
            table
                .means
                .iter_mut()
                .for_each(|(_, block, sums)| sums.push(std::mem::take(block)));
        }
    }

    /// Computes distributions and means after `blocks` blocks.
    pub fn game_stats(&self, plan: &Plan, blocks: u64) -> GameStats {
        GameStats {
            scores: self.scores.clone(),
            winning_margins: self.winning_margins.clone(),
            tables: self
                .tables
                .iter()
                .map(|table| table.stats(plan, blocks))
                .collect(),
        }
    }

    /// Returns the game with the highest score, or `None` before the first game.
    pub fn highest(&self, plan: &Plan) -> Option<Highest> {
        let (id, _, scores) = self.highest.as_ref()?;
        let of_block = id.block * plan.games_per_block()..(id.block + 1) * plan.games_per_block();
        let game = of_block
            .into_iter()
            .find(|&number| plan.game(number) == *id)?;
        Some(Highest {
            game,
            scores: scores.clone(),
        })
    }
}

impl TableTally {
    fn new(plan: &Plan, players: usize) -> TableTally {
        let arms = plan
            .arms
            .iter()
            .filter(|arm| arm.lineup.players() == players);
        let per_block = arms.map(|arm| arm.lineup.seatings()).sum();
        let seats = if plan.arms.len() == 1 { 0 } else { players };
        TableTally {
            players,
            per_block,
            seats: vec![Group::new(per_block, plan.confidence()); seats],
            means: plan
                .schema()
                .game_metrics()
                .into_iter()
                .map(|(_, metric)| (metric, 0, Sums::default()))
                .collect(),
        }
    }

    fn stats(&self, plan: &Plan, blocks: u64) -> TableStats {
        let names = plan.schema().game_metrics().into_iter();
        let mut means = Vec::new();
        for ((name, _), (_, _, sums)) in names.zip(&self.means) {
            let per_block = self.per_block as f64;
            means.push(GameMean {
                name,
                estimate: Estimate::of_blocks(plan.confidence(), blocks, sums, per_block),
            });
        }
        TableStats {
            players: self.players,
            games: blocks * self.per_block as u64,
            seats: rows(
                plan.schema(),
                (0..self.seats.len()).map(|seat| seat.to_string()),
                &self.seats,
                blocks,
            ),
            means,
        }
    }
}
