//! `goldrush lab bench`.

use std::hint::black_box;
use std::io::Write;
use std::time::Instant;

use goldrush_engine::fingerprint::Fingerprint;
use goldrush_engine::game::Game as _;
use goldrush_engine::rng::deal_stream;
use goldrush_games::analyzable::Analyzable;
use goldrush_games::registry::with_setup;
use goldrush_harness::sim::batch;
use goldrush_harness::sim::play::GameRunner;
use goldrush_harness::sim::seated_agents::SeatedAgents;
use goldrush_harness::study::lineup::{Lineup, split_names};
use goldrush_harness::study::{LIMIT, check_seed};
use goldrush_support::error::bad_input;
use goldrush_support::progress::Progress;
use rayon::ThreadPool;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::cli::args::BenchArgs;

pub(super) fn run(args: &BenchArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let lineup = Lineup::from_names(args.rules.game()?, &split_names(&args.agents), args.players)?;
    if lineup.has_commands() {
        return Err(bad_input(
            "--agents: bench measures agents of this program; a match tells the time of other bots",
        ));
    }
    let setup = args.rules.setup(lineup.players())?;
    check_seed(args.seed)?;
    if args.games == 0 || args.games >= LIMIT {
        return Err(bad_input(format!(
            "--games {}: at least 1 and less than 2^63 are possible",
            args.games
        )));
    }
    let pool = batch::pool(Some(args.threads))?;
    let started = Instant::now();
    let (fingerprint, turns) =
        with_setup!(&setup, G, setup => play::<G>(setup, &lineup, args, &pool));
    let elapsed_s = started.elapsed().as_secs_f64();
    let rate = |n: u64| n as f64 / elapsed_s;
    writeln!(out, "games        {}", args.games)?;
    writeln!(out, "seconds      {elapsed_s:.3}")?;
    writeln!(out, "games/s      {:.0}", rate(args.games))?;
    if !args.playouts {
        writeln!(out, "turns/s      {:.0}", rate(turns))?;
    }
    let (bytes, ns) = with_setup!(&setup, G, setup => {
        let state = G::deal(setup, &mut deal_stream(args.seed, 0));
        (size_of_val(&state), clone_ns(&state))
    });
    writeln!(out, "state        {bytes} bytes")?;
    writeln!(out, "clone        {ns:.0} ns")?;
    writeln!(out, "fingerprint  {:016x}", fingerprint.value())?;
    Ok(())
}

/// Plays all games; returns their fingerprint and the number of turns.
fn play<G: Analyzable>(
    setup: &G::Setup,
    lineup: &Lineup,
    args: &BenchArgs,
    pool: &ThreadPool,
) -> (Fingerprint, u64) {
    let add = |(mut sum, turns): (Fingerprint, u64), (fingerprint, more): (Fingerprint, u64)| {
        sum.merge(fingerprint);
        (sum, turns + more)
    };
    let none = || (Fingerprint::EMPTY, 0);
    let mut progress = Progress::new("games", args.games);
    // Parts are long enough to make their start-up cost negligible.
    let part = args.games.div_ceil(100).max(1000);
    let mut played = 0;
    let mut sum = none();
    while played < args.games {
        let games = played..(played + part).min(args.games);
        let count = games.end - games.start;
        let game = |(game_runner, agents): &mut (GameRunner<G>, SeatedAgents<G>), block| match args
            .playouts
        {
            true => (game_runner.play_out(args.seed, block), 0),
            false => game_runner.play_hashed(agents, lineup, args.seed, block),
        };
        let begin = || (GameRunner::new(setup), SeatedAgents::default());
        let parts = pool.install(|| {
            games
                .into_par_iter()
                .map_init(begin, game)
                .reduce(none, add)
        });
        sum = add(sum, parts);
        played += count;
        progress.add(count);
    }
    progress.finish();
    sum
}

/// Returns the time of one clone, in nanoseconds.
fn clone_ns(state: &impl Clone) -> f64 {
    const CLONES: u32 = 10_000;
    let started = Instant::now();
    for _ in 0..CLONES {
        black_box(black_box(state).clone());
    }
    started.elapsed().as_secs_f64() * 1e9 / f64::from(CLONES)
}
