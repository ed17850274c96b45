//! `goldrush play`.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde_json::Value;

use super::replay_moves;
use crate::cli::args::PlayArgs;
use crate::error::bad_input;
use crate::games::GameName;
use crate::interrupt::{self, on_request_to_end};
use crate::plain;
use crate::plain::Console;
use crate::protocol::process::kill_all;
use crate::store::record::read_line;
use crate::study::check_seed;
use crate::table::bots::Bots;
use crate::table::family;
use crate::table::seats::Seats;
use crate::table::session::{Manner, Session};
use crate::tui;

pub(super) fn run(args: &PlayArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(result) = other_games(args, out) {
        kill_all();
        return result;
    }
    let session = match &args.resume {
        Some(file) => Session::resume(file)?,
        None => begin(args)?,
    };
    let mut bots = Bots::start(&session, args.bots.limits())?;
    let result = play(args, session, &mut bots, out);
    drop(bots);
    // Those too that were left to themselves.
    kill_all();
    result
}

fn play(args: &PlayArgs, session: Session, bots: &mut Bots, out: &mut dyn Write) -> anyhow::Result<()> {
    let colors = args.color.colors();
    if !args.plain && io::stdin().is_terminal() && io::stdout().is_terminal() {
        writeln!(out, "{}", tui::play(session, std::mem::take(bots), colors)?)?;
        return Ok(());
    }
    end_on_request(session.file());
    let echo = !io::stdin().is_terminal();
    plain::play(session, bots, Console { input: &mut io::stdin().lock(), out, echo, colors })
}

/// Whoever is asked to end says how to go on.
fn end_on_request(file: &Path) {
    let kept = format!("the game is kept; go on with: goldrush play --resume {}", file.display());
    on_request_to_end(move || {
        // Nobody may be listening.
        let _ = writeln!(io::stderr(), "\n{kept}");
        kill_all();
        std::process::exit(i32::from(interrupt::EXIT_CODE));
    });
}

/// Plays a game that is not Gold Rush, if it is one.
fn other_games(args: &PlayArgs, out: &mut dyn Write) -> Option<anyhow::Result<()>> {
    let echo = !io::stdin().is_terminal();
    let (colors, limits) = (args.color.colors(), args.bots.limits());
    if let Some(file) = &args.resume {
        // Whatever cannot be read is told of where Gold Rush is read.
        let kept = read_line(file, 0).ok().filter(replay_moves::is_one)?;
        end_on_request(file);
        let console = Console { input: &mut io::stdin().lock(), out, echo, colors };
        let name = kept.get("game").and_then(Value::as_str).unwrap_or_default();
        return Some(family::resume(file, name, limits, console));
    }
    let beginning = match other_game(args) {
        Ok(beginning) => beginning?,
        Err(problem) => return Some(Err(problem)),
    };
    end_on_request(&beginning.file);
    let console = Console { input: &mut io::stdin().lock(), out, echo, colors };
    Some(family::begin(beginning, limits, console))
}

/// What is asked for, if it is not Gold Rush.
fn other_game(args: &PlayArgs) -> anyhow::Result<Option<family::Beginning>> {
    let game = args.rules.game()?;
    if args.assist && game != GameName::KniziaGold {
        let only = GameName::KniziaGold;
        return Err(bad_input(format!("--assist marks cards that were seen: an option of {only}, not of {game}")));
    }
    if game == GameName::GoldRush {
        return Ok(None);
    }
    let seats = Seats::of_options(game, &args.opponents, args.seat)?;
    let setup = args.rules.setup(seats.players())?;
    let (seed, file) = seed_and_file(args)?;
    let manner = family::Manner { practice: args.practice, assist: args.assist };
    Ok(Some(family::Beginning { setup, seed, seats, manner, file }))
}

/// The seed of a new game, and where it is kept.
fn seed_and_file(args: &PlayArgs) -> anyhow::Result<(u64, PathBuf)> {
    let seed = args.seed.unwrap_or_else(seed_of_now);
    check_seed(seed)?;
    let file = match &args.save {
        Some(file) if file.exists() => {
            let file = file.display();
            return Err(bad_input(format!("--save {file}: it exists already; go on with it by --resume {file}")));
        }
        Some(file) => file.clone(),
        None => free_name(seed),
    };
    Ok((seed, file))
}

fn begin(args: &PlayArgs) -> anyhow::Result<Session> {
    let seats = Seats::of_options(GameName::GoldRush, &args.opponents, args.seat)?;
    let (setup, tiles) = args.rules.choice()?.setup(seats.players())?;
    let crate::games::Setup::GoldRush(setup) = setup else { unreachable!("another game is begun elsewhere") };
    let (seed, file) = seed_and_file(args)?;
    let manner = Manner { practice: args.practice, lessons: !args.no_lessons };
    let mut session = Session::new(setup, seed, seats, manner, file);
    if let Some(tiles) = tiles {
        session.keep_tiles(tiles);
    }
    Ok(session)
}

/// A short number that differs from game to game.
fn seed_of_now() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as u64 % 1_000_000
}

/// A file that does not exist yet.
fn free_name(seed: u64) -> PathBuf {
    let names =
        (1..).map(|n| if n == 1 { format!("goldrush-{seed}.json") } else { format!("goldrush-{seed}-{n}.json") });
    names.map(PathBuf::from).find(|name| !name.exists()).expect("there are more numbers than files")
}
