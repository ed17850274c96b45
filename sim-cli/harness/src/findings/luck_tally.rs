//! Exact sums of results adjusted for the luck of draws.

use goldrush_ai::luck::LuckCoefficients;
use goldrush_games::schema::{MARGIN, WIN_SHARE, unit};
use goldrush_support::stats::sums::Sums;

use super::paired::Paired;
use super::seat_luck::{Luck, of_arms};
use crate::sim::game_luck::PARTS;
use crate::sim::result::GameResult;
use crate::study::{GameId, Plan};

/// Luck-adjusted sums of a run.
#[derive(Clone, Debug)]
pub struct LuckTally {
    arms: Vec<LuckCoefficients>,
    pub(super) contestants: Vec<Contestant>,
    pub(super) paired: Option<Paired>,
}

/// Luck-adjusted sums of one contestant, in thousandths.
#[derive(Clone, Default, Debug)]
pub(super) struct Contestant {
    /// Luck minus the mean of the other seats.
    pub(super) luck: Sums,
    /// Adjusted margin.
    pub(super) margin: Sums,
    /// Adjusted share of the win, in sixtieths, in the blocks in which somebody won every game.
    pub(super) share: Sums,
    /// Share of the win in the same blocks, not adjusted, in sixtieths.
    pub(super) plain_share: Sums,
    /// Number of these blocks.
    pub(super) won: u64,
    /// True if nobody won a game of the current block.
    is_unwon: bool,
}

/// Returns luck in thousandths.
fn parts(luck: f64) -> i64 {
    (f64::from(PARTS) * luck).round() as i64
}

/// Returns a value of a metric minus luck, in thousandths.
fn without_luck(value: i64, metric: usize, luck: f64) -> i64 {
    i64::from(PARTS) * value - parts(unit(metric) * luck)
}

impl LuckTally {
    /// Creates empty sums.
    pub fn new(plan: &Plan) -> LuckTally {
        LuckTally {
            arms: of_arms(plan),
            contestants: vec![Contestant::default(); plan.contestants.names.len()],
            paired: Paired::without_luck(plan),
        }
    }

    /// Counts a game of the current block.
    pub fn add_game(&mut self, plan: &Plan, id: GameId, game: &GameResult) {
        let lineup = &plan.arm(id).lineup;
        let coefficients = self.arms[id.arm];
        let is_won = game.fair_share() > 0;
        for (seat, result) in game.seats.iter().enumerate() {
            let to = &mut self.contestants[plan
                .contestants
                .index(id.arm, lineup.side(id.seating, seat))];
            let luck = Luck::of(game, seat);
            to.luck.add(parts(luck.points));
            to.margin.add(without_luck(
                result.margin.into(),
                MARGIN,
                luck.in_margin(&coefficients),
            ));
            to.share.add(without_luck(
                result.win_share.into(),
                WIN_SHARE,
                luck.in_share(&coefficients),
            ));
            to.plain_share.add(result.win_share.into());
            to.is_unwon |= !is_won;
        }
        if let Some(paired) = &mut self.paired {
            paired.add_game(plan, id, game);
        }
    }

    /// Ends a block.
    pub fn end_block(&mut self) {
        for Contestant {
            luck,
            margin,
            share,
            plain_share,
            won,
            is_unwon,
        } in &mut self.contestants
        {
            [luck, margin]
                .into_iter()
                .for_each(|sums| _ = sums.end_block());
            let shares = [share, plain_share].into_iter();
            if std::mem::take(is_unwon) {
                shares.for_each(Sums::drop_block);
            } else {
                *won += 1;
                shares.for_each(|sums| _ = sums.end_block());
            }
        }
        if let Some(paired) = &mut self.paired {
            paired.end_block();
        }
    }
}
