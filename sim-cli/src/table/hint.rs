//! Hints: what a bot thinks of the best turns, as the person who asks could know it.

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

/// A turn that a bot would think of.
#[derive(Clone, PartialEq, Debug)]
pub struct Suggestion {
    /// Its moves, as text.
    pub moves: Vec<String>,
    /// It in words.
    pub text: String,
    /// Of the first the lead over the best other seat that is expected at the end, and how likely the seat is to win as the game
    /// stands: `+3.2 ±2.1, 62 % to win`. Of others how many points less
    /// they are worth: `−2.3`; `as good` where that cannot be told.
    pub margin: String,
}

/// The five best turns of the person whose decision it is, the best first, as `analyze` says; to be worked out in the
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
            .map(|(at, opinion)| Suggestion {
                moves: notation::<G>(&state, opinion.turn),
                text: G::words(&state, &opinion.turn.into_iter().flatten().collect::<Vec<_>>(), &viewer),
                margin: if at == 0 { lead(&opinion.margin, chance) } else { behind(&opinion.behind) },
            })
            .collect()
    }
}

/// The lead over the best other seat that whoever decides can expect at the end, in points, as that seat may know it; to be
/// worked out in the background. None if nobody decides.
pub fn outlook<G: Playable>(session: &Session<G>) -> impl FnOnce(&AtomicBool) -> Option<f64> + Send + 'static {
    let (state, seat) = (session.state().clone(), session.to_move());
    move |stop| {
        let stopped = || stop.load(Ordering::Relaxed);
        let all = move_reports::<G>(&View::new(&state, seat?), GLANCE, &[], &mut tool_stream(SEED), &stopped);
        all.first().map(|best| best.margin.mean)
    }
}

/// What the first is expected to lead to, and how likely the seat is to win.
fn lead(margin: &Estimate, chance: Option<f64>) -> String {
    let chance = chance.map(|chance| format!(", {} to win", number::chance(chance)));
    estimate::signed(margin, 1) + &chance.unwrap_or_default()
}

/// How a turn compares with the first. Their order was made in other worlds than those that measured them, so that one which
/// seems better there is no better for all that is known.
fn behind(behind: &Estimate) -> String {
    match behind.ends() {
        Some((low, _)) if low > 0.0 => format!("−{:.1}", behind.mean),
        _ => "as good".into(),
    }
}
