//! `goldrush play` and `goldrush watch`.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Parser as _;
use goldrush_engine::player::Player;
use goldrush_games::GameName;
use goldrush_games::playable::Playable as _;
use goldrush_games::registry::with_game;
use goldrush_harness::store::record::{game_of, read_line};
use goldrush_harness::study::{check_seed, draw_seed};
use goldrush_report::wrap;
use goldrush_screens::plain::{self, Console};
use goldrush_screens::tui;
use goldrush_screens::tui::menu::choose;
use goldrush_screens::web::server::{self, CurrentTable, NetworkTable};
use goldrush_support::error::bad_input;
use goldrush_support::interrupt;
use goldrush_support::printable::printable;
use goldrush_support::system::on_termination_signal;
use goldrush_table::host::Host;
use goldrush_table::next_game::Departure;
use goldrush_table::seats::{DEFAULT_BOT, Seats};
use goldrush_table::session::{GameSettings, NewGame};
use goldrush_table::{live_game, shelf};

use super::menu::Start;
use super::puzzle;
use crate::cli::args::{BotArgs, Cli, Command, PlayArgs, SkinArgs, WatchArgs};

/// Opponents at a table with friends, if the user names none.
const DEFAULT_FRIENDS: &str = "human";

pub(super) fn run(args: &PlayArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let time = args
        .clock
        .map(|minutes| Duration::from_secs(60 * u64::from(minutes)));
    // First, so that a failure leaves no game behind.
    let own_name = args.own_name()?;
    let network = args
        .meeting()
        .map(|meeting| NetworkTable::bind(&meeting, own_name.clone(), time, args.quiet, args.hints))
        .transpose()?;
    let Some((host, skin)) = start(Command::Play(args.clone()), &args.skin, &args.bots)? else {
        return Ok(());
    };
    let people = host.seats().humans();
    let seat = args
        .seat
        .and_then(Player::new)
        .filter(|&seat| people.contains(seat))
        .or(host.seats().seat_of(&own_name))
        .or(people.iter().next());
    if network.is_some() && people.len() < 2 {
        return Err(bad_input(
            "--lan or --public-address: only one person plays in this saved game",
        ));
    }
    let skin = SkinArgs {
        browser: skin.browser || network.is_some(),
        ..skin
    };
    play(
        host,
        skin,
        &args.bots,
        !args.no_review,
        network.zip(seat),
        out,
    )
}

pub(super) fn watch(args: &WatchArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    play(
        begin_watching(args)?,
        args.skin.clone(),
        &args.bots,
        false,
        None,
        out,
    )
}

/// Starts the game of a command, after the menu if it selects none; `None` if the user leaves the menu.
fn start(
    command: Command,
    skin: &SkinArgs,
    bots: &BotArgs,
) -> anyhow::Result<Option<(Box<dyn Host>, SkinArgs)>> {
    match command {
        Command::Play(args) if args.is_bare() && tui::is_possible() => {
            let Some(words) = choose(Start::new(shelf::saved()), skin.color.colors())? else {
                return Ok(None);
            };
            start(parsed(words)?, skin, bots)
        }
        Command::Play(args) => {
            let skin = SkinArgs {
                browser: skin.browser || args.skin.browser,
                ..skin.clone()
            };
            begin(&PlayArgs {
                bots: bots.clone(),
                ..args
            })
            .map(|host| Some((host, skin)))
        }
        Command::Watch(args) => begin_watching(&WatchArgs {
            bots: bots.clone(),
            ..args
        })
        .map(|host| Some((host, skin.clone()))),
        Command::Train(args) => Ok(puzzle::next(&args, skin)?.map(|host| (host, skin.clone()))),
        _ => Ok(None),
    }
}

/// Parses the words of a command.
fn parsed(words: Vec<String>) -> anyhow::Result<Command> {
    Ok(Cli::try_parse_from(words)
        .map_err(|e| anyhow::anyhow!("{e}"))?
        .command)
}

fn begin_watching(args: &WatchArgs) -> anyhow::Result<Box<dyn Host>> {
    let choice = args.rules.choice()?;
    let seats = Seats::of_agents(choice.game(), &args.agents)?;
    let (setup, components) = choice.setup(seats.players())?;
    let seed = seed(args.seed)?;
    let file = args.save.as_deref().map(new).transpose()?;
    let settings = GameSettings {
        practice: false,
        lessons: false,
        assist: true,
    };
    let new_game = NewGame {
        setup,
        seed,
        seats,
        settings,
        file,
        components,
    };
    live_game::begin(new_game, args.bots.limits()?)
}

