//! `goldrush replay` of games that are written down as their moves.

use std::io::Write;
use std::sync::Arc;

use goldrush_engine::carcassonne::{self, Carcassonne};
use goldrush_engine::game::{Game, State, Text as _};
use goldrush_engine::knizia_gold::{self, KniziaGold};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::cli::args::ReplayArgs;
use crate::cli::bad_input;
use crate::family::diary::{FORMAT, MoveRecord};
use crate::family::{GameName, knizia_gold as knizia_rules};

/// Whether a record is one of these.
pub(super) fn is_one(record: &Value) -> bool {
    record.get("game").and_then(Value::as_str).is_some_and(|game| game != GameName::GoldRush.name())
}

/// Plays a record again, checks it, and shows the position that is asked for.
pub(super) fn run(record: &Value, args: &ReplayArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let wrong = |what: String| bad_input(format!("game {}: {what}", args.game));
    let name = record.get("game").and_then(Value::as_str).unwrap_or_default();
    match name.parse().map_err(wrong)? {
        GameName::GoldRush => Err(wrong("not a record".into())),
        GameName::Carcassonne | GameName::CarcassonneWithMines => {
            let record: MoveRecord<carcassonne::Rules> = read(record, args)?;
            let catalogue = Arc::new(carcassonne::Catalogue::printed());
            let setup = carcassonne::Setup::new(catalogue, record.rules, record.seats.len()).map_err(wrong)?;
            show::<_, Carcassonne>(&record, &setup, args, out)
        }
        GameName::KniziaGold => {
            let record: MoveRecord<knizia_rules::Rules> = read(record, args)?;
            let setup = knizia_gold::Setup::new(record.seats.len(), record.rules.whole_match).map_err(wrong)?;
            show::<_, KniziaGold>(&record, setup, args, out)
        }
    }
}

fn read<R: DeserializeOwned>(record: &Value, args: &ReplayArgs) -> anyhow::Result<MoveRecord<R>> {
    let wrong = |what: String| bad_input(format!("game {}: {what}", args.game));
    let record: MoveRecord<R> =
        serde_json::from_value(record.clone()).map_err(|e| wrong(format!("not a record: {e}")))?;
    if record.format != FORMAT {
        return Err(wrong(format!("format {}; {FORMAT} is expected", record.format)));
    }
    Ok(record)
}

fn show<'s, R, G: Game>(
    record: &MoveRecord<R>,
    setup: <G::State<'s> as State>::Setup,
    args: &ReplayArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if let Some(turn) = args.turn.filter(|&turn| turn > record.moves.len()) {
        return Err(bad_input(format!("--turn {turn}: the game has {} moves", record.moves.len())));
    }
    let until = args.turn.unwrap_or(record.moves.len());
    let (mut number, mut position) = (0, String::new());
    let replayed = record.replay::<G>(setup, |state, _| {
        if number == until {
            position = state.to_text();
        }
        number += 1;
    });
    replayed.map_err(|e| anyhow::anyhow!("game {} is not by the rules: {e}", args.game))?;
    let names: Vec<_> = record.seats.iter().enumerate().map(|(seat, name)| format!("{seat} {name}")).collect();
    let MoveRecord { game, seed, block, seating, moves, scores, .. } = record;
    writeln!(out, "{game}, seed {seed} block {block} seating {seating}: {}", names.join(", "))?;
    writeln!(out, "after {until} of {} moves\n", moves.len())?;
    for (number, line) in moves[..until].iter().enumerate() {
        writeln!(out, "{:>4}  seat {}  {}", number + 1, line.seat, line.mv)?;
    }
    writeln!(out, "\n{position}")?;
    if until == moves.len() {
        let scores: Vec<_> = scores.iter().enumerate().map(|(seat, score)| format!("seat {seat} {score}")).collect();
        writeln!(out, "scores: {}", scores.join(", "))?;
    }
    Ok(())
}
