//! Hints: what a bot thinks of the best turns, as the person who asks could know it.

use goldrush_ai::search::appraisal::{Question, Thoroughness, appraise};
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::Player;

use super::session::Session;
use super::shown::Shown;
use crate::analysis::opinion::estimate;
use crate::play::hint::margin_text;
use crate::sim::surroundings::surroundings;

/// What a hint may cost: about a second.
const THOROUGHNESS: Thoroughness = Thoroughness { candidates: 40, finalists: 5, worlds: 200 };

/// The five best turns of the seat whose decision it is, the best first: each with the lead over the best other seat that
/// is expected at the end.
pub(super) fn hint<G: Shown>(session: &Session<G>, seat: Player) -> Vec<String> {
    let players = session.seats().players();
    let (view, mut guide) = (View::new(session.state(), seat), G::guide(players));
    let workers = surroundings(players).workers;
    let question = Question { thoroughness: THOROUGHNESS, include: None, workers, stopped: &|| false };
    let appraisals = appraise(&mut guide, &view, &question, &mut session.chance(seat));
    (appraisals.into_iter())
        .map(|appraisal| {
            let mut state = session.state().clone();
            let mut words = Vec::new();
            for mv in appraisal.turn.moves() {
                words.push(G::words(&state, mv));
                state.play_unchecked(mv);
            }
            let margin = margin_text(&estimate(appraisal.margins.into_iter()));
            format!("{margin} points: {}", words.join(", then "))
        })
        .collect()
}
