//! Hints: what a bot thinks of the best turns, as the person who asks could know it.

use std::sync::atomic::{AtomicBool, Ordering};

use goldrush_ai::search::appraisal::Thoroughness;
use goldrush_engine::game::View;

use super::session::Session;
use crate::analysis::opinion::opinions;
use crate::analysis::source::notation;
use crate::games::playable::Playable;
use crate::stats::interval::Estimate;

/// What a hint may cost: about a second.
const THOROUGHNESS: Thoroughness = Thoroughness { candidates: 40, finalists: 5, worlds: 200 };

/// A turn that a bot would think of.
#[derive(Clone, PartialEq, Debug)]
pub struct Idea {
    /// Its moves, as text.
    pub moves: Vec<String>,
    /// It in words.
    pub text: String,
    /// The lead over the best other seat that is expected at the end: `+3.2 ±2.1`.
    pub margin: String,
}

/// A margin in words.
fn margin_text(margin: &Estimate) -> String {
    match margin.half_width {
        Some(half) => format!("{:+.1} ±{half:.1}", margin.mean),
        None => format!("{:+.1}", margin.mean),
    }
}

/// The five best turns of the person whose decision it is, the best first; to be worked out in the background.
pub fn hint<G: Playable>(session: &Session<G>) -> impl FnOnce(&AtomicBool) -> Vec<Idea> + Send + 'static {
    let (state, eyes, mut rng) = (session.state().clone(), session.eyes().clone(), session.chance());
    let seat = session.to_move();
    move |stop| {
        let Some(seat) = seat else { return Vec::new() };
        let stopped = || stop.load(Ordering::Relaxed);
        let all = opinions::<G>(&View::new(&state, seat), THOROUGHNESS, None, &mut rng, &stopped);
        (all.into_iter())
            .map(|opinion| Idea {
                moves: notation::<G>(&state, opinion.turn),
                text: G::words(&state, &opinion.turn.into_iter().flatten().collect::<Vec<_>>(), &eyes),
                margin: margin_text(&opinion.margin),
            })
            .collect()
    }
}
