//! `goldrush analyze`.

use std::io::Write;
use std::path::{Path, PathBuf};

use goldrush_ai::search::appraisal::Thoroughness;
use goldrush_engine::gold_rush::Phase;

use crate::analysis::source::Source;
use crate::analysis::{game, position};
use crate::cli::args::AnalyzeArgs;
use crate::cli::bad_input;
use crate::cli::plan::check_seed;
use crate::report::file::write_whole;
use crate::sim::batch;

pub(super) fn run(args: &AnalyzeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    check_seed(args.seed)?;
    let source = Source::read(&args.file, args.record, args.tiles.as_deref())?;
    let pool = batch::pool(args.threads)?;
    let (moves, worlds) = if args.game { (2, 200) } else { (8, 400) };
    let thoroughness = Thoroughness {
        candidates: 60.max(args.moves.unwrap_or(0).into()),
        finalists: args.moves.unwrap_or(moves).into(),
        worlds: args.worlds.unwrap_or(worlds) as usize,
    };
    if args.game {
        let analysis = pool.install(|| game::analyse(&source, thoroughness, args.seed));
        let svg = args.svg.clone().unwrap_or_else(|| beside(&args.file));
        write_whole(&svg, &analysis.svg())?;
        if args.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&analysis)?)?;
        } else {
            analysis.write(out)?;
            writeln!(out, "\nThe margin over the game: {}", svg.display())?;
        }
        return Ok(());
    }
    let turns = match args.turn {
        Some(turn) if turn > source.turns() => {
            return Err(bad_input(format!("--turn {turn}: {} turns were played", source.turns())));
        }
        Some(turn) => turn,
        None if source.position(source.turns()).0.phase() == Phase::Over => source.turns().saturating_sub(1),
        None => source.turns(),
    };
    let analysis = pool.install(|| position::analyse(&source, turns, thoroughness, args.seed))?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&analysis)?)?;
    } else {
        analysis.write(out)?;
    }
    Ok(())
}

/// The graph of a file, in the folder where one is.
fn beside(file: &Path) -> PathBuf {
    PathBuf::from(format!("{}.svg", file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy()))
}
