//! `goldrush serve`.

use std::io::{self, Write};

use crate::cli::args::ServeArgs;
use crate::error::bad_input;
use crate::games::Choice;
use crate::protocol::serve::Server;
use crate::study::lineup::parse;

pub(super) fn run(args: &ServeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = args.game.parse().map_err(|e| bad_input(format!("--game: {e}")))?;
    let spec = parse(game, "--agent", &args.agent)?.built_in("--agent")?;
    let mut choice = Choice::printed(game);
    if let Some(tiles) = &args.tiles {
        choice.set("tiles", tiles).map_err(|e| bad_input(format!("--tiles: {e}")))?;
        choice.setup(2)?;
    }
    let server = Server { game, spec, own: choice.into_values() };
    server.serve(&mut io::stdin().lock(), out)
}
