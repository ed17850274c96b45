//! `goldrush analyze`.

use std::io::Write;
use std::path::{Path, PathBuf};

use goldrush_ai::search::appraisal::Thoroughness;
use goldrush_engine::carcassonne::Carcassonne;
use goldrush_engine::game::State as _;
use goldrush_engine::gold_rush::GoldRush;
use goldrush_engine::knizia_gold::KniziaGold;
use serde_json::Value;

use crate::analysis::source::Source;
use crate::analysis::{game, position};
use crate::cli::args::AnalyzeArgs;
use crate::error::bad_input;
use crate::games::GameName;
use crate::games::analyzed::Analyzed;
use crate::sim::batch;
use crate::store::file::write_whole;
use crate::store::record::read_line;
use crate::study::check_seed;

pub(super) fn run(args: &AnalyzeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    check_seed(args.seed)?;
    let record = read_line(&args.file, args.record)?;
    let name = record.get("game").and_then(Value::as_str).and_then(|name| name.parse().ok());
    let place = format!("{}: game {}", args.file.display(), args.record);
    match name.unwrap_or_default() {
        GameName::GoldRush => {
            analyze(&Source::<GoldRush>::read(&args.file, args.record, args.tiles.as_deref())?, args, out)
        }
        GameName::Carcassonne | GameName::CarcassonneWithMines => {
            analyze(&Source::<Carcassonne>::of_moves(&record, &place)?, args, out)
        }
        GameName::KniziaGold => analyze(&Source::<KniziaGold>::of_moves(&record, &place)?, args, out),
    }
}

fn analyze<G: Analyzed>(source: &Source<G>, args: &AnalyzeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let pool = batch::pool(args.threads)?;
    let (moves, worlds) = if args.game { (2, 200) } else { (8, 400) };
    let thoroughness = Thoroughness {
        candidates: 60.max(args.moves.unwrap_or(0).into()),
        finalists: args.moves.unwrap_or(moves).into(),
        worlds: args.worlds.unwrap_or(worlds) as usize,
    };
    if args.game {
        let analysis = pool.install(|| game::analyse(source, thoroughness, args.seed));
        let svg = args.svg.clone().unwrap_or_else(|| beside(&args.file));
        write_whole(&svg, &analysis.svg::<G>())?;
        if args.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&analysis)?)?;
        } else {
            analysis.write::<G>(out)?;
            writeln!(out, "\nThe margin over the game: {}", svg.display())?;
        }
        return Ok(());
    }
    let (played, unit) = (source.played(), G::UNIT.name());
    let number = match args.turn {
        Some(turn) if turn > played => {
            return Err(bad_input(format!("--turn {turn}: {played} {unit}s were played")));
        }
        Some(turn) => turn,
        None if source.position(played).0.to_move().is_none() => played.saturating_sub(1),
        None => played,
    };
    let analysis = pool.install(|| position::analyse(source, number, thoroughness, args.seed))?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&analysis)?)?;
    } else {
        analysis.write::<G>(out)?;
    }
    Ok(())
}

/// The graph of a file, in the folder where one is.
fn beside(file: &Path) -> PathBuf {
    PathBuf::from(format!("{}.svg", file.file_stem().unwrap_or(file.as_os_str()).to_string_lossy()))
}
