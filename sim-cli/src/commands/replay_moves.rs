//! `goldrush replay` of games that are written down as their moves.

use std::io::Write;

use goldrush_engine::carcassonne::Carcassonne;
use goldrush_engine::game::State;
use goldrush_engine::knizia_gold::KniziaGold;
use goldrush_engine::player::Player;
use serde_json::Value;

use crate::cli::args::ReplayArgs;
use crate::error::bad_input;
use crate::games::GameName;
use crate::games::diary::{FORMAT, MoveRecord};
use crate::games::variants::printed;
use crate::report::wrap;
use crate::table::family::shown::Shown;

/// Whether a record is one of these.
pub(super) fn is_one(record: &Value) -> bool {
    record.get("game").and_then(Value::as_str).is_some_and(|game| game != GameName::GoldRush.about().name)
}

/// Plays a record again, checks it, and shows the position that is asked for.
pub(super) fn run(record: &Value, args: &ReplayArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let name = record.get("game").and_then(Value::as_str).unwrap_or_default();
    match name.parse().map_err(|e: String| wrong(args, &e))? {
        GameName::GoldRush => Err(wrong(args, "not a record")),
        GameName::Carcassonne | GameName::CarcassonneWithMines => show::<Carcassonne>(record, args, out),
        GameName::KniziaGold => show::<KniziaGold>(record, args, out),
    }
}

fn wrong(args: &ReplayArgs, what: &str) -> anyhow::Error {
    bad_input(format!("game {}: {what}", args.game))
}

fn show<G: Shown>(record: &Value, args: &ReplayArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let goes_on = record.get("session").is_some();
    let record: MoveRecord<G::Rules> =
        serde_json::from_value(record.clone()).map_err(|e| wrong(args, &format!("not a record: {e}")))?;
    let MoveRecord { format, game, seed, block, seating, rules, seats, moves, scores, .. } = &record;
    if format != FORMAT {
        return Err(wrong(args, &format!("format {format}; {FORMAT} is expected")));
    }
    let setup = printed::<G>(rules.clone(), seats.len())?;
    // As long as the program: it ends with the picture.
    let setup: &'static G::Setup = Box::leak(Box::new(setup));
    if let Some(turn) = args.turn.filter(|&turn| turn > moves.len()) {
        return Err(bad_input(format!("--turn {turn}: the game has {} moves", moves.len())));
    }
    let until = args.turn.unwrap_or(moves.len());
    let dealt = G::read_deal(setup, &record.deal).map_err(|e| wrong(args, &format!("the deal: {e}")))?;
    let not_by_the_rules = |e| anyhow::anyhow!("game {} is not by the rules: {e}", args.game);
    let (mut number, mut position) = (0, None);
    let end = record.follow::<G>(dealt, |state, _| {
        if number == until {
            position = Some(state.clone());
        }
        number += 1;
    });
    let end = end.map_err(not_by_the_rules)?;
    // A game that is still being played says so.
    if !goes_on || end.to_move().is_none() {
        record.check_end(&end).map_err(not_by_the_rules)?;
    }
    let names: Vec<_> = seats.iter().enumerate().map(|(seat, name)| format!("{} {name}", letter(seat))).collect();
    writeln!(out, "{game}, seed {seed} block {block} seating {seating}: {}", names.join(", "))?;
    writeln!(out, "after {until} of {} moves\n", moves.len())?;
    for (number, line) in moves[..until].iter().enumerate() {
        writeln!(out, "{:>4}  {}  {}", number + 1, letter(line.seat), line.mv)?;
    }
    let state = position.unwrap_or(end);
    writeln!(out, "\n{}", G::picture(&state, true, args.color.colors()))?;
    for paragraph in G::HELP {
        wrap::write(paragraph, "", "", out)?;
    }
    writeln!(out)?;
    let points = state.scores();
    for seat in Player::all(state.players()) {
        let supplies = G::SUPPLIES.iter().zip(G::supplies(&state, seat)).map(|(name, value)| format!("{name} {value}"));
        let supplies: Vec<_> = supplies.collect();
        writeln!(
            out,
            "{} {}: {} points, {}",
            letter(seat.index()),
            seats[seat.index()],
            points[seat],
            supplies.join(", ")
        )?;
    }
    if until == moves.len() {
        let scores: Vec<_> =
            scores.iter().enumerate().map(|(seat, score)| format!("{} {score}", letter(seat))).collect();
        writeln!(out, "scores: {}", scores.join(", "))?;
    }
    Ok(())
}

fn letter(seat: usize) -> char {
    char::from(b'A' + seat as u8)
}
