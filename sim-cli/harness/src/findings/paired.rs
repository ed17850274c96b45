//! Sums over blocks of the differences between arms that played the same deals. They are exact whole numbers, and their
//! memory does not grow with the games.

use goldrush_ai::luck::LuckCoefficients;
use goldrush_support::stats::confidence::Confidence;
use goldrush_support::stats::interval::Estimate;
use goldrush_support::stats::share::Shares;
use goldrush_support::stats::sums::Sums;

use super::response::{Response, WHOLE};
use super::seat_luck::{Luck, of_arms};
use crate::sim::game_luck::PARTS;
use crate::sim::result::GameResult;
use crate::study::GameId;
use crate::study::{Cell, Plan, Question, View};

/// Sums of a balance study.
#[derive(Clone, Debug)]
pub struct Paired {
    cells: Vec<CellSums>,
    /// Cells of each arm.
    of_arm: Vec<Vec<usize>>,
    /// Luck coefficients by arm, or `None` for unadjusted results.
    luck: Option<Vec<LuckCoefficients>>,
    comparisons: Vec<Differences>,
}

#[derive(Clone, Debug)]
struct CellSums {
    cell: Cell,
    view: View,
    players: i64,
    responses: Vec<Response>,
    /// Factor that turns the sum over the arm's seatings into 3600 times their mean.
    scale: i64,
    /// Sums of the current block, by response.
    block: Vec<i64>,
    /// Number of games of the current block.
    games: i64,
    /// Number of those that somebody won.
    won: i64,
    /// Win shares of the side that sits alone, over the blocks so far.
    shares: Shares,
}

#[derive(Clone, Debug)]
struct Differences {
    level: Vec<usize>,
    base: Vec<usize>,
    responses: Vec<Response>,
    /// Sums of the differences over the blocks that count, by response.
    sums: Vec<Sums>,
    /// Sums over the base in the same blocks, by response.
    base_sums: Vec<i128>,
    /// Number of blocks that count, by response: for wins those in which somebody won every game.
    blocks: Vec<u64>,
}

/// Value of 1 in the block sum of a cell.
const UNIT: i64 = WHOLE * WHOLE;

/// Returns the positions of these cells in the list of sums.
fn positions(cells: &[Cell], sums: &[CellSums]) -> Vec<usize> {
    cells
        .iter()
        .map(|cell| {
            sums.iter()
                .position(|sums| sums.cell == *cell)
                .expect("every compared cell is in the list")
        })
        .collect()
}

impl Paired {
    /// Creates empty sums, or returns `None` if the plan is not that of a balance study.
    pub fn new(plan: &Plan) -> Option<Paired> {
        let Question::Balance(balance) = &plan.question else {
            return None;
        };
        let cells: Vec<CellSums> = balance
            .cells()
            .into_iter()
            .map(|cell| CellSums::new(plan, cell))
            .collect();
        let mut of_arm = vec![Vec::new(); plan.arms.len()];
        for (at, sums) in cells.iter().enumerate() {
            of_arm[sums.cell.arm].push(at);
        }
        let mut comparisons = Vec::new();
        for comparison in &balance.comparisons {
            let level = positions(&comparison.level_cells, &cells);
            let base = positions(&comparison.base_cells, &cells);
            comparisons.push(Differences::new(level, base, &cells));
        }
        Some(Paired {
            of_arm,
            luck: None,
            comparisons,
            cells,
        })
    }

    /// Creates empty sums that adjust the results of a seat for luck; they count in thousandths of the unadjusted unit.
    pub fn without_luck(plan: &Plan) -> Option<Paired> {
        Paired::new(plan).map(|paired| Paired {
            luck: Some(of_arms(plan)),
            ..paired
        })
    }

    /// Returns the value of 1 in the block sum of a cell.
    fn unit(&self) -> f64 {
        (if self.luck.is_some() {
            UNIT * i64::from(PARTS)
        } else {
            UNIT
        }) as f64
    }

