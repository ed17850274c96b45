//! Decides whether a run has answered its question and can end before its last block.

use goldrush_games::schema::{SCORE, WIN_SHARE};

use super::balance::BalanceSummary;
use super::response::Unit;
use super::tally::Tally;
use crate::study::{Plan, Question, Stop};

/// True if a run is over: all its blocks are played, its test has decided, or its question is answered.
pub fn is_over(plan: &Plan, tally: &Tally) -> bool {
    tally.blocks >= plan.blocks_here() || is_decided(plan, tally)
}

/// True if a run is over even if blocks are left to play.
pub fn is_decided(plan: &Plan, tally: &Tally) -> bool {
    let (shares, whole) = tally.contestants[0].win_share();
    plan.sprt()
        .is_some_and(|sprt| sprt.decide(shares, whole).is_some())
        || plan.stop.is_some_and(|stop| {
            stop.looks(plan.blocks).contains(&tally.blocks) && is_answered(plan, stop, tally)
        })
}

fn is_answered(plan: &Plan, stop: Stop, tally: &Tally) -> bool {
    if let (Question::Balance(balance), Some(paired)) = (&plan.question, &tally.paired) {
        let BalanceSummary {
            effects, claims, ..
        } = BalanceSummary::new(plan, balance, paired);
        return (!stop.settled || claims.iter().all(|claim| !claim.is_open(&effects)))
            && effects
                .iter()
                .all(|effect| is_within(effect.half_width, goal(stop, effect.unit)));
    }
    // A single agent in every seat wins every game, so there is nothing to estimate.
    let agents = &tally.contestants[..];
    let agents = if agents.len() == 1 { &[] } else { agents };
    agents
        .iter()
        .chain(tally.arms.iter().flat_map(|arm| &arm.seats))
        .all(|group| {
            is_within(group.estimate(WIN_SHARE).half_width, stop.share)
                && is_within(group.estimate(SCORE).half_width, stop.points)
        })
}

/// Returns the half-width to reach for values of a unit, if there is one.
fn goal(stop: Stop, unit: Unit) -> Option<f64> {
    if unit.is_within_one() {
        stop.share
    } else {
        stop.points
    }
}

fn is_within(half_width: Option<f64>, goal: Option<f64>) -> bool {
    goal.is_none_or(|goal| half_width.is_some_and(|half_width| half_width <= goal))
}
