//! Estimates how much drawing each kind of tile or card helps a player.

use std::collections::BTreeMap;

use goldrush_ai::luck::{Draw, LuckEstimator as _};
use goldrush_ai::value::WinModel;
use goldrush_engine::game::State as _;
use goldrush_games::analyzable::Analyzable;
use goldrush_support::stats::ratio::Ratio;

use super::sampled_game::SampledGame;

/// Average value of drawing a kind, compared with what else could have been drawn, over many games.
#[derive(Clone, Copy, Default, Debug)]
pub struct DrawValue {
    pub points: Ratio,
    /// In shares of the win.
    pub wins: Ratio,
    /// In points, by third of the game.
    pub thirds: [Ratio; 3],
    /// Sum of the squares of the points.
    squares: f64,
}

impl DrawValue {
    /// Returns the standard deviation of the points from draw to draw.
    pub fn deviation(&self) -> f64 {
        let count = self.points.count as f64;
        (self.squares / count - self.points.estimate().mean.powi(2))
            .max(0.0)
            .sqrt()
    }
}

/// Values of the draws of several games.
#[derive(Clone, Default, Debug)]
pub struct DrawValues {
    pub kinds: BTreeMap<String, DrawValue>,
    /// Mean of how much better or worse the draws of a game are than the average draw, in points without sign.
    pub size: Ratio,
}

/// One draw, with its value in points and shares of the win.
struct Drawn {
    name: String,
    /// Moves played before the draw.
    at: usize,
    points: f64,
    wins: f64,
}

/// Values a draw after a number of moves; `None` if it is of no kind.
fn drawn<G: Analyzable>(
    setup: &G::Setup,
    value: &WinModel,
    at: usize,
    draw: &Draw,
) -> Option<Drawn> {
    let kind = draw.kind?;
    let wins = value.change(&draw.before, draw.seat, draw.points)[draw.seat.index()];
    Some(Drawn {
        name: G::kind_name(setup, draw.seat, kind),
        at,
        points: draw.points,
        wins,
    })
}

/// Measures every draw of one game.
pub fn of_game<G: Analyzable>(
    setup: &G::Setup,
    value: &WinModel,
    game: &SampledGame<G::Move>,
) -> DrawValues {
    let mut state = game.dealt::<G>(setup);
    let players = state.players();
    let mut estimator = G::luck_estimator(players);
    let mut all: Vec<Drawn> = Vec::new();
    estimator.begin();
    estimator.after_move(&state, |draw| {
        all.extend(drawn::<G>(setup, value, 0, &draw));
    });
    for (at, &mv) in (1..).zip(game.moves()) {
        estimator.before_move(&state, mv, |draw| {
            all.extend(drawn::<G>(setup, value, at, &draw));
        });
        state.play_unchecked(mv);
        estimator.after_move(&state, |draw| {
            all.extend(drawn::<G>(setup, value, at, &draw));
        });
    }
    // Draws within a game depend on each other, so each game is one observation.
    let mut sums: BTreeMap<String, KindSums> = BTreeMap::new();
    let mut size = Ratio::default();
    if !all.is_empty() {
        size.push(
            all.iter().map(|draw| draw.points.abs()).sum::<f64>() / all.len() as f64,
            1,
        );
    }
    for Drawn {
        name,
        at,
        points,
        wins,
    } in all
    {
        let of = sums.entry(name).or_default();
        let third = (3 * at / (game.moves().len() + 1)).min(2);
        for (to, more) in [(0, points), (1, wins), (2 + third, points)] {
            of.sums[to].0 += more;
            of.sums[to].1 += 1;
        }
        of.squares += points * points;
    }
    DrawValues {
        kinds: sums
            .into_iter()
            .map(|(name, of)| (name, of.value()))
            .collect(),
        size,
    }
}

/// Sums over the draws of a kind in one game.
#[derive(Default)]
struct KindSums {
    /// Points, shares of the win, and points by third, each with the number of draws.
    sums: [(f64, u64); 5],
    squares: f64,
}

impl KindSums {
    fn value(self) -> DrawValue {
        let [points, wins, first, second, last] =
            self.sums.map(|(sum, count)| Ratio::of(sum, count));
        DrawValue {
            points,
            wins,
            thirds: [first, second, last],
            squares: self.squares,
        }
    }
}

/// Adds the results of other games.
pub fn add(to: &mut DrawValues, more: DrawValues) {
    to.size.add(&more.size);
    for (name, worth) in more.kinds {
        let own = to.kinds.entry(name).or_default();
        own.points.add(&worth.points);
        own.wins.add(&worth.wins);
        own.thirds
            .iter_mut()
            .zip(&worth.thirds)
            .for_each(|(own, third)| own.add(third));
        own.squares += worth.squares;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deviation_matches_hand_calculation() {
        // 1, 3 and 5 in one game, 7 in another: mean 4, squares of the differences 9, 1, 1 and 9.
        let game = |points: &[f64]| {
            let sum = (points.iter().sum(), points.len() as u64);
            let squares = points.iter().map(|points| points * points).sum();
            let kinds = BTreeMap::from([(
                "card".to_owned(),
                KindSums {
                    sums: [sum; 5],
                    squares,
                }
                .value(),
            )]);
            DrawValues {
                kinds,
                size: Ratio::default(),
            }
        };
        let mut values = game(&[1.0, 3.0, 5.0]);
        add(&mut values, game(&[7.0]));
        assert!((values.kinds["card"].deviation() - 5.0_f64.sqrt()).abs() < 1e-12);
        assert_eq!(values.kinds["card"].points.estimate().mean, 4.0);
    }
}
