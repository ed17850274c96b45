//! `goldrush tune`.

use std::io::Write;
use std::ops::Range;

use goldrush_engine::rng::tool_stream;
use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::{fit, regret, value};
use crate::cli::args::TuneArgs;
use crate::error::bad_input;
use crate::games::analyzable::Analyzable;
use crate::games::registry::with_setup;
use crate::games::tunable::Tunable;
use crate::progress::Progress;
use crate::sim::batch;
use crate::sim::play::Arena;
use crate::stats::confidence::Confidence;
use crate::stats::interval::Estimate;
use crate::stats::spsa::{self, Gains, Tuned};
use crate::stats::sums::Sums;
use crate::study::GameId;
use crate::study::check_seed;
use crate::study::lineup::Lineup;

/// Blocks of the test between two looks at the progress.
const BATCH: u64 = 256;

pub(super) fn run(args: &TuneArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let setup = args.rules.setup(args.players)?;
    with_setup!(&setup, G, setup => tune::<G>(args, setup, out))
}

fn tune<G: Tunable + Analyzable>(args: &TuneArgs, setup: &G::Setup, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = args.rules.game()?;
    if args.regret.regret {
        check_seed(args.seed)?;
        return regret::run::<G>(args, setup, &batch::pool(args.threads)?, out);
    }
    if args.fit.value {
        check_seed(args.seed)?;
        return value::run::<G>(args, setup, &batch::pool(args.threads)?, out);
    }
    if G::WEIGHTS.is_empty() {
        return Err(bad_input(format!("--game {game}: its agents go by no weights that could be tuned")));
    }
    check_seed(args.seed)?;
    if args.iterations == 0 || args.games == 0 {
        return Err(bad_input("--iterations and --games: at least 1 is possible"));
    }
    for (option, number) in [("--perturbation", args.perturbation), ("--step", args.step)] {
        if !(number > 0.0 && number.is_finite()) {
            return Err(bad_input(format!("{option} {number}: a number above 0 is expected")));
        }
    }
    let pool = batch::pool(args.threads)?;
    let start = G::tuned(args.players);
    let numbers: Vec<Tuned> = (G::WEIGHTS.iter().zip(&start))
        .map(|(weight, &value)| Tuned { low: weight.range.0.into(), high: weight.range.1.into(), value })
        .collect();
    if args.fit.estimate {
        return fit::run::<G>(args, setup, &pool, &numbers, out);
    }
    let blocks = args.games.div_ceil(args.players as u64);
    // Leads count once for each other seat, and a block has a game for each seat.
    let unit = (args.players * (args.players - 1)) as f64;
    let mut progress = Progress::new("iterations", args.iterations);
    let gains = Gains { perturbation: args.perturbation, step: args.step };
    let tuned = spsa::tune(numbers, args.iterations, gains, &mut tool_stream(args.seed), |k, plus, minus| {
        let lineup = Lineup::of_match(game, &spec::<G>(plus), &spec::<G>(minus), args.players, false)?;
        let mut sums = Sums::default();
        add_leads::<G>(&pool, setup, &lineup, args.seed, k * blocks..(k + 1) * blocks, &mut sums);
        progress.add(1);
        Ok(sums.sum as f64 / unit / blocks as f64)
    })?;
    progress.finish();
    // The test plays deals that tuning never saw.
    let lineup = Lineup::of_match(game, &spec::<G>(&tuned), &spec::<G>(&start), args.players, false)?;
    let test_seed = (args.seed + 1) % crate::study::LIMIT;
    let tests = args.test.div_ceil(args.players as u64);
    let mut progress = Progress::new("deals of the test", tests);
    let mut sums = Sums::default();
    for first in (0..tests).step_by(BATCH as usize) {
        let end = (first + BATCH).min(tests);
        add_leads::<G>(&pool, setup, &lineup, test_seed, first..end, &mut sums);
        progress.add(end - first);
    }
    progress.finish();
    for ((weight, before), after) in G::WEIGHTS.iter().zip(&start).zip(&tuned) {
        writeln!(out, "{:<18}{before:>9.4} -> {after:>9.4}   {}", weight.name, weight.meaning)?;
    }
    let test = Estimate::new(Confidence::USUAL, tests, &sums, unit);
    let half = test.half_width.map_or_else(String::new, |half| format!(" ±{half:.2}"));
    writeln!(
        out,
        "\nlead of one tuned seat over the mean of others that play the first setting: {:+.2}{half} points, {} deals, seed {test_seed}",
        test.mean, tests
    )?;
    writeln!(out, "{}", spec::<G>(&tuned))?;
    Ok(())
}

/// The heuristic with these weights.
fn spec<G: Tunable>(values: &[f64]) -> String {
    let pairs: Vec<_> =
        G::WEIGHTS.iter().zip(values).map(|(weight, value)| format!("{}={value:.4}", weight.name)).collect();
    format!("heuristic:{}", pairs.join(","))
}

/// Adds the leads of A in some blocks.
fn add_leads<G: Tunable>(
    pool: &ThreadPool,
    setup: &G::Setup,
    lineup: &Lineup,
    seed: u64,
    blocks: Range<u64>,
    sums: &mut Sums,
) {
    let lead = |table: &mut Arena<G>, block| -> i64 {
        let seatings = 0..lineup.seatings();
        seatings.map(|seating| table.play_lead(lineup, seed, GameId { block, arm: 0, seating })).sum()
    };
    let leads: Vec<i64> = pool.install(|| blocks.into_par_iter().map_init(|| Arena::new(setup), lead).collect());
    leads.into_iter().for_each(|lead| sums.push(lead));
}
