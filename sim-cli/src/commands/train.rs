//! `goldrush train`.

use std::io::{self, Write};

use super::play;
use crate::cli::args::{SkinArgs, TrainArgs};
use crate::error::bad_input;
use crate::games::GameName;
use crate::progress::Progress;
use crate::table::host::Host;
use crate::table::live_game::of_puzzle;
use crate::table::training::{Difficulty, Training};
use crate::tui;

pub(super) fn run(args: &TrainArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let plain = args.skin.plain || !args.skin.browser && !tui::is_possible();
    loop {
        play::show(begin(args)?, SkinArgs { plain, ..args.skin.clone() }, out)?;
        if !plain {
            return Ok(());
        }
        write!(out, "Enter for the next puzzle, q to quit.\n> ")?;
        out.flush()?;
        let mut line = String::new();
        if io::stdin().read_line(&mut line)? == 0 || line.trim() == "q" {
            writeln!(out)?;
            return Ok(());
        }
    }
}

/// Finds the next puzzle and puts it on the table.
pub(super) fn begin(args: &TrainArgs) -> anyhow::Result<Box<dyn Host>> {
    let game: GameName = args.game.parse().map_err(|e| bad_input(format!("--game: {e}")))?;
    let difficulty = Difficulty::from_name(&args.difficulty).expect("the command line accepts these names only");
    let mut progress = Progress::new("games searched for a puzzle", 0);
    let puzzle = Training::read()?.next(game, difficulty, args.seed, &mut || progress.add(1));
    progress.finish();
    of_puzzle(game, puzzle?)
}
