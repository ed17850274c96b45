//! The next puzzle of `goldrush train`.

use std::io::{self, IsTerminal as _};

use goldrush_games::GameName;
use goldrush_harness::study::check_seed;
use goldrush_support::error::bad_input;
use goldrush_table::host::Host;
use goldrush_table::live_game::of_puzzle;
use goldrush_table::training::{Difficulty, Training};

use crate::cli::args::TrainArgs;

/// Finds the next puzzle and puts it on the table.
pub(super) fn next(args: &TrainArgs) -> anyhow::Result<Box<dyn Host>> {
    let game: GameName = args
        .game
        .parse()
        .map_err(|e| bad_input(format!("--game: {e}")))?;
    let difficulty =
        Difficulty::from_name(&args.difficulty).expect("the command line accepts these names only");
    check_seed(args.seed)?;
    let mut games = 0;
    let mut searching = || {
        games += 1;
        if games == 1 && io::stderr().is_terminal() {
            eprintln!("Looking for a puzzle …");
        }
    };
    let puzzle = Training::read()?.next(game, difficulty, args.seed, &mut searching)?;
    of_puzzle(game, puzzle)
}
