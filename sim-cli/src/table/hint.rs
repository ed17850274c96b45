//! Hints: a bot's ranking of the best turns, from what the person who asks may know.

use std::sync::atomic::{AtomicBool, Ordering};

use goldrush_engine::game::View;
use goldrush_engine::rng::tool_stream;

use super::session::Session;
use crate::analysis::chance::chances;
use crate::analysis::move_report::{GLANCE, SEED, THOROUGHNESS, move_reports};
use crate::analysis::source::notation;
use crate::games::playable::Playable;
use crate::report::estimate;
use crate::report::number;
use crate::stats::interval::Estimate;

/// A turn that a bot suggests.
#[derive(Clone, PartialEq, Debug)]
pub struct Suggestion {
    /// Its moves, as text.
    pub moves: Vec<String>,
    /// The turn in words.
    pub text: String,
    /// For the best turn, the expected final lead over the best other seat in points and the chance to win as the game
    /// stands: `+3.2 ±2.1, 62% to win`. For the others, the points by which they are worse: `−2.3`; `as good` if no
    /// difference can be shown.
    pub margin: String,
}

/// Returns the task that finds the five best turns of the seat to move, best first, as in `analyze`; to be run in the
/// background.
pub fn hint<G: Playable>(session: &Session<G>) -> impl FnOnce(&AtomicBool) -> Vec<Suggestion> + Send + 'static {
    let (state, viewer, setup) = (session.state().clone(), session.viewer().clone(), session.setup());
    let seat = session.to_move();
    move |stop| {
        let Some(seat) = seat else { return Vec::new() };
        let stopped = || stop.load(Ordering::Relaxed);
        let view = View::new(&state, seat);
        let chance = chances::<G>(setup, &view).map(|chances| chances[seat.index()]);
        let all = move_reports::<G>(&view, THOROUGHNESS, &[], &mut tool_stream(SEED), &stopped);
        (all.into_iter().enumerate())
            .map(|(i, report)| Suggestion {
                moves: notation::<G>(&state, report.turn),
                text: G::words(&state, &report.turn.into_iter().flatten().collect::<Vec<_>>(), &viewer),
                margin: if i == 0 { lead(&report.margin, chance) } else { behind(&report.behind) },
            })
            .collect()
    }
}

/// Returns the task that estimates the final lead over the best other seat that the seat to move can expect, in points,
/// from what that seat may know; to be run in the background. The result is `None` if the game is over.
pub fn win_chance<G: Playable>(session: &Session<G>) -> impl FnOnce(&AtomicBool) -> Option<f64> + Send + 'static {
    let (state, seat) = (session.state().clone(), session.to_move());
    move |stop| {
        let stopped = || stop.load(Ordering::Relaxed);
        let all = move_reports::<G>(&View::new(&state, seat?), GLANCE, &[], &mut tool_stream(SEED), &stopped);
        all.first().map(|best| best.margin.mean)
    }
}

/// Formats the expected lead after the best turn, and the chance to win.
fn lead(margin: &Estimate, chance: Option<f64>) -> String {
    let chance = chance.map(|chance| format!(", {} to win", number::chance(chance)));
    estimate::signed(margin, 1) + &chance.unwrap_or_default()
}

/// Formats the difference between a turn and the best one. The turns were ranked and measured in different sampled
/// worlds, so a turn that measures better than the first is not known to be better.
fn behind(behind: &Estimate) -> String {
    match behind.ends() {
        Some((low, _)) if low > 0.0 => format!("−{:.1}", behind.mean),
        _ => "as good".into(),
    }
}
