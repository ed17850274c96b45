//! `goldrush play`.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::cli::args::PlayArgs;
use crate::error::bad_input;
use crate::games::GameName;
use crate::games::playable::Playable as _;
use crate::games::registry::with_game;
use crate::interrupt::{self, on_request_to_end};
use crate::plain::{self, Console};
use crate::printable::printable;
use crate::store::record::{game_of, read_line};
use crate::study::check_seed;
use crate::table::host::Host;
use crate::table::seats::Seats;
use crate::table::session::{Beginning, Manner};
use crate::table::sitting;
use crate::tui;

pub(super) fn run(args: &PlayArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    begin(args).and_then(|host| play(args, host, out))
}

fn begin(args: &PlayArgs) -> anyhow::Result<Box<dyn Host>> {
    let limits = args.bots.limits();
    if let Some(file) = &args.resume {
        let game = game_of(&read_line(file, 0)?).map_err(|e| bad_input(format!("{}: {e}", file.display())))?;
        return sitting::resume(game, file, limits);
    }
    let choice = args.rules.choice()?;
    let game = choice.game();
    let assists = |game| with_game!(game, G => G::ASSISTS);
    if args.assist && !assists(game) {
        let only = GameName::ALL.iter().filter(|game| assists(**game)).map(ToString::to_string);
        let only = only.collect::<Vec<_>>().join(" and ");
        return Err(bad_input(format!("--assist marks cards that were seen: an option of {only}, not of {game}")));
    }
    let seats = Seats::of_options(game, &args.opponents, args.seat)?;
    let (setup, components) = choice.setup(seats.players())?;
    let (seed, file) = seed_and_file(args)?;
    let manner = Manner { practice: args.practice, lessons: !args.no_lessons, assist: args.assist };
    sitting::begin(Beginning { setup, seed, seats, manner, file, components }, limits)
}

fn play(args: &PlayArgs, mut host: Box<dyn Host>, out: &mut dyn Write) -> anyhow::Result<()> {
    let colors = args.color.colors();
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if !args.plain && terminal && tui::can_show(host.scene()) {
        writeln!(out, "{}", tui::play(host, colors)?)?;
        return Ok(());
    }
    end_on_request(host.file());
    let echo = !io::stdin().is_terminal();
    plain::play(&mut *host, Console { input: &mut io::stdin().lock(), out, echo, colors })
}

/// Whoever is asked to end says how to go on.
fn end_on_request(file: &Path) {
    let kept = format!("the game is kept; go on with: goldrush play --resume {}", printable(file.display()));
    on_request_to_end(move || {
        // Nobody may be listening.
        let _ = writeln!(io::stderr(), "\n{kept}");
        std::process::exit(i32::from(interrupt::EXIT_CODE));
    });
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
