//! Collects positions at the start of turns with the final shares of the win: the data to which win chances are fitted.

use goldrush_ai::search::PlayoutRng;
use goldrush_ai::search::analyzer::BoxedAnalyzer;
use goldrush_ai::value::{Standing, terms};
use goldrush_engine::game::{State as _, View, WHOLE_WIN};
use goldrush_games::analyzable::Analyzable;
use goldrush_support::stats::logit::Alternative;

use super::sampled_game::SampledGame;

/// One in this many turns is used.
const STRIDE: usize = 3;

/// Predictors of each seat's win, and its share of the win.
pub type Seats = Vec<Alternative<4>>;

/// Returns the standing of a game from the view of the seat to move.
pub fn standing<G: Analyzable>(
    analyzer: &mut BoxedAnalyzer<G>,
    view: &View<G::State<'_>>,
    seed: u64,
) -> Standing {
    analyzer.set_root(view);
    let world = view.sample(&mut PlayoutRng::new(seed, 0));
    Standing {
        expected: analyzer.estimate(&world),
        turn: view.observer(),
        draws_left: analyzer.draws_left(&world),
    }
}

/// Samples positions of a game from the view of the seat to move, each with the final shares of the win.
pub fn standings<G: Analyzable>(
    setup: &G::Setup,
    game: &SampledGame<G::Move>,
    block: u64,
    seed: u64,
) -> Vec<Seats> {
    let mut analyzer = G::analyzer(game.win_shares.players());
    let mut standings = Vec::new();
    game.replay::<G>(setup, |turns, state| {
        let Some(turn) = state
            .to_move()
            .filter(|_| turns % STRIDE == block as usize % STRIDE)
        else {
            return;
        };
        let standing = standing::<G>(&mut analyzer, &View::new(state, turn), seed ^ block << 32);
        let seats = game.win_shares.iter().map(|(seat, share)| Alternative {
            elements: terms(&standing, seat.index()),
            share: f64::from(share) / f64::from(WHOLE_WIN),
        });
        standings.push(seats.collect());
    });
    standings
}
