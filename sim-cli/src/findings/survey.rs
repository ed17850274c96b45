//! What a report shows of the games besides the tally: distributions, who finishes ahead of whom, games as wholes, and
//! one that stands out. It does not grow with the number of games.

use super::tally::Group;
use crate::games::sheet::{GameMetric, Metric, Sheet};
use crate::sim::result::GameResult;
use crate::stats::confidence::Confidence;
use crate::stats::histogram::Histogram;
use crate::stats::interval::Estimate;
use crate::stats::sums::Sums;
use crate::study::GameId;
use crate::study::Plan;

/// Everything the report counts.
pub struct Survey {
    /// Scores of each contestant.
    pub scores: Vec<Histogram>,
    /// Points between the best and the second of each game; 0 is a tie.
    pub margins: Histogram,
    /// Who finishes ahead of whom.
    pub ahead: Ahead,
    /// By number of players, smallest first.
    pub tables: Vec<TableSurvey>,
    /// The highest score.
    pub highest: Option<Highest>,
    sheet: &'static Sheet,
    blocks: u64,
    confidence: Confidence,
}

/// The games of one number of players.
pub struct TableSurvey {
    /// How many players.
    pub players: usize,
    /// Games of it.
    pub games: u64,
    /// By seat.
    pub seats: Vec<Group>,
    /// What is averaged over games: the block that is being counted, and the sums of those before.
    sums: Vec<(GameMetric, i64, Sums)>,
    per_block: u64,
}

/// The first game with the highest score of the run.
pub struct Highest {
    /// Its number.
    pub game: u64,
    /// Which one it is.
    pub id: GameId,
    /// Where the score was made.
    pub seat: usize,
    /// How it ended.
    pub result: GameResult,
}

/// How often each contestant finished ahead of each other one, of the times they met in a game.
pub struct Ahead {
    /// By both: times ahead, a tie counting one half, in halves; and times they met.
    pairs: Vec<Vec<(u64, u64)>>,
}

impl Ahead {
    /// The share of times that one finished ahead of another; none if they never met.
    pub fn share(&self, one: usize, other: usize) -> Option<f64> {
        let (halves, met) = self.pairs[one][other];
        (met > 0).then(|| halves as f64 / 2.0 / met as f64)
    }

    /// How often they met.
    pub fn met(&self, one: usize, other: usize) -> u64 {
        self.pairs[one][other].1
    }
}

impl Survey {
    /// Nothing counted yet.
    pub fn new(plan: &Plan) -> Survey {
        let contestants = plan.contestants.names.len();
        let tables = (2..=5).filter_map(|players| TableSurvey::new(plan, players));
        Survey {
            scores: vec![Histogram::default(); contestants],
            margins: Histogram::default(),
            ahead: Ahead { pairs: vec![vec![(0, 0); contestants]; contestants] },
            tables: tables.collect(),
            highest: None,
            sheet: plan.sheet(),
            blocks: 0,
            confidence: plan.confidence(),
        }
    }

    /// Counts the games of a block; the first has the number `first`.
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
            table.add(self.sheet, game);
        }
    }

    /// The mean of one of [`Sheet::game_metrics`], with its interval.
    pub fn mean(&self, table: &TableSurvey, metric: usize) -> Estimate {
        Estimate::of_blocks(self.confidence, self.blocks, &table.sums[metric].2, table.per_block as f64)
    }

    /// The mean of a metric of a seat, with its interval.
    ///
    /// # Panics
    /// If it is a metric of another game.
    pub fn seat_mean(&self, seat: &Group, metric: Metric) -> Estimate {
        let index = self.sheet.metrics().iter().position(|known| *known == metric).expect("a metric of the game");
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
            sums: plan.sheet().game_metrics().into_iter().map(|(_, metric)| (metric, 0, Sums::default())).collect(),
            per_block: per_block as u64,
        })
    }

    fn add(&mut self, sheet: &Sheet, game: &GameResult) {
        self.games += 1;
        for (group, result) in self.seats.iter_mut().zip(&game.seats) {
            group.add(&result.values(sheet));
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
