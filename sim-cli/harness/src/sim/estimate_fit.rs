//! Measures how well estimates of positions predict final scores, and how each weight affects that.

use goldrush_engine::player::MAX_PLAYERS;
use goldrush_games::tunable::Tunable;
use goldrush_support::stats::least_squares::Normal;
use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSlice;

use super::sampled_game::SampledGame;

/// Change of a weight used to measure its slope, as a share of its range.
const STEP: f64 = 0.02;
/// One in this many positions of a game is used.
const STRIDE: usize = 7;
/// Games whose observations one thread adds up.
const CHUNK: usize = 32;

/// Estimators at one setting of the weights and around it.
#[derive(Clone)]
pub struct EstimateFit<E> {
    here: E,
    /// For each weight, estimators with slightly less and slightly more of it, and the difference in that weight.
    perturbed_pairs: Vec<(E, E, f32)>,
}

impl<E: Clone + Send + Sync> EstimateFit<E> {
    /// Creates an estimator without slopes.
    pub fn of<G: Tunable<Estimator = E>>(values: &[f64]) -> EstimateFit<E> {
        EstimateFit {
            here: G::estimator(values),
            perturbed_pairs: Vec::new(),
        }
    }

    /// Creates an estimator with its slope in each weight.
    pub fn with_slopes<G: Tunable<Estimator = E>>(values: &[f64]) -> EstimateFit<E> {
        let mut perturbed_pairs = Vec::new();
        for (index, weight) in G::WEIGHTS.iter().enumerate() {
            let low = f64::from(weight.range.0);
            let high = f64::from(weight.range.1);
            let mut less = values.to_vec();
            less[index] = (less[index] - STEP * (high - low)).clamp(low, high);
            let mut more = values.to_vec();
            more[index] = (more[index] + STEP * (high - low)).clamp(low, high);
            let by = (more[index] - less[index]) as f32;
            perturbed_pairs.push((G::estimator(&less), G::estimator(&more), by));
        }
        EstimateFit {
            perturbed_pairs,
            ..EstimateFit::of::<G>(values)
        }
    }

    /// Adds an observation for each seat: its estimated lead over the mean of all seats, against its final lead in `ends`.
    fn look<G: Tunable<Estimator = E>>(
        &mut self,
        state: &G::State<'_>,
        ends: &[f32],
        normal: &mut Normal,
    ) {
        let players = ends.len();
        let mut slopes = vec![vec![0.0; self.perturbed_pairs.len()]; players];
        for (index, (less, more, by)) in self.perturbed_pairs.iter_mut().enumerate() {
            let less = leads(&G::estimate(less, state)[..players]);
            let more = leads(&G::estimate(more, state)[..players]);
            (0..players)
                .for_each(|seat| slopes[seat][index] = f64::from((more[seat] - less[seat]) / *by));
        }
        let here = leads(&G::estimate(&mut self.here, state)[..players]);
        for seat in 0..players {
            normal.push(f64::from(here[seat] - ends[seat]), &slopes[seat]);
        }
    }

    /// Measures some positions of each game. Chunks are added up in order, so the threads do not affect the result.
    pub fn measure<G>(
        &self,
        pool: &ThreadPool,
        setup: &G::Setup,
        games: &[SampledGame<G::Move>],
    ) -> Normal
    where
        G: Tunable<Estimator = E>,
    {
        let chunks: Vec<Normal> = pool.install(|| {
            games
                .par_chunks(CHUNK)
                .enumerate()
                .map_init(
                    || self.clone(),
                    |fit, (chunk, games)| fit.observe::<G>(setup, games, chunk * CHUNK),
                )
                .collect()
        });
        let mut sum = Normal::new(self.perturbed_pairs.len());
        chunks.iter().for_each(|chunk| sum.add(chunk));
        sum
    }

    /// Returns the normal equations of some games, of which the first has this number.
    fn observe<G>(
        &mut self,
        setup: &G::Setup,
        games: &[SampledGame<G::Move>],
        number: usize,
    ) -> Normal
    where
        G: Tunable<Estimator = E>,
    {
        let mut normal = Normal::new(self.perturbed_pairs.len());
        for (nth, game) in games.iter().enumerate() {
            let players = game.scores.players();
            let mut ends = [0.0; MAX_PLAYERS];
            for (end, &score) in ends.iter_mut().zip(game.scores.as_slice()) {
                *end = f32::from(score);
            }
            let ends = leads(&ends[..players]);
            let first = (number + nth) % STRIDE;
            game.replay::<G>(setup, |turns, state| {
                if turns % STRIDE == first {
                    self.look::<G>(state, &ends[..players], &mut normal);
                }
            });
        }
        normal
    }
}

/// Returns each seat's lead over the mean of all seats.
fn leads(points: &[f32]) -> [f32; MAX_PLAYERS] {
    let mean = points.iter().sum::<f32>() / points.len() as f32;
    let mut leads = [0.0; MAX_PLAYERS];
    leads
        .iter_mut()
        .zip(points)
        .for_each(|(lead, points)| *lead = points - mean);
    leads
}

#[cfg(test)]
mod tests {
    use goldrush_ai::gold_rush::heuristic::{WEIGHTS, Weights};
    use goldrush_ai::registry::Spec;
    use goldrush_engine::gold_rush::{GoldRush, Setup};
    use goldrush_support::stats::least_squares::fit;
    use goldrush_support::stats::spsa::Tuned;

    use super::*;
    use crate::sim::sampled_game::Samplers;

    /// If final scores follow some weights exactly, the fit finds those weights.
    #[test]
    #[ignore = "slow"]
    fn fit_recovers_true_weights() {
        let setup = Setup::printed(3);
        let samplers = Samplers {
            regular: Spec::read::<GoldRush>("greedy").unwrap(),
            exploratory: Spec::read::<GoldRush>("random").unwrap(),
            every: 4,
        };
        let games: Vec<_> = (0..40)
            .map(|block| SampledGame::play::<GoldRush>(&setup, &samplers, 5, block))
            .collect();
        let first = Weights::tuned(3);
        let behind = Weights {
            first_in_supply: 30.0,
            prairie_lead: 8.0,
            keep_double: 0.3,
            ..first
        };
        let mut true_estimator = GoldRush::estimator(&behind.values().map(f64::from));
        let numbers: Vec<Tuned> = (WEIGHTS.iter().zip(first.values()))
            .map(|(weight, value)| Tuned {
                low: weight.range.0.into(),
                high: weight.range.1.into(),
                value: value.into(),
                least: 0.0,
            })
            .collect();
        let found = fit(&numbers, 6, 1.0, |values| {
            let (mut normal, mut estimate_fit) = (
                Normal::new(WEIGHTS.len()),
                EstimateFit::with_slopes::<GoldRush>(values),
            );
            for game in &games {
                game.replay::<GoldRush>(&setup, |_, state| {
                    let ends = leads(&GoldRush::estimate(&mut true_estimator, state)[..3]);
                    estimate_fit.look::<GoldRush>(state, &ends[..3], &mut normal);
                });
            }
            Ok(normal)
        });
        for ((weight, found), behind) in WEIGHTS.iter().zip(found.unwrap()).zip(behind.values()) {
            if ["first_in_supply", "prairie_lead", "keep_double"].contains(&weight.name) {
                let error =
                    (found - f64::from(behind)).abs() / f64::from(weight.range.1 - weight.range.0);
                assert!(error < 0.02, "{} is {behind}, found {found}", weight.name);
            }
        }
    }
}
