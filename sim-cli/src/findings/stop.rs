//! Decides whether a run has answered its question and can end before its last block.

use super::balance::BalanceSummary;
use super::group::Group;
use super::response::Unit;
use super::tally::Tally;
use crate::games::schema::{SCORE, WIN_SHARE};
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
    let is_close = |half_width: Option<f64>, goal: Option<f64>| {
        goal.is_none_or(|goal| half_width.is_some_and(|half_width| half_width <= goal))
    };
    match (&plan.question, &tally.paired) {
        (Question::Balance(balance), Some(paired)) => {
            let BalanceSummary {
                effects, claims, ..
            } = BalanceSummary::new(plan, balance, paired);
            let goal = |unit: Unit| {
                if unit.is_within_one() {
                    stop.share
                } else {
                    stop.points
                }
            };
            (!stop.settled || claims.iter().all(|claim| !claim.is_open(&effects)))
                && effects
                    .iter()
                    .all(|effect| is_close(effect.half_width, goal(effect.unit)))
        }
        _ => {
            let goals = [(WIN_SHARE, stop.share), (SCORE, stop.points)];
            let is_close = |group: &Group| {
                goals
                    .iter()
                    .all(|(metric, goal)| is_close(group.estimate(*metric).half_width, *goal))
            };
            // A single agent in every seat wins every game, so there is nothing to estimate.
            let agents = &tally.contestants[..];
            let agents = if agents.len() == 1 { &[] } else { agents };
            agents
                .iter()
                .chain(tally.arms.iter().flat_map(|arm| &arm.seats))
                .all(is_close)
        }
    }
}
