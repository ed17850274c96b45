//! `goldrush replay`.

use std::io::Write;
use std::path::Path;

use goldrush_engine::gold_rush::picture::Picture;
use goldrush_engine::gold_rush::{GoldRush, Phase, Record, Recorder, Replay, SOURCES, ScoredRecord, Setup, State};
use goldrush_engine::landscape::tile::KindId;
use goldrush_engine::player::Player;
use serde_json::Value;

use super::replay_moves;
use crate::cli::args::ReplayArgs;
use crate::error::bad_input;
use crate::paint;
use crate::report::wrap;
use crate::sim::bots::BotPool;
use crate::sim::play::{AnyArena, Arena};
use crate::store::record::{read_line, read_record, setup_of};
use crate::study::Plan;

pub(super) fn run(args: &ReplayArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let (record, setup) = match (&args.run, &args.file) {
        (Some(folder), _) => match replay_run(folder, args)? {
            Played::GoldRush(record, setup) => (*record, setup),
            Played::Other(record) => return replay_moves::run(&record, args, out),
        },
        (None, Some(file)) => {
            let value = read_line(file, args.game)?;
            if replay_moves::is_one(&value) {
                return replay_moves::run(&value, args, out);
            }
            let (record, _) = read_record(file, args.game)?;
            let setup = setup_of(&record, args.tiles.as_deref(), file, args.game)?;
            (record, setup)
        }
        (None, None) => return Err(bad_input("give a file of records, or --run and a folder")),
    };
    let seat = args
        .as_seat
        .map(|s| {
            Player::new(s)
                .filter(|_| s < setup.players())
                .ok_or_else(|| bad_input(format!("--as-seat {s}: the game has seats 0 to {}", setup.players() - 1)))
        })
        .transpose()?;
    if let Some(turn) = args.turn.filter(|&t| t > record.turns.len()) {
        return Err(bad_input(format!("--turn {turn}: the game has {} turns", record.turns.len())));
    }
    let from = args.file.as_ref().map_or_else(String::new, |file| format!("{}: ", file.display()));
    let disagrees = |e| anyhow::anyhow!("{from}game {} is not by the rules: {e}", args.game);
    let mut replay = record.replay(&setup).map_err(disagrees)?;
    let mut shown = false;
    loop {
        if args.turn == Some(replay.recorder().turns().len()) && !shown {
            show(&record, &replay, seat, args, out)?;
            shown = true;
        }
        // Also behind the turn that is drawn: the whole record is checked.
        if !replay.step().map_err(disagrees)? {
            break;
        }
    }
    if !shown {
        show(&record, &replay, seat, args, out)?;
    }
    Ok(())
}

/// A game of a run that was played again.
enum Played {
    GoldRush(Box<Record>, Setup),
    /// Written down as its moves.
    Other(Value),
}

fn replay_run(folder: &Path, args: &ReplayArgs) -> anyhow::Result<Played> {
    let plan = Plan::read(folder)?;
    if args.game >= plan.games() {
        return Err(bad_input(format!("--game {}: the run has games 0 to {}", args.game, plan.games() - 1)));
    }
    let (id, mut bots) = (plan.game(args.game), BotPool::of(&plan));
    let arm = plan.arm(id);
    if let crate::games::Setup::GoldRush(setup) = &arm.setup {
        let (_, record) = Arena::<GoldRush>::new(setup).play_recorded(&plan, &mut bots, id, &mut ())?;
        return Ok(Played::GoldRush(Box::new(record), setup.clone()));
    }
    let (_, line) = AnyArena::new(&arm.setup).play_recorded(&plan, &mut bots, id, None)?;
    Ok(Played::Other(serde_json::from_slice(&line)?))
}

fn show(
    record: &Record,
    replay: &Replay,
    seat: Option<Player>,
    args: &ReplayArgs,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let state = replay.state();
    let colors = args.color.colors();
    let turns = replay.recorder().turns().len();
    let over = state.table().phase() == Phase::Over;
    let names: Vec<_> = record.seats.iter().enumerate().map(|(s, name)| format!("{} {name}", letter(s))).collect();
    writeln!(out, "seed {} block {} seating {}: {}", record.seed, record.block, record.seating, names.join(", "))?;
    writeln!(out, "after {turns} of {} turns\n", record.turns.len())?;
    write_log(replay.recorder(), seat, over, out)?;
    writeln!(out)?;
    paint::write(&Picture::of_table(state.table()), colors, out)?;
    writeln!(out, "\nL locomotive  ^ mountain  digit nuggets  [#] city  + junction  t camp  h herd")?;
    writeln!(out, "A-E cowboys of seats 0-4, a-e their tents\n")?;
    write_seats(record, state, seat, over, out)?;
    if !over {
        write_rest(state, out)?;
    }
    Ok(())
}

