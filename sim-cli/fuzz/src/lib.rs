//! Properties that must hold for any input. The fuzz targets call these with the fuzzer's input, `tests/fuzz_corpus.rs`
//! with the corpora. If a target covers every game, the first byte of the input selects the game.

use std::cell::OnceCell;
use std::ffi::OsString;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use clap::{Command, CommandFactory};
use goldrush::cli::args::Cli;
use goldrush::cli::options_file;
use goldrush_ai::random::Random;
use goldrush_ai::registry::BoxedAgent;
use goldrush_engine::carcassonne::{self, Carcassonne};
use goldrush_engine::game::{State as _, Text, TextError};
use goldrush_engine::gold_rush::audit::audit;
use goldrush_engine::gold_rush::picture::Picture;
use goldrush_engine::gold_rush::{Catalogue, GoldRush, Rules, Scenario, Setup, State};
use goldrush_engine::knizia_gold::{self, KniziaGold};
use goldrush_engine::rng::tool_stream;
use goldrush_games::playable::{RecordedGame, Unreadable, cached_setup};
use goldrush_games::protocol::Protocol;
use goldrush_games::record::RecordedStart;
use goldrush_games::variants::OptionValues;
use goldrush_games::variants::printed;
use goldrush_games::{Choice, GameName, Setup as AnySetup};
use goldrush_harness::protocol::message::{BotOptions, FromBot};
use goldrush_harness::protocol::serve::Server;
use goldrush_harness::sim::result::GameResult;
use goldrush_harness::store::folder::{GAMES_FILE, SEATS_FILE};
use goldrush_harness::store::record::game_of;
use goldrush_harness::store::written::{OnDamage, Reader, read_back};
use goldrush_harness::study::spec::Spec;
use goldrush_harness::study::{GameId, PLAN_FILE, Plan};
use goldrush_support::error::BadInput;
use goldrush_table::session::Session;
use serde_json::Value;
use tempfile::TempDir;

/// Evaluates an expression for the game with this name.
macro_rules! with_game {
    ($game:expr, $G:ident => $body:expr) => {
        match $game {
            GameName::GoldRush => {
                type $G = GoldRush;
                $body
            }
            GameName::Carcassonne | GameName::CarcassonneWithMines => {
                type $G = Carcassonne;
                $body
            }
            GameName::KniziaGold => {
                type $G = KniziaGold;
                $body
            }
        }
    };
}

/// Returns the game selected by the first byte, and the rest as text.
fn of_a_game(data: &[u8]) -> Option<(GameName, &str)> {
    let (first, rest) = data.split_first()?;
    let game = GameName::ALL[usize::from(first % 4)];
    Some((game, std::str::from_utf8(rest).ok()?))
}

/// Checks that a refusal is bad input, not an internal failure.
fn check_refusal(error: &anyhow::Error) {
    assert!(error.downcast_ref::<BadInput>().is_some(), "{error:#}");
}

thread_local! {
    static FOLDER: TempDir = TempDir::new().expect("there is a place for files");
}

/// Runs a function with a file of this content; its folder has no other files except those put there before.
fn with_file<T>(name: &str, content: &[u8], then: impl FnOnce(&Path) -> T) -> T {
    FOLDER.with(|folder| {
        let path = folder.path().join(name);
        fs::write(&path, content).expect("there is a place for files");
        then(&path)
    })
}

/// Checks a position, with moves after a line `---`, one per line: either an error, or a state that can be written out.
pub fn notation(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let (position, moves) = text.split_once("\n---\n").unwrap_or((text, ""));
    let Ok(scenario) = position.parse::<Scenario>() else {
        return;
    };
    let catalogue = Catalogue::built_in("gold_rush").expect("it is built in");
    let Ok(setup) = Setup::new(catalogue, scenario.rules.clone(), scenario.players) else {
        return;
    };
    let Ok(mut state) = scenario.state(&setup) else {
        return;
    };
    check(&state, &setup);
    for line in moves.lines().take(200) {
        let Ok(mv) = state.parse_move(line) else {
            continue;
        };
        assert_eq!(state.parse_move(&state.move_text(mv)), Ok(mv));
        if state.play(mv).is_ok() {
            check(&state, &setup);
        }
    }
}

fn check(state: &State, setup: &Setup) {
    audit(state).unwrap_or_else(|e| panic!("{e}\n{state:?}"));
    let read =
        State::from_text(setup, &state.to_text()).unwrap_or_else(|e| panic!("{e}\n{state:?}"));
    assert!(read == *state);
}

