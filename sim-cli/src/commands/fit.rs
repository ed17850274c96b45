//! `goldrush tune --estimate`: fits weights that predict final scores.

use std::io::Write;

use goldrush_ai::registry::Spec;
use rayon::ThreadPool;

use crate::cli::args::TuneArgs;
use crate::games::analyzable::Analyzable;
use crate::games::tunable::Tunable;
use crate::progress::Progress;
use crate::sim::batch;
use crate::sim::estimate_fit::EstimateFit;
use crate::sim::sampled_game::{SampledGame, Samplers};
use crate::stats::least_squares;
use crate::stats::spsa::Tuned;
use crate::study::lineup;

pub(super) fn run<G: Tunable + Analyzable>(
    args: &TuneArgs,
    setup: &G::Setup,
    pool: &ThreadPool,
    numbers: &[Tuned],
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let fit = &args.fit;
    fit.check()?;
    let explorers = Samplers {
        careful: lineup::parse(args.rules.game()?, "--player", fit.player.as_deref().unwrap_or(G::POLICY))?
            .built_in("--player")?,
        careless: Spec::read::<G>("heuristic:width=3")?,
        every: fit.careless,
    };
    let mut games: Vec<SampledGame<G::Move>> = Vec::new();
    let play = |block| SampledGame::play::<G>(setup, &explorers, args.seed, block);
    batch::each(pool, fit.played, play, |game| games.push(game));
    let tests = games.split_off(games.len() - games.len() / 5);
    let mut progress = Progress::new("steps", fit.steps + 1);
    let fitted = least_squares::fit(numbers, fit.steps, fit.ridge, |values| {
        let normal = EstimateFit::with_slopes::<G>(values).measure::<G>(pool, setup, &games);
        progress.add(1);
        Ok(normal)
    })?;
    progress.finish();
    for ((weight, before), after) in G::WEIGHTS.iter().zip(numbers).zip(&fitted) {
        writeln!(out, "{:<18}{:>9.3} -> {after:>9.3}   {}", weight.name, before.value, weight.meaning)?;
    }
    let error = |values: &[f64]| EstimateFit::of::<G>(values).measure::<G>(pool, setup, &tests).error();
    let before: Vec<f64> = numbers.iter().map(|number| number.value).collect();
    writeln!(
        out,
        "\nerror of a player's predicted lead over the average, in {} games not used for fitting: {:.3} points before, {:.3} after",
        tests.len(),
        error(&before),
        error(&fitted)
    )?;
    Ok(())
}