    /// Counts a game of the current block.
    pub fn add_game(&mut self, plan: &Plan, id: GameId, game: &GameResult) {
        for &at in &self.of_arm[id.arm] {
            let cell = &mut self.cells[at];
            cell.games += 1;
            cell.won += i64::from(game.fair_share() > 0);
            let seat = match cell.view {
                View::Table => 0,
                View::Seat(seat) => seat,
                View::Alone => {
                    let lineup = &plan.arm(id).lineup;
                    (0..game.seats.len())
                        .find(|&seat| lineup.side(id.seating, seat) == 0)
                        .expect("side A has a seat in every game")
                }
            };
            let luck = self
                .luck
                .as_ref()
                .map(|of_arms| (of_arms[id.arm], Luck::of(game, seat)));
            // Luck changes only what is measured of a seat.
            let all = cell.block.iter_mut().zip(&cell.responses);
            for (sum, response) in
                all.filter(|(_, response)| luck.is_none() || response.is_of_a_seat())
            {
                let value = response.value(game, seat);
                *sum += cell.scale
                    * luck.map_or(value, |(of, luck)| {
                        let whole = (i64::from(PARTS) * WHOLE) as f64;
                        i64::from(PARTS) * value - (whole * response.luck(&of, luck)).round() as i64
                    });
            }
        }
    }

    /// Ends a block: its differences are one observation.
    pub fn end_block(&mut self) {
        let Paired {
            cells,
            comparisons,
            luck,
            ..
        } = self;
        comparisons
            .iter_mut()
            .for_each(|comparison| comparison.end_block(cells));
        for cell in cells {
            if cell.view == View::Alone && luck.is_none() {
                let of = cell.scale * WHOLE * cell.won;
                cell.shares.push(cell.block[0] + of / cell.players, of);
            }
            cell.games = 0;
            cell.won = 0;
            cell.block.fill(0);
        }
    }

    /// Returns the difference sums of a comparison by response, and the value that a difference of 1 has in them, except for the
    /// parts of a response.
    pub fn differences(&self, comparison: usize) -> (&[Sums], f64) {
        let Differences {
            level, base, sums, ..
        } = &self.comparisons[comparison];
        (sums, self.unit() * (level.len() * base.len().max(1)) as f64)
    }

    /// Returns the number of blocks that count for a response: for wins those in which somebody won every game.
    pub fn blocks(&self, comparison: usize, response: usize) -> u64 {
        self.comparisons[comparison].blocks[response]
    }

    /// Returns the mean of a response over the base of a comparison; 0 if the base is the other seats of the same games, and NaN
    /// if no block counts.
    pub fn base_mean(&self, comparison: usize, response: usize) -> f64 {
        let Differences {
            base,
            base_sums,
            blocks,
            ..
        } = &self.comparisons[comparison];
        if base.is_empty() {
            return 0.0;
        }
        let unit = self.unit() * self.responses(comparison)[response].parts() as f64;
        base_sums[response] as f64 / base.len() as f64 / blocks[response] as f64 / unit
    }

    /// Returns the win share of the side that sits alone in a cell, minus that of equals, over the games that somebody won. Never
    /// adjusted for luck.
    pub fn advantage(&self, cell: Cell, confidence: Confidence) -> Estimate {
        let sums = self
            .cells
            .iter()
            .find(|sums| sums.cell == cell)
            .expect("the cell is part of the plan");
        sums.shares
            .estimate(confidence, UNIT)
            .plus(-1.0 / sums.players as f64)
    }

    /// Returns the responses of a comparison.
    pub fn responses(&self, comparison: usize) -> &[Response] {
        &self.comparisons[comparison].responses
    }
}

impl Differences {
    /// Creates empty sums for the cells of a level and of its base, by position.
    fn new(level: Vec<usize>, base: Vec<usize>, cells: &[CellSums]) -> Differences {
        let responses = cells[level[0]].responses.clone();
        let count = responses.len();
        Differences {
            level,
            base,
            responses,
            sums: vec![Sums::default(); count],
            base_sums: vec![0; count],
            blocks: vec![0; count],
        }
    }

    /// Counts the block that ends.
    fn end_block(&mut self, cells: &[CellSums]) {
        let is_won = self
            .level
            .iter()
            .chain(&self.base)
            .all(|&at| cells[at].won == cells[at].games);
        for (at, response) in self.responses.iter().enumerate() {
            if response.is_of_wins() && !is_won {
                continue;
            }
            let level = block_total(cells, &self.level, at);
            let base = block_total(cells, &self.base, at);
            self.sums[at]
                .push(level * self.base.len().max(1) as i64 - base * self.level.len() as i64);
            self.base_sums[at] += i128::from(base);
            self.blocks[at] += 1;
        }
    }
}