fn begin(args: &PlayArgs) -> anyhow::Result<Box<dyn Host>> {
    let limits = args.bots.limits()?;
    if let Some(file) = &args.resume {
        if args.seat.is_some() && args.meeting().is_none() {
            return Err(bad_input(
                "--seat: a resumed game has its seats; leave it out, except with friends (--lan)",
            ));
        }
        let game = game_of(&read_line(file, 0)?)
            .map_err(|e| bad_input(format!("{}: {e}", file.display())))?;
        let mut host = live_game::resume(game, file, limits)?;
        if let Some(names) = args.names_here() {
            let mut seats = host.seats().clone();
            seats.name_people(names)?;
            host.set_names(seats.names().to_vec());
            host.save()?;
        }
        return Ok(host);
    }
    let choice = args.rules.choice()?;
    let game = choice.game();
    if args.assist && !has_assistance(game) {
        let only = GameName::ALL
            .iter()
            .filter(|game| has_assistance(**game))
            .map(ToString::to_string);
        let only = only.collect::<Vec<_>>().join(" and ");
        return Err(bad_input(format!(
            "--assist marks cards that were seen: an option of {only}, not of {game}"
        )));
    }
    let default = if args.meeting().is_some() {
        DEFAULT_FRIENDS
    } else {
        DEFAULT_BOT
    };
    let opponents = args.opponents.as_deref().unwrap_or(default);
    let mut seats = Seats::of_options(game, opponents, args.seat.unwrap_or_default())?;
    if let Some(names) = args.names_here() {
        seats.name_people(names)?;
    }
    if args.meeting().is_some() && seats.humans().len() < 2 {
        let advice = "add one human to --opponents for each, such as --opponents human,level4";
        return Err(bad_input(format!("no seat for a friend; {advice}")));
    }
    let (setup, components) = choice.setup(seats.players())?;
    let seed = seed(args.seed)?;
    let file = Some(
        args.save
            .as_deref()
            .map_or_else(|| shelf::new_file(game, seed), new)?,
    );
    let settings = GameSettings {
        practice: args.practice,
        lessons: !args.no_lessons,
        assist: args.assist,
    };
    live_game::begin(
        NewGame {
            setup,
            seed,
            seats,
            settings,
            file,
            components,
        },
        limits,
    )
}

/// Shows a game that was not started by `play`, and plays those after it.
pub(super) fn show(host: Box<dyn Host>, skin: SkinArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    play(host, skin, &BotArgs::default(), true, None, out)
}

/// True if games are played in plain text, because the user asked for it or the terminal has no full screen.
pub(super) fn is_plain(skin: &SkinArgs) -> bool {
    skin.plain || !skin.browser && !tui::is_possible()
}

/// Plays a game, and those that are played after it. Looks for mistakes after one in plain text if `review` is true.
fn play(
    mut host: Box<dyn Host>,
    mut skin: SkinArgs,
    bots: &BotArgs,
    review: bool,
    network: Option<(NetworkTable, Player)>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let colors = skin.color.colors();
    while !skin.browser && !is_plain(&skin) {
        let Departure { message, next } = tui::play(host, colors, skin.pace)?;
        writeln!(out, "{message}")?;
        let Some(words) = next else { return Ok(()) };
        match start(parsed(words)?, &skin, bots)? {
            Some(started) => (host, skin) = started,
            None => return Ok(()),
        }
    }
    if skin.browser {
        let next = |words| Ok(start(parsed(words)?, &skin, bots)?.map(|(host, _)| host));
        return server::play(host, skin.pace, network, colors, &next, out);
    }
    if let Some(file) = host.file() {
        exit_on_termination_signal(file);
    }
    let echo = !io::stdin().is_terminal();
    let ascii = io::stdout().is_terminal() && !tui::supports_utf8();
    plain::play(
        &mut *host,
        Console {
            input: &mut io::stdin().lock(),
            out,
            echo,
            colors,
            ascii,
            width,
            review,
        },
    )
}

/// Returns the width of a line of plain text: that of the terminal, if there is one.
fn width() -> usize {
    if io::stdout().is_terminal() {
        tui::size().0.into()
    } else {
        wrap::WIDTH
    }
}

/// Plays the game of a command, and those after it, at a table in the browser; calls `opened` once its page can be shown.
pub(super) fn at(
    table: &CurrentTable,
    words: Vec<String>,
    opened: impl FnOnce(),
) -> anyhow::Result<()> {
    let Command::Play(args) = parsed(words)? else {
        return Err(bad_input("this command plays no game"));
    };
    let skin = args.skin.clone();
    let bots = args.bots.clone();
    let next = |words| Ok(start(parsed(words)?, &skin, &bots)?.map(|(host, _)| host));
    table.play(begin(&args)?, skin.pace, &next, opened, &mut io::stderr())
}

/// On a termination signal, prints how to resume the game.
fn exit_on_termination_signal(file: &Path) {
    let kept = format!(
        "the game is saved; resume it with: goldrush play --resume {}",
        printable(file.display())
    );
    on_termination_signal(move || {
        // Standard error may be closed.
        let _ = writeln!(io::stderr(), "\n{kept}");
        std::process::exit(i32::from(interrupt::EXIT_CODE));
    });
}

/// Returns the seed of a new game.
fn seed(asked: Option<u64>) -> anyhow::Result<u64> {
    let seed = asked.map_or_else(draw_seed, Ok)?;
    check_seed(seed)?;
    Ok(seed)
}

/// True if `--assist` helps in a game.
fn has_assistance(game: GameName) -> bool {
    with_game!(game, G => G::ASSISTS)
}

/// Checks a file that the user named for a new game.
fn new(file: &Path) -> anyhow::Result<PathBuf> {
    let shown = file.display();
    if file.exists() {
        Err(bad_input(format!(
            "--save {shown}: exists already; resume it with --resume {shown}"
        )))
    } else {
        Ok(file.into())
    }
}
