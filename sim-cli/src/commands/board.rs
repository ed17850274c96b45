//! `goldrush board`.

use std::io::Write;

use serde_json::Value;

use super::play;
use super::replay::{own_tiles, replay_run};
use crate::cli::args::BoardArgs;
use crate::error::bad_input;
use crate::games::playable::{Finder, RecordedGame};
use crate::games::registry::with_game;
use crate::store::record::{components, game_of, read_line};
use crate::study::Plan;
use crate::table::host::Host;
use crate::table::live_game::on_board;
use crate::table::shelf::file_of;
use crate::table::variation::VariationPlayers;

pub(super) fn run(args: &BoardArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut host = match (&args.run, &args.file) {
        (Some(folder), _) => {
            let (record, tiles) = replay_run(&Plan::read(folder)?, args.number)?;
            of_record(&record, &own_tiles(tiles))
        }
        (None, Some(file)) => {
            let file = file_of(file);
            let record = read_line(&file, args.number)?;
            let wrong = |e| bad_input(format!("{}: line {}: {e}", file.display(), args.number + 1));
            of_record(&record, &components(args.tiles.as_deref(), Some(&file))).map_err(wrong)
        }
        (None, None) => Err(bad_input("give a file of records, or --run and a folder")),
    }?;
    if let Some(turn) = args.turn
        && !host.begin_variation(turn, VariationPlayers::PersonHere)
    {
        return Err(bad_input(format!("--turn {turn}: the game has turns 0 to {}", host.turns().saturating_sub(1))));
    }
    play::show(host, args.skin.clone(), out)
}

/// Puts a recorded game on the board.
fn of_record(record: &Value, components: &Finder) -> anyhow::Result<Box<dyn Host>> {
    with_game!(game_of(record).map_err(bad_input)?, G => {
        let played = RecordedGame::<G>::read(record, false, components).map_err(|e| bad_input(e.to_string()))?;
        Ok(on_board(&played))
    })
}
