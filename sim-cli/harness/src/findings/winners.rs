//! Differences between winners and losers among equals: one agent sits in every seat, so strength does not differ. Winners
//! are compared with losers of the same game, on the same draw of tiles. Correlation with winning is not causation: a lead
//! may cause an action as well as an action a lead.

use goldrush_engine::game::WHOLE_WIN;
use goldrush_games::schema::{Column, Metric, ResultSchema, Role};
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::interval::Estimate;
use goldrush_support::stats::sums::Sums;
use serde::{Deserialize, Serialize};

use crate::sim::result::GameResult;
use crate::study::{GameId, Plan, Question, QuestionKind};

/// Sums over the games of equals.
#[derive(Clone, Debug)]
pub struct WinnerTally {
    metrics: Vec<Metric>,
    /// Positions of these metrics in [`ResultSchema::metrics`].
    positions: Vec<usize>,
    /// Winners minus losers by metric, in sixtieths.
    differences: Vec<Sums>,
    /// Mean of all seats by metric, in sixtieths.
    means: Vec<Sums>,
    /// Number of blocks without faults. A seat with a fault has no counts to compare, so its block is left out.
    blocks: u64,
    /// True if a game of the current block had a fault.
    has_fault: bool,
}

/// Difference between winners and losers in one metric.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WinnerRow {
    /// Metric that is compared.
    pub metric: Metric,
    /// Mean of all seats.
    pub mean: f64,
    /// Mean of winners minus mean of losers in the same game.
    pub difference: Estimate,
}

/// Arm whose games are those of equals.
const ARM: usize = 0;

impl WinnerTally {
    /// Creates empty sums, or returns `None` if the question does not compare winners with losers or the players are not
    /// equals.
    pub fn new(plan: &Plan) -> Option<WinnerTally> {
        let is_asked = match &plan.question {
            Question::Simulation => true,
            Question::Balance(balance) => balance
                .comparisons
                .iter()
                .any(|c| c.question == QuestionKind::Habit),
            Question::Match(_) | Question::Tournament(_) => false,
        };
        let are_equal = plan.arms[ARM].lineup.sides().len() == 1;
        if !is_asked || !are_equal {
            return None;
        }
        let all = plan.schema().metrics();
        let metrics = metrics(plan.schema());
        let positions = metrics
            .iter()
            .map(|metric| {
                all.iter()
                    .position(|known| known == metric)
                    .expect("the metric is in the schema")
            })
            .collect();
        let sums = vec![Sums::default(); metrics.len()];
        Some(WinnerTally {
            metrics,
            positions,
            differences: sums.clone(),
            means: sums,
            blocks: 0,
            has_fault: false,
        })
    }

    /// Counts a game, if it is one of equals that somebody lost.
    pub fn add_game(&mut self, plan: &Plan, id: GameId, game: &GameResult) {
        let players = game.seats.len() as i64;
        let whole = i64::from(WHOLE_WIN);
        let winners = game.seats.iter().filter(|seat| seat.win_share > 0).count() as i64;
        self.has_fault |= id.arm == ARM && game.has_fault();
        if id.arm != ARM || winners == 0 || winners == players {
            return;
        }
        let [win, loss, each] = [winners, players - winners, players].map(|seats| whole / seats);
        for seat in &game.seats {
            let values = seat.metrics(plan.schema());
            let weight = if seat.win_share > 0 { win } else { -loss };
            for (index, &position) in self.positions.iter().enumerate() {
                self.differences[index].add(weight * values[position]);
                self.means[index].add(each * values[position]);
            }
        }
    }

    /// Ends a block.
    pub fn end_block(&mut self) {
        let sums = self.differences.iter_mut().chain(&mut self.means);
        if std::mem::take(&mut self.has_fault) {
            return sums.for_each(Sums::drop_block);
        }
        self.blocks += 1;
        sums.for_each(|sums| _ = sums.end_block());
    }

    /// Returns a row for each metric; empty if no block counts.
    pub fn rows(&self, confidence: Confidence, per_block: usize) -> Vec<WinnerRow> {
        let blocks = self.blocks;
        if blocks == 0 {
            return Vec::new();
        }
        let unit = f64::from(WHOLE_WIN) * per_block as f64;
        let mut rows = Vec::new();
        for (index, metric) in self.metrics.iter().enumerate() {
            rows.push(WinnerRow {
                metric: *metric,
                mean: self.means[index].sum as f64 / blocks as f64 / unit,
                difference: Estimate::of_blocks(confidence, blocks, &self.differences[index], unit),
            });
        }
        rows
    }
}

/// Returns the metrics to compare: sources of points, actions, roles, and thirds of the game.
fn metrics(schema: &ResultSchema) -> Vec<Metric> {
    let thirds = schema
        .stored()
        .filter(|column| matches!(column.role, Role::Third(_)));
    let roles = schema.roles().map(|(column, _)| column);
    schema
        .sources()
        .iter()
        .chain(schema.actions())
        .chain(roles)
        .chain(thirds)
        .map(Column::metric)
        .collect()
}