/// Checks a catalogue: either a one-line error, or tiles that can be drawn and played.
pub fn catalogue(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let catalogue = match Catalogue::parse("fuzz", "fuzz.toml", text) {
        Ok(catalogue) => catalogue,
        Err(e) => return assert_eq!(e.to_string().lines().count(), 1),
    };
    for kind in catalogue.kinds() {
        let _ = Picture::of_kind(kind).to_string();
    }
    let setup = Setup::new(Arc::new(catalogue), Rules::default(), 3).expect("3 players");
    let mut rng = tool_stream(1);
    let mut state = State::deal(&setup, &mut rng);
    while let Some(mv) = state.random_move(&mut rng) {
        state.play_unchecked(mv);
    }
    audit(&state).unwrap_or_else(|e| panic!("{e}\n{state:?}"));
}

/// Checks a position of any game, with moves after a line `---`, one per line: either an error, or a state that can be
/// written out.
pub fn position(data: &[u8]) {
    let Some((game, text)) = of_a_game(data) else {
        return;
    };
    let (position, moves) = text.split_once("\n---\n").unwrap_or((text, ""));
    match AnySetup::varied(game, |_| true) {
        AnySetup::GoldRush(setup) => follow(|text| State::from_text(&setup, text), position, moves),
        AnySetup::Carcassonne(setup) | AnySetup::CarcassonneWithMines(setup) => {
            follow(
                |text| carcassonne::State::from_text(&setup, text),
                position,
                moves,
            );
        }
        AnySetup::KniziaGold(setup) => follow(
            |text| knizia_gold::State::from_text(setup, text),
            position,
            moves,
        ),
    }
}

fn follow<S: Text>(read: impl Fn(&str) -> Result<S, TextError>, position: &str, moves: &str) {
    let Ok(mut state) = read(position) else {
        return;
    };
    let check = |state: &S| {
        let text = state.to_text();
        assert_eq!(
            read(&text)
                .unwrap_or_else(|e| panic!("{e}\n{text}"))
                .to_text(),
            text
        );
    };
    check(&state);
    for line in moves.lines().take(200) {
        let Ok(mv) = state.parse_move(line) else {
            continue;
        };
        assert_eq!(
            state.parse_move(&state.move_text(mv)).as_ref(),
            Ok(&mv),
            "{line}"
        );
        if state.to_move().is_some() && state.is_legal(mv) {
            state.play_unchecked(mv);
            check(&state);
        }
    }
    let mut rng = tool_stream(1);
    for _ in 0..20 {
        let Some(mv) = state.random_move(&mut rng) else {
            break;
        };
        state.play_unchecked(mv);
    }
    check(&state);
}

/// Checks a record of any game, also as a deal: either bad input, or a game that can be shown after every move.
pub fn record(data: &[u8]) {
    let Ok(record) = serde_json::from_slice::<Value>(data) else {
        return;
    };
    let Ok(game) = game_of(&record) else { return };
    with_game!(game, G => {
        for complete in [true, false] {
            match RecordedGame::<G>::read(&record, complete, &|_, _| Ok(None)) {
                Ok(played) => {
                    let state = played.after(played.moves.len());
                    assert!(!complete || state.to_move().is_none());
                    played.turns();
                }
                Err(e) => assert!(!e.to_string().is_empty()),
            }
        }
        // As a deal to start from.
        let made = || printed::<G>(Default::default(), 2).map_err(|e| Unreadable::Format(e.to_string()));
        let setup = cached_setup("two players".into(), made).expect("two can play");
        if let Ok(begun) = RecordedStart::<G>::read(&record).and_then(|start| start.begin(setup)) {
            assert!(begun.moves.len() >= begun.opening && begun.dealt.to_move().is_some());
        }
    });
}

/// Checks an observation of any game, as JSON: either an error, or a position from which play can continue.
pub fn observation(data: &[u8]) {
    let Some((game, text)) = of_a_game(data) else {
        return;
    };
    match AnySetup::varied(game, |_| true) {
        AnySetup::GoldRush(setup) => observe::<GoldRush>(&setup, text),
        AnySetup::Carcassonne(setup) | AnySetup::CarcassonneWithMines(setup) => {
            observe::<Carcassonne>(&setup, text);
        }
        AnySetup::KniziaGold(setup) => observe::<KniziaGold>(&setup, text),
    }
}

fn observe<G: Protocol>(setup: &G::Setup, text: &str) {
    let Ok(seen) = serde_json::from_str::<G::Observed>(text) else {
        return;
    };
    let Ok(mut state) = G::state(setup, &seen) else {
        return;
    };
    let mut rng = tool_stream(1);
    for _ in 0..20 {
        let Some(mv) = state.random_move(&mut rng) else {
            break;
        };
        state.play_unchecked(mv);
    }
}

/// Checks the name of an agent: either an error, or an agent whose name parses to the same agent.
pub fn agent(data: &[u8]) {
    let Some((game, text)) = of_a_game(data) else {
        return;
    };
    if let Ok(spec) = Spec::read(game, text) {
        let name = spec.to_string();
        assert_eq!(
            Spec::read(game, &name).map(|spec| spec.to_string()).ok(),
            Some(name),
            "{text}"
        );
    }
}

