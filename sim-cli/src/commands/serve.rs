//! `goldrush lab serve`.

use std::io::{self, Write};

use goldrush_games::Choice;
use goldrush_games::registry::with_game;
use goldrush_harness::protocol::message::BotOptions;
use goldrush_harness::protocol::serve::Server;
use goldrush_harness::study::lineup::parse;
use goldrush_harness::surroundings::environment;
use goldrush_support::error::bad_input;

use crate::cli::args::ServeArgs;

pub(super) fn run(args: &ServeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let game = args
        .game
        .parse()
        .map_err(|e| bad_input(format!("--game: {e}")))?;
    let spec = parse(game, "--agent", &args.agent)?.built_in("--agent")?;
    let mut choice = Choice::printed(game);
    if let Some(tiles) = &args.tiles {
        choice
            .set("tiles", tiles)
            .map_err(|e| bad_input(format!("--tiles: {e}")))?;
        choice.setup(2)?;
    }
    let (name, version) = (
        format!("goldrush {spec}"),
        Some(env!("CARGO_PKG_VERSION").to_owned()),
    );
    let games = vec![game];
    let own = choice.into_values();
    with_game!(game, G => {
        let make = |players, _: &BotOptions| spec.build::<G>(&environment(players));
        let server = Server::<G> { name, version, games, options: BotOptions::new(), make: &make, own };
        server.serve(&mut io::stdin().lock(), out)
    })
}
