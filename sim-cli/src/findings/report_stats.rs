//! Additional statistics for a report: distributions, who finishes ahead of whom, means over games, and a notable game.
//! Memory does not grow with the number of games.

use super::tally::Group;
use crate::games::schema::{GameMetric, Metric, ResultSchema};
use crate::sim::result::GameResult;
use crate::stats::confidence::Confidence;
use crate::stats::histogram::Histogram;
use crate::stats::interval::Estimate;
use crate::stats::sums::Sums;
use crate::study::GameId;
use crate::study::Plan;

/// Statistics that the report needs besides the tally.
pub struct ReportStats {
    /// Score distribution of each contestant.
    pub scores: Vec<Histogram>,
    /// Distribution of the points between the best and the second of each game; 0 is a tie.
    pub margins: Histogram,
    /// Pairwise comparison of contestants.
    pub ahead: LeaderStats,
    /// Statistics by number of players, smallest first.
    pub tables: Vec<TableSurvey>,
    /// Game with the highest score.
    pub highest: Option<Highest>,
    schema: &'static ResultSchema,
    blocks: u64,
    confidence: Confidence,
}

/// Games with one number of players.
pub struct TableSurvey {
    /// Number of players.
    pub players: usize,
    /// Number of these games.
    pub games: u64,
    /// Sums by seat.
    pub seats: Vec<Group>,
    /// Metrics averaged over games: the sum of the current block, and the sums over finished blocks.
    sums: Vec<(GameMetric, i64, Sums)>,
    per_block: u64,
}

/// First game with the highest score of the run.
pub struct Highest {
    /// Number of the game.
    pub game: u64,
    /// Identity of the game.
    pub id: GameId,
    /// Seat that made the score, from 0.
    pub seat: usize,
    /// Result of the game.
    pub result: GameResult,
}

/// For each pair of contestants, how often they met in a game and how often one finished ahead.
pub struct LeaderStats {
    /// By both contestants: times ahead, in halves, a tie counting one half; and times they met.
    pairs: Vec<Vec<(u64, u64)>>,
}

impl LeaderStats {
    /// Returns the share of meetings in which one finished ahead of the other, or `None` if they never met.
    pub fn share(&self, one: usize, other: usize) -> Option<f64> {
        let (halves, met) = self.pairs[one][other];
        (met > 0).then(|| halves as f64 / 2.0 / met as f64)
    }

    /// Returns the number of times they met.
    pub fn met(&self, one: usize, other: usize) -> u64 {
        self.pairs[one][other].1
    }
}

impl ReportStats {
    /// Creates empty statistics.
    pub fn new(plan: &Plan) -> ReportStats {
        let contestants = plan.contestants.names.len();
        let tables = (2..=5).filter_map(|players| TableSurvey::new(plan, players));
        ReportStats {
            scores: vec![Histogram::default(); contestants],
            margins: Histogram::default(),
            ahead: LeaderStats { pairs: vec![vec![(0, 0); contestants]; contestants] },
            tables: tables.collect(),
            highest: None,
            schema: plan.schema(),
            blocks: 0,
            confidence: plan.confidence(),
        }
    }

    /// Counts the games of a block; the first game has number `first`.
    pub fn add_block(&mut self, plan: &Plan, first: u64, games: &[(GameId, GameResult)]) {
        for (number, (id, game)) in (first..).zip(games) {
            self.add_game(plan, number, *id, game);
        }
        self.blocks += 1;
        self.tables.iter_mut().for_each(TableSurvey::end_block);
    }

    fn add_game(&mut self, plan: &Plan, number: u64, id: GameId, game: &GameResult) {
        let lineup = &plan.arm(id).lineup;
        let contestant = |seat| plan.contestants.index(id.arm, lineup.side(id.seating, seat));
        self.margins.add(game.winning_margin());
        for (seat, result) in game.seats.iter().enumerate() {
            self.scores[contestant(seat)].add(result.score);
            if self.highest.as_ref().is_none_or(|known| result.score > known.result.seats[known.seat].score) {
                self.highest = Some(Highest { game: number, id, seat, result: game.clone() });
            }
            for (other, against) in game.seats.iter().enumerate() {
                let (halves, met) = &mut self.ahead.pairs[contestant(seat)][contestant(other)];
                if contestant(seat) != contestant(other) {
                    *halves += (1 + result.score.cmp(&against.score) as i8) as u64;
                    *met += 1;
                }
            }
        }
        if let Some(table) = self.tables.iter_mut().find(|table| table.players == game.seats.len()) {
            table.add(self.schema, game);
        }
    }

    /// Returns the mean of one of [`ResultSchema::game_metrics`], with its interval.
    pub fn mean(&self, table: &TableSurvey, metric: usize) -> Estimate {
        Estimate::of_blocks(self.confidence, self.blocks, &table.sums[metric].2, table.per_block as f64)
    }

    /// Returns the mean of a metric of a seat, with its interval.
    ///
    /// # Panics
    /// Panics if it is a metric of another game.
    pub fn seat_mean(&self, seat: &Group, metric: Metric) -> Estimate {
        let index = self.schema.metrics().iter().position(|known| *known == metric).expect("a metric of the game");
        seat.estimate(index)
    }
}

impl TableSurvey {
    fn new(plan: &Plan, players: usize) -> Option<TableSurvey> {
        let arms = plan.arms.iter().filter(|arm| arm.lineup.players() == players);
        let per_block: usize = arms.map(|arm| arm.lineup.seatings()).sum();
        (per_block > 0).then(|| TableSurvey {
            players,
            games: 0,
            seats: vec![Group::new(per_block, plan.confidence()); players],
            sums: plan.schema().game_metrics().into_iter().map(|(_, metric)| (metric, 0, Sums::default())).collect(),
            per_block: per_block as u64,
        })
    }

    fn add(&mut self, schema: &ResultSchema, game: &GameResult) {
        self.games += 1;
        for (group, result) in self.seats.iter_mut().zip(&game.seats) {
            group.add(&result.metrics(schema));
        }
        for (metric, block, _) in &mut self.sums {
            *block += game.metric(*metric);
        }
    }

    fn end_block(&mut self) {
        self.seats.iter_mut().for_each(Group::end_block);
        for (_, block, sums) in &mut self.sums {
            sums.push(std::mem::take(block));
        }
    }
}
