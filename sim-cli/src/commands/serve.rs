//! `goldrush serve`.

use std::io::{self, Write};

use crate::cli::args::ServeArgs;
use crate::error::bad_input;
use crate::games::gold_rush::variants::load_catalogue;
use crate::protocol::serve::Server;
use crate::study::lineup::parse;

pub(super) fn run(args: &ServeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = args.game.parse().map_err(|e| bad_input(format!("--game: {e}")))?;
    let spec = parse(game, "--agent", &args.agent)?.built_in("--agent")?;
    let server = Server { game, spec, tiles: load_catalogue(&args.tiles)?.into() };
    server.serve(&mut io::stdin().lock(), out)
}
