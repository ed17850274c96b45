//! Hints: what a bot thinks of the best turns, as the person who asks could know it.

use std::sync::atomic::{AtomicBool, Ordering};

use goldrush_engine::game::View;
use goldrush_engine::rng::tool_stream;

use super::session::Session;
use crate::analysis::opinion::{SEED, THOROUGHNESS, opinions};
use crate::analysis::source::notation;
use crate::games::playable::Playable;
use crate::report::estimate;

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

/// The five best turns of the person whose decision it is, the best first, as `analyze` says; to be worked out in the
/// background.
pub fn hint<G: Playable>(session: &Session<G>) -> impl FnOnce(&AtomicBool) -> Vec<Idea> + Send + 'static {
    let (state, eyes) = (session.state().clone(), session.eyes().clone());
    let seat = session.to_move();
    move |stop| {
        let Some(seat) = seat else { return Vec::new() };
        let stopped = || stop.load(Ordering::Relaxed);
        let all = opinions::<G>(&View::new(&state, seat), THOROUGHNESS, &[], &mut tool_stream(SEED), &stopped);
        (all.into_iter())
            .map(|opinion| Idea {
                moves: notation::<G>(&state, opinion.turn),
                text: G::words(&state, &opinion.turn.into_iter().flatten().collect::<Vec<_>>(), &eyes),
                margin: estimate::signed(&opinion.margin, 1),
            })
            .collect()
    }
}
