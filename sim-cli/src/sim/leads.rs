//! How far one of two leads the other in a match, for tuning: nothing else is kept.

use std::ops::ControlFlow;
use std::time::Duration;

use rayon::ThreadPool;

use super::batch::{self, Played, Sink, Taker};
use super::result::GameResult;
use crate::error::bad_input;
use crate::interrupt::Interrupt;
use crate::stats::sums::Sums;
use crate::study::{GameId, Plan};

/// Leads of A over the mean of the others by deal, in points times [`unit()`], in a match from a deal on; `played` is called after each
/// deal. Among equals they are 0 on average, for any number of players.
///
/// # Errors
/// If a bot cannot be started, or has a fault.
pub fn of_match(plan: &Plan, first: u64, pool: &ThreadPool, played: impl FnMut()) -> anyhow::Result<Sums> {
    let mut leads = Leads { plan, sums: Sums::default(), played };
    batch::run(plan, first * plan.games_per_block(), pool, &Nothing, &Interrupt::default(), &mut leads)?;
    Ok(leads.sums)
}

/// What a lead of one point in every game of a deal is in the sum of the deal.
pub fn unit(players: usize) -> f64 {
    // Leads count once for each other seat, and a deal has a game for each seat.
    (players * (players - 1)) as f64
}

struct Leads<'p, F> {
    plan: &'p Plan,
    sums: Sums,
    played: F,
}

impl<F: FnMut()> Taker<()> for Leads<'_, F> {
    fn take(&mut self, Played { id, result, faults, .. }: Played<()>) -> anyhow::Result<ControlFlow<()>> {
        let lineup = &self.plan.arm(id).lineup;
        if let Some((seat, fault)) = faults.first() {
            return Err(bad_input(format!("{}: {}", lineup.agent(id.seating, *seat), fault.what)));
        }
        let seat = (0..lineup.players()).find(|&seat| lineup.side(id.seating, seat) == 0).expect("A sits somewhere");
        let sum: i64 = result.seats.iter().map(|seat| i64::from(seat.score)).sum();
        self.sums.add(lineup.players() as i64 * i64::from(result.seats[seat].score) - sum);
        if id.seating + 1 == lineup.seatings() {
            self.sums.end_block();
            (self.played)();
        }
        Ok(ControlFlow::Continue(()))
    }

    fn pass_time(&mut self, _ended: u64) -> anyhow::Result<()> {
        Ok(())
    }
}

struct Nothing;

impl Sink for Nothing {
    type Kept = ();

    fn wants_record(&self, _number: u64) -> bool {
        false
    }

    fn keep(&self, _: GameId, _: u64, _: &GameResult, _: Vec<u8>, _: &[Duration]) {}
}
