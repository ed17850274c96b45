//! Retunes the heuristic for the rules of a study: weights tuned for the printed rules misjudge others.

use goldrush_engine::rng::SEEDS;
use goldrush_games::GameName;
use goldrush_games::registry::with_game;
use goldrush_games::tunable::{Tunable, numbers, spec};
use goldrush_support::progress::Progress;
use goldrush_support::stats::interval::Estimate;
use goldrush_support::stats::spsa::Gains;

use super::tuner::Tuner;

/// Agent that is retuned.
pub const RETUNED: &str = "heuristic";
/// Sizes of perturbations and steps; those of `goldrush lab tune`.
pub const GAINS: Gains = Gains {
    perturbation: 0.06,
    step: 0.02,
};
/// Games of an iteration.
pub const GAMES: u64 = 64;
/// Iterations of a round.
const ITERATIONS: u64 = 500;
/// Maximum number of rounds.
const ROUNDS: u64 = 4;
/// Deals of the test after each round.
const TEST_DEALS: u64 = 2000;
/// Deals of the test of the best round.
const LAST_DEALS: u64 = 4000;
/// Gain of a round in points below which another is not worth its time.
const WORTHWHILE: f64 = 1.0;

/// A retuned heuristic.
pub struct Retuned {
    pub agent: String,
    /// Its lead in points over the mean of heuristics that were not retuned, on deals that neither tuned it nor chose its round.
    pub gain: Estimate,
}

/// True if the heuristic of a game can be retuned.
pub fn has_weights(game: GameName) -> bool {
    with_game!(game, G => !G::WEIGHTS.is_empty())
}

/// Tunes the heuristic for a game, beginning with its usual weights, in rounds until one gains less than a point. Returns
/// `None` if it gains nothing, as under the printed rules, for which the usual weights were tuned.
///
/// # Errors
/// Bad input if the rules do not allow a game.
pub fn retuned(tuner: &Tuner) -> anyhow::Result<Option<Retuned>> {
    if tuner.choice.setup(tuner.players)?.0.asked().is_empty() {
        return Ok(None);
    }
    with_game!(tuner.choice.game(), G => of_game::<G>(tuner))
}

fn of_game<G: Tunable>(first: &Tuner) -> anyhow::Result<Option<Retuned>> {
    let start = numbers::<G>(first.players);
    let usual = spec::<G>(&start.iter().map(|number| number.value).collect::<Vec<_>>());
    let mut numbers = start;
    let mut best: Option<Retuned> = None;
    let mut progress = Progress::new("iterations of retuning", ROUNDS * ITERATIONS);
    for round in 0..ROUNDS {
        // Every round has deals of its own. A sum, on which the numbers of `results/retuned` depend: only the seeds between are tested
        // on, and studies have seeds a million away.
        let tuner = Tuner {
            seed: (first.seed + 2 * round) % SEEDS,
            choice: first.choice.clone(),
            ..*first
        };
        let values = tuner.climb(numbers.clone(), ITERATIONS, spec::<G>, |_, play| {
            progress.add(1);
            play().map(Some)
        })?;
        let agent = spec::<G>(&values);
        let gain = first.gain(&agent, &usual, TEST_DEALS, || {})?;
        let before = best.as_ref().map_or(0.0, |best| best.gain.mean);
        let is_better = gain.ends().is_some_and(|(low, _)| low > 0.0) && gain.mean > before;
        let is_last = gain.mean < before + WORTHWHILE;
        if is_better {
            numbers
                .iter_mut()
                .zip(values)
                .for_each(|(number, value)| number.value = value);
            best = Some(Retuned { agent, gain });
        }
        if is_last {
            break;
        }
    }
    progress.finish();
    match best {
        Some(best) => on_new_deals(first, best, &usual),
        None => Ok(None),
    }
}

/// Measures a retuned heuristic once more, on deals that its choice does not depend on; returns `None` if it gains nothing there.
fn on_new_deals(first: &Tuner, best: Retuned, usual: &str) -> anyhow::Result<Option<Retuned>> {
    let tuner = Tuner {
        seed: (first.seed + 2 * ROUNDS) % SEEDS,
        choice: first.choice.clone(),
        ..*first
    };
    let gain = tuner.gain(&best.agent, usual, LAST_DEALS, || {})?;
    let is_shown = gain.ends().is_some_and(|(low, _)| low > 0.0);
    Ok(is_shown.then_some(Retuned { gain, ..best }))
}

#[cfg(test)]
mod tests {
    use goldrush_games::Choice;

    use super::*;
    use crate::sim::batch;

    #[test]
    fn printed_rules_need_no_retuning() {
        let pool = batch::pool(Some(1)).unwrap();
        let mut choice = Choice::printed(GameName::GoldRush);
        // As the base of a study sets it.
        choice.set("tents", "1").unwrap();
        let tuner = Tuner {
            choice,
            players: 2,
            games: GAMES,
            gains: GAINS,
            seed: 1,
            salt: None,
            pool: &pool,
        };
        assert!(retuned(&tuner).unwrap().is_none());
    }
}
