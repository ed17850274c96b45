//! `goldrush lab fit`: fits weights that predict final scores.

use std::io::Write;

use goldrush_ai::registry::Spec;
use goldrush_games::analyzable::Analyzable;
use goldrush_games::registry::with_setup;
use goldrush_games::tunable::Tunable;
use goldrush_harness::sim::batch;
use goldrush_harness::sim::estimate_fit::EstimateFit;
use goldrush_harness::sim::sampled_game::{SampledGame, Samplers};
use goldrush_harness::study::{check_seed, lineup};
use goldrush_support::error::bad_input;
use goldrush_support::progress::Progress;
use goldrush_support::stats::least_squares;

use super::tune::numbers;
use crate::cli::args::FitArgs;

pub(super) fn run(args: &FitArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let setup = args
        .played
        .sampled
        .rules
        .setup(args.played.sampled.players)?;
    with_setup!(&setup, G, setup => fit::<G>(args, setup, out))
}

fn fit<G: Tunable + Analyzable>(
    args: &FitArgs,
    setup: &G::Setup,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let played = &args.played;
    let sampled = &played.sampled;
    if !(args.ridge >= 0.0 && args.ridge.is_finite()) {
        return Err(bad_input(format!(
            "--ridge {}: expected 0 or more",
            args.ridge
        )));
    }
    check_seed(sampled.seed)?;
    let game = sampled.rules.game()?;
    let pool = &batch::pool(sampled.threads)?;
    let numbers = &numbers::<G>(game, sampled.players)?;
    let samplers = Samplers {
        regular: lineup::parse(
            game,
            "--player",
            played.player.as_deref().unwrap_or(G::POLICY),
        )?
        .built_in("--player")?,
        exploratory: Spec::read::<G>("heuristic:width=3")?,
        every: args.careless,
    };
    let mut games: Vec<SampledGame<G::Move>> = Vec::new();
    let play = |block| SampledGame::play::<G>(setup, &samplers, sampled.seed, block);
    batch::each(pool, played.number, play, |game| games.push(game));
    let tests = games.split_off(games.len() - games.len() / 5);
    let mut progress = Progress::new("steps", args.steps + 1);
    let fitted = least_squares::fit(numbers, args.steps, args.ridge, |values| {
        let normal = EstimateFit::with_slopes::<G>(values).measure::<G>(pool, setup, &games);
        progress.add(1);
        Ok(normal)
    })?;
    progress.finish();
    for ((weight, before), after) in G::WEIGHTS.iter().zip(numbers).zip(&fitted) {
        writeln!(
            out,
            "{:<18}{:>9.3} -> {after:>9.3}   {}",
            weight.name, before.value, weight.meaning
        )?;
    }
    let error = |values: &[f64]| {
        EstimateFit::of::<G>(values)
            .measure::<G>(pool, setup, &tests)
            .error()
    };
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
