//! Hints: what a bot thinks of the best turns, as the person who asks could know it.

use goldrush_ai::search::appraisal::Thoroughness;
use goldrush_engine::game::{State as _, View};
use goldrush_engine::player::Player;

use super::session::Session;
use super::shown::Shown;
use crate::analysis::opinion::opinions;
use crate::table::hint::margin_text;

/// What a hint may cost: about a second.
const THOROUGHNESS: Thoroughness = Thoroughness { candidates: 40, finalists: 5, worlds: 200 };

/// The five best turns of the seat whose decision it is, the best first: each with the lead over the best other seat that
/// is expected at the end.
pub(super) fn hint<G: Shown>(session: &Session<G>, seat: Player) -> Vec<String> {
    let view = View::new(session.state(), seat);
    let opinions = opinions::<G>(&view, THOROUGHNESS, None, &mut session.chance(seat), &|| false);
    (opinions.into_iter())
        .map(|opinion| {
            let mut state = session.state().clone();
            let mut words = Vec::new();
            for mv in opinion.turn.into_iter().flatten() {
                words.push(G::words(&state, mv));
                state.play_unchecked(mv);
            }
            format!("{} points: {}", margin_text(&opinion.margin), words.join(", then "))
        })
        .collect()
}
