//! Estimates how much drawing each kind of tile or card helps a player.

use std::collections::BTreeMap;

use goldrush_ai::luck::{Draw, LuckEstimator as _};
use goldrush_ai::value::Value;
use goldrush_engine::game::State as _;

use super::sampled_game::SampledGame;
use crate::games::analyzable::Analyzable;
use crate::stats::ratio::Ratio;

/// Average value of drawing a kind, compared with what else could have been drawn, over many games.
#[derive(Clone, Copy, Default, Debug)]
pub struct DrawValue {
    /// In points.
    pub points: Ratio,
    /// In shares of the win.
    pub wins: Ratio,
    /// In points, by third of the game.
    pub thirds: [Ratio; 3],
}

/// Draw values by name of the kind.
pub type DrawValues = BTreeMap<String, DrawValue>;

/// One draw, with its value in points and shares of the win.
struct Drawn {
    name: String,
    /// Moves played before the draw.
    at: usize,
    points: f64,
    wins: f64,
}

/// Measures every draw of one game.
pub fn of_game<G: Analyzable>(setup: &G::Setup, value: &Value, game: &SampledGame<G::Move>) -> DrawValues {
    let mut state = game.dealt::<G>(setup);
    let players = state.players();
    let mut estimator = G::luck_estimator(players);
    let mut all: Vec<Drawn> = Vec::new();
    let mut record = |at: usize, draw: Draw| {
        let Some(kind) = draw.kind else { return };
        let wins = value.change(&draw.before, draw.seat, draw.points)[draw.seat.index()];
        all.push(Drawn { name: G::kind_name(setup, draw.seat, kind), at, points: draw.points, wins });
    };
    estimator.begin();
    estimator.after_move(&state, |draw| record(0, draw));
    for (at, &mv) in (1..).zip(game.moves()) {
        estimator.before_move(&state, mv, |draw| record(at, draw));
        state.play_unchecked(mv);
        estimator.after_move(&state, |draw| record(at, draw));
    }
    // Draws within a game depend on each other, so each game is one observation.
    let mut sums: BTreeMap<String, [(f64, u64); 5]> = BTreeMap::new();
    for Drawn { name, at, points, wins } in all {
        let of = sums.entry(name).or_default();
        let third = (3 * at / (game.moves().len() + 1)).min(2);
        for (to, more) in [(0, points), (1, wins), (2 + third, points)] {
            of[to].0 += more;
            of[to].1 += 1;
        }
    }
    let worth = |of: [(f64, u64); 5]| {
        let ratio = |(sum, count): (f64, u64)| {
            let mut ratio = Ratio::default();
            if count > 0 {
                ratio.push(sum, count);
            }
            ratio
        };
        let [points, wins, first, second, last] = of.map(ratio);
        DrawValue { points, wins, thirds: [first, second, last] }
    };
    sums.into_iter().map(|(name, of)| (name, worth(of))).collect()
}

/// Adds the results of other games.
pub fn add(to: &mut DrawValues, more: DrawValues) {
    for (name, worth) in more {
        let own = to.entry(name).or_default();
        own.points.add(&worth.points);
        own.wins.add(&worth.wins);
        own.thirds.iter_mut().zip(&worth.thirds).for_each(|(own, third)| own.add(third));
    }
}
