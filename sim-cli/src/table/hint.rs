//! Hints: a bot's view of the best moves, as the person who asks could know it.

use std::sync::atomic::{AtomicBool, Ordering};

use goldrush_ai::search::Decisions;
use goldrush_ai::search::appraisal::Thoroughness;
use goldrush_engine::game::View;
use goldrush_engine::gold_rush::{GoldRush, Move};

use super::choices::turn;
use super::session::Session;
use crate::analysis::opinion::opinions;
use crate::stats::interval::Estimate;

/// What a hint may cost: about a second.
const THOROUGHNESS: Thoroughness = Thoroughness { candidates: 40, finalists: 5, worlds: 200 };

/// A move that a bot would think of.
#[derive(Clone, PartialEq, Debug)]
pub struct Idea {
    /// The move.
    pub turn: Decisions<Move>,
    /// It in words.
    pub text: String,
    /// The lead over the best other seat that is expected at the end: `+3.2 ±2.1`.
    pub margin: String,
}

/// A margin in words.
pub fn margin_text(margin: &Estimate) -> String {
    match margin.half_width {
        Some(half) => format!("{:+.1} ±{half:.1}", margin.mean),
        None => format!("{:+.1}", margin.mean),
    }
}

/// The five best moves of the person whose decision it is, the best first; to be worked out in the background.
pub fn hint(session: &Session) -> impl FnOnce(&AtomicBool) -> Vec<Idea> + Send + 'static {
    let (state, seats, mut rng) = (session.state().clone(), session.seats().clone(), session.chance());
    move |stop| {
        let table = state.table();
        let stopped = || stop.load(Ordering::Relaxed);
        let all = opinions::<GoldRush>(&View::new(&state, table.seat()), THOROUGHNESS, None, &mut rng, &stopped);
        (all.into_iter())
            .map(|opinion| Idea {
                turn: opinion.turn,
                text: turn(table, opinion.turn, &seats),
                margin: margin_text(&opinion.margin),
            })
            .collect()
    }
}