/// Returns the sum of a response over some cells in the block that ends.
fn block_total(cells: &[CellSums], positions: &[usize], response: usize) -> i64 {
    positions.iter().map(|&at| cells[at].block[response]).sum()
}

impl CellSums {
    fn new(plan: &Plan, cell: Cell) -> CellSums {
        let arm = &plan.arms[cell.arm];
        let view = View::new(cell, arm);
        let about = if let Question::Balance(balance) = &plan.question {
            &balance.about[..]
        } else {
            &[]
        };
        let responses = view.responses(plan.schema(), about);
        let scale = WHOLE / arm.lineup.seatings() as i64;
        CellSums {
            cell,
            view,
            players: arm.lineup.players() as i64,
            block: vec![0; responses.len()],
            responses,
            scale,
            games: 0,
            won: 0,
            shares: Shares::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::game::Points;
    use goldrush_engine::rng::{StreamRng, below, tool_stream};
    use goldrush_games::{Choice, GameName};

    use super::*;
    use crate::findings::balance::BalanceSummary;
    use crate::sim::bots::titles;
    use crate::study::factor::Factor;
    use crate::study::{Draft, Run, StudyQuestion};

    fn plan() -> Plan {
        let inquiry = StudyQuestion {
            factors: vec![Factor::parse("tents=1,0", GameName::default()).unwrap()],
            players: vec![3],
            ..StudyQuestion::new(Choice::printed(GameName::default()), "random,greedy")
        };
        let run = Run {
            games: Some(1),
            ..Run::default()
        };
        Draft::of_balance(&inquiry, &run)
            .unwrap()
            .complete(titles)
            .unwrap()
    }

    /// Returns a simulated game: the first seat has an advantage, and each seat has luck of the deal, the same in all arms,
    /// and luck of its own.
    fn game(luck: &[u32; 3], shift: u32, rng: &mut StreamRng) -> GameResult {
        let mut bias = 8;
        GameResult::made_up(
            &luck.map(|luck| {
                (50 + std::mem::take(&mut bias) + luck + below(rng, 31) + shift) as Points
            }),
        )
    }

    /// The interval of a paired difference covers the truth in 93 to 97% of runs, and is narrower than without pairing.
    #[test]
    #[ignore = "slow"]
    fn paired_intervals_cover_the_truth() {
        let plan = plan();
        let Question::Balance(balance) = &plan.question else {
            panic!("expected a balance study")
        };
        let mut rng = tool_stream(9);
        let runs = 1000;
        let blocks = 40;
        let mut covered = [0; 4];
        let mut widths = 0.0;
        for _ in 0..runs {
            let mut paired = Paired::new(&plan).unwrap();
            for _ in 0..blocks {
                let luck = [(); 3].map(|()| below(&mut rng, 61));
                for number in 0..plan.games_per_block() {
                    let id = plan.game(number);
                    // Without tents every seat has 4 points more, and the winner stays the same.
                    let shift = if plan.arm(id).setup.rules()["tents"].as_integer() == Some(0) {
                        4
                    } else {
                        0
                    };
                    paired.add_game(&plan, id, &game(&luck, shift, &mut rng));
                }
                paired.end_block();
            }
            let summary = BalanceSummary::new(&plan, balance, &paired);
            for (covered, (agent, response, truth)) in covered.iter_mut().zip([
                ("random", "score", 4.0),
                ("greedy", "winning_margin", 0.0),
                ("greedy", "first_seat", 0.0),
                ("greedy against random", "skill", 0.0),
            ]) {
                let is = |e: &&crate::findings::effect::Effect| {
                    e.agent == agent && e.response == response
                };
                let effect = summary.effects.iter().find(is).unwrap();
                *covered += u32::from((effect.mean - truth).abs() <= effect.half_width.unwrap());
                widths += if response == "score" {
                    effect.half_width.unwrap()
                } else {
                    0.0
                };
            }
        }
        for covered in covered {
            let share = f64::from(covered) / f64::from(runs);
            assert!((0.93..=0.97).contains(&share), "{share}");
        }
        // Two means over 3 seats and 40 blocks: variance 80 from luck within the game and, if unpaired, 310 from the deal.
        let half_width = |variance: f64| 2.02 * (2.0 * variance / 3.0 / 40.0).sqrt();
        let width = widths / f64::from(runs);
        assert!(
            (width / half_width(80.0) - 1.0).abs() < 0.05 && width < 0.5 * half_width(80.0 + 310.0),
            "{width}"
        );
    }
}
