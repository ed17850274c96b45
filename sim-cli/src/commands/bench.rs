//! `goldrush lab bench`.

use std::io::Write;
use std::time::Instant;

use goldrush_harness::sim::batch;
use goldrush_harness::sim::bench::Bench;
use goldrush_harness::study::lineup::{Lineup, split_names};
use goldrush_harness::study::{LIMIT, check_seed};
use goldrush_support::error::bad_input;

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
    let bench = Bench {
        setup: &setup,
        lineup: &lineup,
        seed: args.seed,
        games: args.games,
        playouts: args.playouts,
    };
    let played = bench.play(&pool);
    let elapsed_s = started.elapsed().as_secs_f64();
    let games_rate = args.games as f64 / elapsed_s;
    let turns_rate = played.turns as f64 / elapsed_s;
    writeln!(out, "games        {}", args.games)?;
    writeln!(out, "seconds      {elapsed_s:.3}")?;
    writeln!(out, "games/s      {games_rate:.0}")?;
    if !args.playouts {
        writeln!(out, "turns/s      {turns_rate:.0}")?;
    }
    let (bytes, ns) = bench.state();
    writeln!(out, "state        {bytes} bytes")?;
    writeln!(out, "clone        {ns:.0} ns")?;
    writeln!(out, "fingerprint  {:016x}", played.fingerprint.value())?;
    Ok(())
}
