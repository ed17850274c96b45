//! Leads of A over the other side in a match, for tuning; nothing else is kept.

use std::ops::ControlFlow;

use goldrush_support::error::bad_input;
use goldrush_support::interrupt::Interrupt;
use goldrush_support::stats::sums::Sums;
use rayon::ThreadPool;

use super::batch::{self, Consumer, FinishedGame};
use super::bots::SeatFault;
use super::result::GameResult;
use crate::study::{GameId, Plan};

/// Plays a match from deal `first` on and hands each game over in order.
///
/// # Errors
/// Fails if a bot cannot be started, or has a fault.
pub fn each_game(
    plan: &Plan,
    first: u64,
    pool: &ThreadPool,
    take: impl FnMut(GameId, &GameResult),
) -> anyhow::Result<()> {
    let mut games = FaultlessGames { plan, take };
    batch::run(
        plan,
        first * plan.games_per_block(),
        pool,
        None,
        &Interrupt::default(),
        &mut games,
    )
}

/// Measures A's lead over the mean of the others in each deal, in points times [`unit()`], in a match from deal `first` on;
/// calls `played` after each deal. Among equals leads average 0, for any number of players.
///
/// # Errors
/// Fails if a bot cannot be started, or has a fault.
pub fn of_match(
    plan: &Plan,
    first: u64,
    pool: &ThreadPool,
    mut played: impl FnMut(),
) -> anyhow::Result<Sums> {
    let mut sums = Sums::default();
    each_game(plan, first, pool, |id, game| {
        let lineup = &plan.arm(id).lineup;
        let seat = (0..lineup.players())
            .find(|&seat| lineup.side(id.seating, seat) == 0)
            .expect("side A has a seat in every game");
        let sum: i64 = game.seats.iter().map(|seat| i64::from(seat.score)).sum();
        sums.add(lineup.players() as i64 * i64::from(game.seats[seat].score) - sum);
        if id.seating + 1 == lineup.seatings() {
            sums.end_block();
            played();
        }
    })?;
    Ok(sums)
}

/// Returns what a lead of one point in every game of a deal adds to the sum of the deal.
pub fn unit(players: usize) -> f64 {
    // Leads count once for each other seat, and a deal has one game per seat.
    (players * (players - 1)) as f64
}

struct FaultlessGames<'p, F> {
    plan: &'p Plan,
    take: F,
}

impl<F: FnMut(GameId, &GameResult)> Consumer for FaultlessGames<'_, F> {
    fn take(&mut self, game: &FinishedGame) -> anyhow::Result<ControlFlow<()>> {
        let id = game.id;
        if let Some(SeatFault { seat, fault, .. }) = game.faults.first() {
            let agent = self.plan.arm(id).lineup.agent(id.seating, *seat);
            return Err(bad_input(format!("{agent}: {}", fault.what)));
        }
        (self.take)(id, &game.result);
        Ok(ControlFlow::Continue(()))
    }
}