/// Checks rule options, `name=value` one per line: either an error, or rules that a plan can store.
pub fn rules(data: &[u8]) {
    let Some((game, text)) = of_a_game(data) else {
        return;
    };
    let mut choice = Choice::printed(game);
    // Another target reads files.
    for (name, value) in text
        .lines()
        .filter_map(|line| line.split_once('='))
        .filter(|(name, _)| *name != "tiles")
    {
        let _ = choice.set(name, value);
    }
    for players in 2..=5 {
        match choice.setup(players) {
            Ok((setup, _)) => {
                let (name, _) = setup.components();
                let again = AnySetup::stored(
                    game,
                    &setup.rules(),
                    players,
                    &name,
                    Path::new("none"),
                    None,
                );
                let again = again.unwrap_or_else(|e| panic!("{e:#}"));
                assert_eq!(again.rules(), setup.rules());
            }
            Err(e) => check_refusal(&e),
        }
    }
}

/// Checks the plan of a run: either bad input, or a plan that is written as it was read.
pub fn plan(data: &[u8]) {
    with_file(PLAN_FILE, data, |path| {
        match Plan::read(path.parent().expect("it is in a folder")) {
            Ok(plan) => {
                let text = plan.to_toml();
                fs::write(path, &text).expect("there is a place for files");
                let again = Plan::read(path.parent().expect("it is in a folder"))
                    .unwrap_or_else(|e| panic!("{e:#}\n{text}"));
                assert_eq!(again.to_toml(), text);
            }
            Err(e) => check_refusal(&e),
        }
    });
}

/// Checks a file of options for `--plan`.
pub fn options(data: &[u8]) {
    thread_local! {
        static COMMAND: OnceCell<Command> = const { OnceCell::new() };
    }
    with_file("plan.toml", data, |path| {
        let words = ["simulate", "--plan"].map(OsString::from);
        let words = [&["goldrush".into()], &words[..], &[path.into()]].concat();
        COMMAND.with(|command| {
            if let Err(e) = options_file::expand(command.get_or_init(Cli::command), words) {
                check_refusal(&e);
            }
        });
    });
}

/// Plan of the run to which the tables belong.
const RUN: &str = include_str!("../corpus/run.toml");

/// Checks rows of `games.csv` and, after a line `---`, of `seats.csv`: either bad input, or blocks of the run.
pub fn tables(data: &[u8]) {
    struct Count(u64);
    impl Reader for Count {
        fn block(&mut self, games: &[(GameId, GameResult)]) -> ControlFlow<()> {
            self.0 += games.len() as u64;
            ControlFlow::Continue(())
        }
    }
    let end = data
        .windows(5)
        .position(|window| window == b"\n---\n")
        .map_or(data.len(), |at| at + 1);
    let (games, seats) = (&data[..end], data.get(end + 4..).unwrap_or_default());
    with_file(PLAN_FILE, RUN.as_bytes(), |path| {
        let folder = path.parent().expect("it is in a folder");
        let plan = Plan::read(folder).expect("it is a plan");
        with_file(GAMES_FILE, games, |_| {
            with_file(SEATS_FILE, seats, |_| {
                let mut count = Count(0);
                match read_back(folder, &plan, OnDamage::Refused, &mut count) {
                    Ok(kept) => assert!(
                        kept.games <= games.len() as u64 && kept.seats <= seats.len() as u64
                    ),
                    Err(e) => check_refusal(&e),
                }
                assert!(count.0 <= plan.games());
            });
        });
    });
}

/// Checks a line from a bot.
pub fn answer(data: &[u8]) {
    if let Ok(answer) = serde_json::from_slice::<FromBot>(data) {
        let text = serde_json::to_string(&answer).expect("it is plain data");
        serde_json::from_str::<FromBot>(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    }
}

/// Checks lines from a host: either answers, or bad input.
pub fn question(data: &[u8]) {
    let Some((game, text)) = of_a_game(data) else {
        return;
    };
    let mut said = Vec::new();
    let answered = with_game!(game, G => {
        let make = |_, _: &BotOptions| -> BoxedAgent<G> { Box::new(Random) };
        let (name, games, options, own) = ("random".into(), vec![game], BotOptions::new(), OptionValues::new());
        Server::<G> { name, version: None, games, options, make: &make, own }.serve(&mut text.as_bytes(), &mut said)
    });
    if let Err(e) = answered {
        check_refusal(&e);
    }
    for line in said.split_inclusive(|byte| *byte == b'\n') {
        serde_json::from_slice::<Value>(line).expect("what is said is JSON");
    }
}

/// Checks the file of a game with people: either bad input, or a game that can be resumed.
pub fn saved(data: &[u8]) {
    let Ok(record) = serde_json::from_slice::<Value>(data) else {
        return;
    };
    let Ok(game) = game_of(&record) else { return };
    with_file("game.json", data, |path| {
        with_game!(game, G => match Session::<G>::resume(path) {
            Ok(session) => drop(session),
            Err(e) => check_refusal(&e),
        });
    });
}
