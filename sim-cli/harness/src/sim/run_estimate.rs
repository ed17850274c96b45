//! Forecasts the time and disk space of a run from a few games on deals that no run plays.

use std::time::{Duration, Instant};

use super::bots::BotPool;
use super::play::game_runner;
use super::result::GameResult;
use super::timing::{TimingStats, TurnTimer};
use crate::protocol::cannot_start::CannotStart;
use crate::study::{GameId, LIMIT, Plan};

/// Time and disk space that a run will need.
#[derive(Clone, Copy, Debug)]
pub struct RunEstimate {
    /// Time of a single thread.
    pub work: Duration,
    /// Size of the tables in bytes, without records.
    pub bytes: u64,
}

/// Shortest time to measure an arm, with at least one game.
const MEASURE: Duration = Duration::from_millis(30);

impl RunEstimate {
    /// Forecasts the blocks of a plan that are played here; `bytes_of` returns the length of a game's rows. Plays at most one
    /// arm per contestant.
    ///
    /// # Errors
    /// Fails if a bot cannot be started.
    pub fn new(
        plan: &Plan,
        bytes_of: impl Fn(GameId, u64, &GameResult) -> usize,
    ) -> Result<RunEstimate, CannotStart> {
        let mut bots = BotPool::of(plan);
        let mut timings = vec![TimingStats::default(); plan.contestants.names.len()];
        let mut games: u64 = 0;
        let mut turns: u64 = 0;
        let mut bytes: u64 = 0;
        let mut overhead = Duration::ZERO;
        for (number, arm) in plan.arms.iter().enumerate() {
            let contestants: Vec<usize> = (0..arm.lineup.players())
                .map(|seat| plan.contestants.index(number, arm.lineup.side(0, seat)))
                .collect();
            if contestants.iter().all(|one| timings[*one].turns > 0) {
                continue;
            }
            let mut game_runner = game_runner(arm.setup_of(0));
            let started = Instant::now();
            let mut block = LIMIT;
            while block == LIMIT || started.elapsed() < MEASURE {
                let id = GameId {
                    block,
                    arm: number,
                    seating: 0,
                };
                let mut timer = TurnTimer::default();
                let started_at = Instant::now();
                let result = game_runner
                    .play(plan, &mut bots, id, false, Some(&mut timer))?
                    .0
                    .result;
                bytes += bytes_of(id, block, &result) as u64;
                let decided: Duration = timer.timings.iter().map(|timing| timing.time).sum();
                overhead += started_at.elapsed().saturating_sub(decided);
                for (contestant, timing) in contestants.iter().zip(&timer.timings) {
                    timings[*contestant] += *timing;
                }
                games += 1;
                turns += u64::from(result.turns);
                block += 1;
            }
        }
        let games = games.max(1) as f64;
        let mut block_s = 0.0;
        for (number, arm) in plan.arms.iter().enumerate() {
            let turns_per_seat = turns as f64 / games / arm.lineup.players() as f64;
            for side in 0..arm.lineup.sides().len() {
                let ms = timings[plan.contestants.index(number, side)]
                    .ms_per_turn()
                    .unwrap_or(0.0);
                block_s += ms * 1e-3 * turns_per_seat * arm.lineup.results_per_block(side) as f64;
            }
            block_s += overhead.as_secs_f64() / games * arm.lineup.seatings() as f64;
        }
        let blocks = plan.blocks_here() as f64;
        let rows = bytes as f64 / games * plan.games_per_block() as f64 * blocks;
        let work = Duration::try_from_secs_f64(block_s * blocks).unwrap_or(Duration::MAX);
        Ok(RunEstimate {
            work,
            bytes: rows as u64,
        })
    }
}
