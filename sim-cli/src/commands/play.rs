//! `goldrush play`.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::SystemTime;

use goldrush_engine::gold_rush::Catalogue;

use crate::cli::args::PlayArgs;
use crate::cli::plan::check_seed;
use crate::cli::{bad_input, read_input};
use crate::interrupt::{self, on_request_to_end};
use crate::play::bots::Bots;
use crate::play::plain::{self, Console};
use crate::play::seats::Seats;
use crate::play::session::{Manner, Session};
use crate::protocol::process::kill_all;
use crate::tui;

pub(super) fn run(args: &PlayArgs, out: &mut dyn Write) -> anyhow::Result<()> {
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
    let kept = format!("the game is kept; go on with: goldrush play --resume {}", session.file().display());
    on_request_to_end(move || {
        // Nobody may be listening.
        let _ = writeln!(io::stderr(), "\n{kept}");
        kill_all();
        std::process::exit(i32::from(interrupt::EXIT_CODE));
    });
    let echo = !io::stdin().is_terminal();
    plain::play(session, bots, Console { input: &mut io::stdin().lock(), out, echo, colors })
}

fn begin(args: &PlayArgs) -> anyhow::Result<Session> {
    let seats = Seats::of_options(&args.opponents, args.seat)?;
    let setup = args.rules.gold_rush(seats.players())?;
    let seed = args.seed.unwrap_or_else(seed_of_now);
    check_seed(seed)?;
    let manner = Manner { practice: args.practice, lessons: !args.no_lessons };
    let file = match &args.save {
        Some(file) if file.exists() => {
            let file = file.display();
            return Err(bad_input(format!("--save {file}: it exists already; go on with it by --resume {file}")));
        }
        Some(file) => file.clone(),
        None => free_name(seed),
    };
    let mut session = Session::new(setup, seed, seats, manner, file);
    if Catalogue::built_in(&args.rules.tiles).is_none() {
        session.keep_tiles(read_input(args.rules.tiles.as_ref())?);
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
