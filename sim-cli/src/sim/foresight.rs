//! How well estimates of positions foresee how games end, and what each weight changes of that.

use goldrush_ai::gold_rush::heuristic::{Estimator, WEIGHTS, Weights, mean_token};
use goldrush_engine::game::View;
use goldrush_engine::gold_rush::{Setup, State};
use goldrush_engine::player::MAX_PLAYERS;
use rayon::ThreadPool;
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSlice;

use super::explored::Explored;
use crate::stats::least_squares::Normal;

/// How far a weight is moved to see what changes, as a share of its range.
const NUDGE: f64 = 0.02;
/// One in so many positions of a game is looked at.
const STRIDE: usize = 7;
/// Games whose observations are added up by one thread.
const CHUNK: usize = 32;

/// Estimators at one setting of the weights and around it.
#[derive(Clone)]
pub struct Foresight {
    here: Estimator,
    /// For each weight a little less and a little more of it, and how much that is.
    around: Vec<(Estimator, Estimator, f32)>,
}

impl Foresight {
    /// Of one setting, without slopes.
    pub fn of(values: &[f64]) -> Foresight {
        Foresight { here: estimator(values), around: Vec::new() }
    }

    /// Of one setting, and by how much it changes with each weight.
    pub fn with_slopes(values: &[f64]) -> Foresight {
        let around = WEIGHTS.iter().enumerate().map(|(at, weight)| {
            let (low, high) = (f64::from(weight.range.0), f64::from(weight.range.1));
            let nudged = |by: f64| {
                let mut nudged = values.to_vec();
                nudged[at] = (nudged[at] + by * (high - low)).clamp(low, high);
                (estimator(&nudged), nudged[at])
            };
            let ((less, from), (more, to)) = (nudged(-NUDGE), nudged(NUDGE));
            (less, more, (to - from) as f32)
        });
        Foresight { around: around.collect(), ..Foresight::of(values) }
    }

    /// Adds an observation for each seat: how far it is ahead of the mean of all, as estimated, against `ends`.
    fn look(&mut self, state: &State, ends: &[f32], normal: &mut Normal) {
        let (table, players) = (state.table(), ends.len());
        let token = mean_token(&View::new(state, table.seat()));
        let mut slopes = [[0.0; WEIGHTS.len()]; MAX_PLAYERS];
        for (at, (less, more, by)) in self.around.iter_mut().enumerate() {
            let less = leads(&less.estimate(table, token)[..players]);
            let more = leads(&more.estimate(table, token)[..players]);
            (0..players).for_each(|seat| slopes[seat][at] = f64::from((more[seat] - less[seat]) / *by));
        }
        let here = leads(&self.here.estimate(table, token)[..players]);
        for seat in 0..players {
            normal.push(f64::from(here[seat] - ends[seat]), &slopes[seat][..self.around.len()]);
        }
    }

    /// Looks at some positions of each game. Chunks are added up in order, whatever the threads.
    pub fn measure(&self, pool: &ThreadPool, setup: &Setup, games: &[Explored]) -> Normal {
        let look = |foresight: &mut Foresight, (chunk, games): (usize, &[Explored])| {
            let mut normal = Normal::new(foresight.around.len());
            for (nth, game) in games.iter().enumerate() {
                let mut ends = [0.0; MAX_PLAYERS];
                ends.iter_mut().zip(game.scores.as_slice()).for_each(|(end, &score)| *end = f32::from(score));
                let ends = leads(&ends[..setup.players()]);
                let first = (chunk * CHUNK + nth) % STRIDE;
                game.replay(setup, |turns, state| {
                    if turns % STRIDE == first {
                        foresight.look(state, &ends[..setup.players()], &mut normal);
                    }
                });
            }
            normal
        };
        let chunks = || games.par_chunks(CHUNK).enumerate().map_init(|| self.clone(), look).collect();
        let chunks: Vec<Normal> = pool.install(chunks);
        let mut sum = Normal::new(self.around.len());
        chunks.iter().for_each(|chunk| sum.add(chunk));
        sum
    }
}

fn estimator(values: &[f64]) -> Estimator {
    let mut weights = [0.0; WEIGHTS.len()];
    weights.iter_mut().zip(values).for_each(|(weight, value)| *weight = *value as f32);
    Estimator::new(&Weights::from_values(weights))
}

/// How far each seat is ahead of the mean of all.
fn leads(points: &[f32]) -> [f32; MAX_PLAYERS] {
    let mean = points.iter().sum::<f32>() / points.len() as f32;
    let mut leads = [0.0; MAX_PLAYERS];
    leads.iter_mut().zip(points).for_each(|(lead, points)| *lead = points - mean);
    leads
}

#[cfg(test)]
mod tests {
    use goldrush_ai::registry::Spec;
    use goldrush_engine::gold_rush::GoldRush;

    use super::*;
    use crate::sim::explored::Explorers;
    use crate::stats::least_squares::fit;
    use crate::stats::spsa::Tuned;

    /// If games ended as some weights say, these weights are found.
    #[test]
    fn weights_behind_the_ends_are_found() {
        let setup = Setup::printed(3);
        let explorers = Explorers {
            careful: Spec::read::<GoldRush>("greedy").unwrap(),
            careless: Spec::read::<GoldRush>("random").unwrap(),
            every: 4,
        };
        let games: Vec<_> = (0..40).map(|block| Explored::play(&setup, &explorers, 5, block)).collect();
        let first = Weights::tuned(3);
        let behind = Weights { first_in_supply: 30.0, prairie_lead: 8.0, keep_double: 0.3, ..first };
        let mut true_estimator = Estimator::new(&behind);
        let numbers: Vec<Tuned> = (WEIGHTS.iter().zip(first.values()))
            .map(|(weight, value)| Tuned {
                low: weight.range.0.into(),
                high: weight.range.1.into(),
                value: value.into(),
            })
            .collect();
        let found = fit(&numbers, 6, 1.0, |values| {
            let (mut normal, mut foresight) = (Normal::new(WEIGHTS.len()), Foresight::with_slopes(values));
            for game in &games {
                game.replay(&setup, |_, state| {
                    let token = mean_token(&View::new(state, state.table().seat()));
                    let ends = leads(&true_estimator.estimate(state.table(), token)[..3]);
                    foresight.look(state, &ends[..3], &mut normal);
                });
            }
            Ok(normal)
        });
        for ((weight, found), behind) in WEIGHTS.iter().zip(found.unwrap()).zip(behind.values()) {
            if ["first_in_supply", "prairie_lead", "keep_double"].contains(&weight.name) {
                let error = (found - f64::from(behind)).abs() / f64::from(weight.range.1 - weight.range.0);
                assert!(error < 0.02, "{} is {behind}, found {found}", weight.name);
            }
        }
    }
}