fn letter(seat: usize) -> char {
    (b'A' + seat as u8) as char
}

fn seat_list(seats: &[usize]) -> String {
    seats.iter().map(|&s| letter(s).to_string()).collect::<Vec<_>>().join(" and ")
}

/// The turns in which something was scored or taken, in words.
fn write_log(recorder: &Recorder, seat: Option<Player>, over: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    for (i, turn) in recorder.turns().iter().enumerate() {
        let mut events = Vec::new();
        let tokens = turn.taken.iter().map(|token| {
            let known = over || seat.is_none_or(|s| s.index() == token.seat);
            let value = if known { token.value.to_string() } else { "?".into() };
            format!("{} {value}", letter(token.seat))
        });
        if !turn.taken.is_empty() {
            events.push(format!("tokens {}", tokens.collect::<Vec<_>>().join(", ")));
        }
        events.extend(turn.scored.iter().map(scored_text));
        events.extend(turn.discarded.iter().map(|kind| format!("{kind} fits nowhere and leaves the game")));
        if !events.is_empty() {
            let head =
                format!("turn {:>2}  {} {:<3} at {:>3},{:<3}  ", i + 1, letter(turn.seat), turn.tile, turn.x, turn.y);
            wrap::write(&events.join("; "), &head, &" ".repeat(head.len()), out)?;
        }
    }
    if over {
        for scored in &recorder.end().scored {
            writeln!(out, "end      {}", scored_text(scored))?;
        }
    }
    Ok(())
}

fn scored_text(scored: &ScoredRecord) -> String {
    let verb = if scored.seats.len() == 1 { "scores" } else { "score" };
    let tiles = if scored.tiles.len() == 1 { "tile" } else { "tiles" };
    format!(
        "{} {verb} {} for a {} of {} {tiles}",
        seat_list(&scored.seats),
        scored.points,
        scored.feature,
        scored.tiles.len()
    )
}

fn write_seats(
    record: &Record,
    state: &State,
    seat: Option<Player>,
    over: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let [r, m, c, p, t] = SOURCES;
    writeln!(out, "   {:<12}{r:>9}{m:>9}{c:>9}{p:>9}{t:>9}{:>9}   held  cowboys  tents", "agent", "points")?;
    for player in Player::all(record.seats.len()) {
        let table = state.table();
        let known = over || seat.is_none_or(|s| s == player);
        let sources = state.sources(player);
        let shown: String = sources[..4].iter().map(|n| format!("{n:>9}")).collect();
        let features: u16 = sources[..4].iter().sum();
        let (tokens, total) = if known {
            (sources[4].to_string(), (features + sources[4]).to_string())
        } else {
            ("?".into(), format!("{features}+?"))
        };
        writeln!(
            out,
            "{}  {:<12}{shown}{tokens:>9}{total:>9}{:>7}{:>9}{:>7}",
            letter(player.index()),
            record.seats[player.index()],
            table.held(player),
            table.cowboy_supply(player),
            table.tent_supply(player)
        )?;
    }
    Ok(())
}

/// What all know of the tiles to come.
fn write_rest(state: &State, out: &mut dyn Write) -> anyhow::Result<()> {
    let table = state.table();
    let kinds = table.setup().catalogue().kinds().iter().enumerate();
    let left: Vec<_> = kinds
        .filter_map(|(i, kind)| {
            let n = table.left(KindId(i as u8));
            (n > 0).then(|| format!("{}×{n}", kind.name))
        })
        .collect();
    let hand = &table.setup().catalogue().kind(table.hand()).name;
    let seat = letter(table.seat().index());
    let text = format!("{seat} to move with {hand}; {} tiles left: {}", table.tiles_left(), left.join(" "));
    writeln!(out)?;
    wrap::write(&text, "", "", out)?;
    Ok(())
}
