//! How games stand when turns begin, and who wins them: what chances of winning are fitted to.

use goldrush_ai::search::{PlayoutRng, SearchPolicy as _};
use goldrush_ai::value::{Standing, elements};
use goldrush_engine::game::{State as _, View};

use super::explored::Explored;
use crate::games::analyzable::Analyzable;
use crate::stats::logit::Alternative;

/// Of so many turns one is looked at.
const STRIDE: usize = 3;

/// What speaks for each seat, and its share of the win.
pub type Seats = Vec<Alternative<4>>;

/// How a game stands as whoever looks may know it, whose turn it is.
pub fn standing<G: Analyzable>(guide: &mut G::SearchPolicy, view: &View<G::State<'_>>, seed: u64) -> Standing {
    guide.set_root(view);
    let world = view.sample(&mut PlayoutRng::new(seed, 0));
    Standing { expected: guide.estimate(&world), turn: view.observer(), draws_left: guide.draws_left(&world) }
}

/// Some positions of a game as the seat to move sees them, each with what came of it; ties are split.
pub fn standings<G: Analyzable>(setup: &G::Setup, game: &Explored<G::Move>, block: u64, seed: u64) -> Vec<Seats> {
    let scores = game.scores.as_slice();
    let best = scores.iter().max();
    let winners = scores.iter().filter(|score| Some(*score) == best).count() as f64;
    let mut guide = G::guide(scores.len());
    let mut standings = Vec::new();
    game.replay::<G>(setup, |turns, state| {
        let Some(turn) = state.to_move().filter(|_| turns % STRIDE == block as usize % STRIDE) else { return };
        let standing = standing::<G>(&mut guide, &View::new(state, turn), seed ^ block << 32);
        let share = |seat: usize| if Some(&scores[seat]) == best { 1.0 / winners } else { 0.0 };
        let seat = |seat| Alternative { elements: elements(&standing, seat), share: share(seat) };
        standings.push((0..scores.len()).map(seat).collect());
    });
    standings
}
