//! `goldrush board`.

use std::cell::RefCell;
use std::io::Write;

use goldrush_engine::game::Game as _;
use goldrush_engine::record::{BotEvaluations, HUMAN};
use goldrush_engine::rng::deal_stream;
use goldrush_games::playable::{Components, Finder, RecordedGame, Unreadable};
use goldrush_games::registry::{with_game, with_setup};
use goldrush_games::{Choice, GameName, Heading};
use goldrush_harness::store::record::{components, game_of, read_line};
use goldrush_harness::study::draw_seed;
use goldrush_support::error::bad_input;
use goldrush_table::host::Host;
use goldrush_table::live_game::on_board;
use goldrush_table::shelf::file_of;
use goldrush_table::variation::VariationPlayers;
use serde_json::Value;

use super::game_of_run::{TILES, game_of_run};
use super::play;
use crate::cli::args::BoardArgs;

pub(super) fn run(args: &BoardArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut host = match (&args.run, &args.file) {
        (Some(folder), _) => {
            let (record, tiles) = game_of_run(folder, args.number)?;
            of_record(&record, &Components::carried(tiles, TILES), "")
        }
        (None, Some(file)) => {
            let file = file_of(file);
            let record = read_line(&file, args.number)?;
            let place = format!("{}: line {}: ", file.display(), args.number + 1);
            of_record(
                &record,
                &components(args.tiles.as_deref(), Some(&file), &record),
                &place,
            )
        }
        (None, None) => new(args),
    }?;
    if let Some(turn) = args.turn
        && !host.begin_variation(turn, VariationPlayers::PersonHere)
    {
        return Err(bad_input(format!(
            "--turn {turn}: the game has turns 0 to {}",
            host.turns().saturating_sub(1)
        )));
    }
    play::show(host, args.skin.clone(), out)
}

/// Puts a new game on the board.
fn new(args: &BoardArgs) -> anyhow::Result<Box<dyn Host>> {
    let game: GameName = args
        .game
        .parse()
        .map_err(|e| bad_input(format!("--game: {e}")))?;
    let setup = Choice::printed(game)
        .setup(args.players)
        .map_err(|e| bad_input(format!("--players: {e:#}")))?
        .0;
    with_setup!(setup, G, setup => {
        let setup: &'static _ = Box::leak(Box::new(setup));
        let seed = draw_seed()?;
        let seats = vec![HUMAN.to_owned(); args.players];
        let heading = Heading { seed, seats, ..Heading::default() };
        let dealt = G::deal(setup, &mut deal_stream(seed, 0));
        let evaluations = BotEvaluations::default();
        Ok(on_board::<G>(&RecordedGame { setup, heading, dealt, moves: Vec::new(), evaluations }, None))
    })
}

/// Puts a recorded game on the board; `place` precedes the error about a record that cannot be read.
fn of_record(record: &Value, components: &Finder, place: &str) -> anyhow::Result<Box<dyn Host>> {
    with_game!(game_of(record).map_err(|e| bad_input(format!("{place}{e}")))?, G => {
        let own_tiles = RefCell::new(None);
        let finder = |name: &str, hash: &str| {
            let found = components(name, hash)?;
            own_tiles.replace(found.as_ref().map(|found| found.text.clone()));
            Ok(found)
        };
        match RecordedGame::<G>::read(record, false, &finder) {
            Ok(played) => Ok(on_board(&played, own_tiles.into_inner())),
            Err(e @ Unreadable::Format(_)) => Err(bad_input(format!("{place}{e}"))),
            Err(e @ Unreadable::Rules(_)) => Err(anyhow::anyhow!("{place}{e}")),
        }
    })
}
