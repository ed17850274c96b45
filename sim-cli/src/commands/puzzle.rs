//! The next puzzle of `goldrush train`.

use crate::cli::args::TrainArgs;
use crate::error::bad_input;
use crate::games::GameName;
use crate::progress::Progress;
use crate::table::host::Host;
use crate::table::live_game::of_puzzle;
use crate::table::training::{Difficulty, Training};

/// Finds the next puzzle and puts it on the table.
pub(super) fn next(args: &TrainArgs) -> anyhow::Result<Box<dyn Host>> {
    let game: GameName = args.game.parse().map_err(|e| bad_input(format!("--game: {e}")))?;
    let difficulty = Difficulty::from_name(&args.difficulty).expect("the command line accepts these names only");
    let mut progress = Progress::new("games searched for a puzzle", 0);
    let puzzle = Training::read()?.next(game, difficulty, args.seed, &mut || progress.add(1));
    progress.finish();
    of_puzzle(game, puzzle?)
}
