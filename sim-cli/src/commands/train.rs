//! `goldrush train`.

use std::io::{self, IsTerminal as _, Write};

use super::{play, puzzle};
use crate::cli::args::{SkinArgs, TrainArgs};

pub(super) fn run(args: &TrainArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let plain = play::is_plain(&args.skin);
    loop {
        let skin = SkinArgs {
            plain,
            ..args.skin.clone()
        };
        let Some(host) = puzzle::next(args, &skin)? else {
            return Ok(());
        };
        play::show(host, skin, out)?;
        // A script that answers on and on has solved one puzzle.
        if !plain || !io::stdin().is_terminal() {
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
