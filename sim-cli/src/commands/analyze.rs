//! `goldrush analyze`.

use std::io::Write;
use std::path::{Path, PathBuf};

use goldrush_ai::search::move_evaluation::{Selection, Thoroughness};
use goldrush_engine::game::State as _;
use goldrush_games::playable::{Playable, RecordedGame};
use goldrush_games::registry::with_game;
use goldrush_games::turn_index::TurnIndex;
use goldrush_harness::sim::batch;
use goldrush_harness::store::file::write_shared;
use goldrush_harness::store::record::{components, game_of, is_being_played, read_line};
use goldrush_harness::study::check_seed;
use goldrush_support::error::bad_input;
use goldrush_support::printable::printable;
use goldrush_table::analysis::{game, move_report, position, review};
use goldrush_table::shelf::file_of;

use crate::cli::args::AnalyzeArgs;

pub(super) fn run(args: &AnalyzeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    check_seed(args.seed)?;
    let record = read_line(&file_of(&args.file), args.record)?;
    let complete = !is_being_played(&record);
    let components = components(args.tiles.as_deref(), Some(&args.file), &record);
    with_game!(game_of(&record).map_err(|e| wrong_record(args, &e))?, G => {
        let played = RecordedGame::<G>::read(&record, complete, &components).map_err(|e| wrong_record(args, &e))?;
        analyze(&played, args, out)
    })
}

/// Returns the error of a record.
fn wrong_record(args: &AnalyzeArgs, what: &dyn std::fmt::Display) -> anyhow::Error {
    bad_input(format!(
        "{}: game {}: {what}",
        args.file.display(),
        args.record
    ))
}

fn analyze<G: Playable>(
    played: &RecordedGame<G>,
    args: &AnalyzeArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let pool = batch::pool(args.threads)?;
    if args.game {
        let worlds = args.worlds.map_or(review::WORLDS, |worlds| worlds as usize);
        let analysis = pool.install(|| game::analyse(played, worlds, args.seed));
        let svg = args.svg.clone().unwrap_or_else(|| beside(&args.file));
        write_shared(&svg, &analysis.svg())?;
        if args.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&analysis)?)?;
        } else {
            analysis.write::<G>(out)?;
            writeln!(
                out,
                "\nThe margin over the game: {}",
                printable(svg.display())
            )?;
        }
        return Ok(());
    }
    let all = played.turns().len();
    let over = played.after(played.moves.len()).to_move().is_none();
    let at_turn = args.turn.unwrap_or_else(|| {
        // Default: the current position or, if the game is over, before its last turn.
        let turn_start = played.turns().last().map_or(0, |(first, _)| *first);
        let unfinished = !over
            && turn_start < played.moves.len()
            && !G::begins_turn(&played.after(played.moves.len()));
        match (over, unfinished) {
            (true, _) => TurnIndex {
                turns: all.saturating_sub(1),
                moves: 0,
            },
            (false, true) => TurnIndex {
                turns: all - 1,
                moves: played.moves.len() - turn_start,
            },
            (false, false) => TurnIndex {
                turns: all,
                moves: 0,
            },
        }
    });
    if args.moves == Some(0) && args.also.is_empty() {
        return Err(bad_input(
            "--moves 0: shows nothing; name a turn with --also, or give at least 1",
        ));
    }
    let usual = move_report::THOROUGHNESS;
    let thoroughness = Thoroughness {
        selection: args.choose_worlds.map_or(usual.selection, |worlds| {
            Selection::Outright(worlds as usize)
        }),
        finalists: args.moves.map_or(usual.finalists, usize::from),
        worlds: args.worlds.map_or(usual.worlds, |worlds| worlds as usize),
    };
    let analysis = pool.install(|| {
        position::analyse(
            played,
            at_turn,
            thoroughness,
            &args.also,
            args.seed,
            args.by_world,
        )
    })?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&analysis)?)?;
    } else {
        analysis.write::<G>(out)?;
    }
    Ok(())
}

/// Returns the file for the graph, named after the game's file, in the current folder.
fn beside(file: &Path) -> PathBuf {
    PathBuf::from(format!(
        "{}.svg",
        file.file_stem()
            .unwrap_or(file.as_os_str())
            .to_string_lossy()
    ))
}
