//! Where points come from in the course of games: points by source and by tenth of the turns.

use goldrush_engine::game::State as _;
use goldrush_games::Observers;
use goldrush_games::analyzable::Analyzable;
use goldrush_support::stats::ratio::Ratio;

use super::sampled_game::SampledGame;

/// Parts of a game: the tenths of its turns and, by itself, the last turn, with which the final scoring belongs.
pub const PARTS: usize = 11;

/// Points that a player scores, by source and part of the game.
#[derive(Clone, Default, Debug)]
pub struct PointSources {
    /// By source, in the order of the game's schema; the mean of the seats.
    pub cells: Vec<[Ratio; PARTS]>,
    /// By source, in the whole game.
    pub sums: Vec<Ratio>,
    /// By part, from all sources.
    pub parts: [Ratio; PARTS],
}

/// Measures one game: points count where they are scored.
pub fn of_game<G: Analyzable>(setup: &G::Setup, game: &SampledGame<G::Move>) -> PointSources {
    let mut observers = Observers::<G>::new(false, false);
    let mut state = game.dealt_observed::<G>(setup, &mut observers);
    let players = state.players();
    let sources = G::SCHEMA.sources().len();
    // Points of all seats together after each turn, by source.
    let mut after: Vec<Vec<u32>> = Vec::new();
    for &mv in game.moves() {
        G::play(&mut state, mv, &mut observers);
        if state.to_move().is_none() || G::begins_turn(&state) {
            let counted = G::counted(&state, &observers);
            let mut sums = vec![0; sources];
            for seat in &counted.seats[..players] {
                for (sum, value) in sums.iter_mut().zip(seat) {
                    *sum += u32::from(*value);
                }
            }
            after.push(sums);
        }
    }
    by_part(&after, players)
}

/// Divides the points of all seats after each turn, by source, into parts of the game.
fn by_part(after: &[Vec<u32>], players: usize) -> PointSources {
    let turns = after.len();
    let players = players as f64;
    let sources = after.first().map_or(0, Vec::len);
    let mut points = vec![[0.0; PARTS]; sources];
    for (turn, now) in after.iter().enumerate() {
        let part = if turn + 1 == turns {
            PARTS - 1
        } else {
            (PARTS - 1) * turn / turns
        };
        for (source, points) in points.iter_mut().enumerate() {
            let before = turn.checked_sub(1).map_or(0, |last| after[last][source]);
            points[part] += (f64::from(now[source]) - f64::from(before)) / players;
        }
    }
    PointSources {
        sums: points
            .iter()
            .map(|of| Ratio::of(of.iter().sum(), 1))
            .collect(),
        parts: std::array::from_fn(|part| Ratio::of(points.iter().map(|of| of[part]).sum(), 1)),
        cells: points
            .into_iter()
            .map(|of| of.map(|points| Ratio::of(points, 1)))
            .collect(),
    }
}

impl PointSources {
    /// Adds the points of other games.
    pub fn add(&mut self, more: &PointSources) {
        self.cells.resize(more.cells.len(), Default::default());
        self.sums.resize(more.sums.len(), Ratio::default());
        let cells = self
            .cells
            .iter_mut()
            .flatten()
            .zip(more.cells.iter().flatten());
        let sums = self.sums.iter_mut().zip(&more.sums);
        let parts = self.parts.iter_mut().zip(&more.parts);
        cells
            .chain(sums)
            .chain(parts)
            .for_each(|(own, more)| own.add(more));
    }
}

#[cfg(test)]
mod tests {
    use goldrush_ai::registry::Spec;
    use goldrush_engine::carcassonne::{self, Carcassonne};
    use goldrush_engine::gold_rush::{self, GoldRush};
    use goldrush_engine::knizia_gold::{self, KniziaGold};

    use super::*;
    use crate::sim::sampled_game::Samplers;

    /// Plays a random game; all its points have a source.
    fn check_sum<G: Analyzable>(setup: &G::Setup, block: u64) {
        let random = Samplers::alike(Spec::read::<G>("random").unwrap());
        let game = SampledGame::play::<G>(setup, &random, 7, block);
        let points = of_game::<G>(setup, &game);
        let scored: u32 = game
            .scores
            .iter()
            .map(|(_, points)| u32::from(points))
            .sum();
        let sum = |all: &[Ratio]| all.iter().map(|ratio| ratio.estimate().mean).sum::<f64>();
        let mean = f64::from(scored) / game.scores.players() as f64;
        assert!(
            (sum(&points.sums) - mean).abs() < 1e-9 && mean > 0.0,
            "{} of {mean}",
            sum(&points.sums)
        );
        assert!((sum(&points.parts) - mean).abs() < 1e-9);
    }

    #[test]
    fn all_points_of_a_game_have_a_source() {
        let catalogue = carcassonne::Catalogue::printed();
        let setup =
            carcassonne::Setup::new(catalogue.into(), carcassonne::Rules::default(), 3).unwrap();
        for block in 0..5 {
            check_sum::<GoldRush>(&gold_rush::Setup::printed(3), block);
            check_sum::<Carcassonne>(&setup, block);
            check_sum::<KniziaGold>(&knizia_gold::Setup::new(3, true).unwrap(), block);
        }
    }

    #[test]
    fn points_fall_into_the_part_in_which_they_are_scored() {
        // 21 turns: two per tenth, and the last by itself. The first source scores 4 in turns 1, 2 and 3, the second 6 in turn
        // 20 and 10 at the end.
        let mut after = vec![vec![12, 0]; 21];
        (after[0][0], after[1][0]) = (4, 8);
        (after[19][1], after[20][1]) = (6, 16);
        let points = by_part(&after, 2);
        let mean = |ratio: &Ratio| ratio.estimate().mean;
        // Turns 1 to 3 are 0 to 2 of 21: all in the first tenth.
        assert_eq!(
            points.cells[0].iter().map(mean).collect::<Vec<_>>(),
            [6.0, 0., 0., 0., 0., 0., 0., 0., 0., 0., 0.]
        );
        assert_eq!(
            points.cells[1].iter().map(mean).collect::<Vec<_>>(),
            [0., 0., 0., 0., 0., 0., 0., 0., 0., 3.0, 5.0]
        );
        assert_eq!(points.sums.iter().map(mean).collect::<Vec<_>>(), [6.0, 8.0]);
        assert_eq!(
            (mean(&points.parts[0]), mean(&points.parts[10])),
            (6.0, 5.0)
        );
    }
}
