//! The setup of a game as Python gives it: name, number of players and options.

use std::collections::BTreeMap;

use goldrush_engine::options::Values;
use goldrush_games::playable::{Playable, cached_setup};
use goldrush_games::variants::asked;
use goldrush_games::{Choice, GameName, Setup};
use goldrush_support::error::{BadInput, bad_input};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Evaluates an expression with the game of a setup as a type, and the setup of that game.
macro_rules! with_setup {
    ($setup:expr, $G:ident, $inner:ident => $body:expr) => {
        match $setup {
            goldrush_games::Setup::GoldRush($inner) => {
                type $G = goldrush_engine::gold_rush::GoldRush;
                $body
            }
            goldrush_games::Setup::Carcassonne($inner)
            | goldrush_games::Setup::CarcassonneWithMines($inner) => {
                type $G = goldrush_engine::carcassonne::Carcassonne;
                $body
            }
            goldrush_games::Setup::KniziaGold($inner) => {
                type $G = goldrush_engine::knizia_gold::KniziaGold;
                $body
            }
        }
    };
}
pub(crate) use with_setup;

/// Converts an error to Python: bad input becomes a `ValueError`.
pub fn raise(error: anyhow::Error) -> PyErr {
    match error.downcast_ref::<BadInput>() {
        Some(BadInput(problem)) => PyValueError::new_err(problem.clone()),
        None => PyRuntimeError::new_err(format!("{error:#}")),
    }
}

/// Reads the setup of a game.
pub fn read(game: &str, players: usize, options: Option<&Bound<'_, PyDict>>) -> PyResult<Setup> {
    let game: GameName = game.parse().map_err(PyValueError::new_err)?;
    let mut choice = Choice::printed(game);
    for (name, value) in options.iter().flat_map(|options| options.iter()) {
        let name = name.extract::<String>()?;
        set(&mut choice, &name, &value).map_err(|problem| {
            PyValueError::new_err(format!(
                "{name}: {problem}; Game.options(\"{game}\") lists all options"
            ))
        })?;
    }
    let setup = choice.setup(players);
    Ok(setup.map_err(|e| raise(without_flag(e)))?.0)
}

/// Sets an option to a value of Python: a boolean, a number, numbers by value, or a text as on the command line. `None` is the value of
/// the printed game.
fn set(choice: &mut Choice, name: &str, value: &Bound<'_, PyAny>) -> Result<(), String> {
    let game = choice.game();
    let mut options = game.user_options();
    let option = options.find(|option| option.name == name);
    let option = option.ok_or_else(|| format!("{game} has no option {name}"))?;
    if value.is_none() {
        return Ok(());
    }
    let stored = if let Ok(on) = value.extract::<bool>() {
        Some(on.to_string())
    } else if let Ok(counts) = value.extract::<BTreeMap<u32, u32>>() {
        let counts: Vec<String> = counts
            .iter()
            .map(|(value, count)| format!("{value}={count}"))
            .collect();
        Some(counts.join(","))
    } else {
        let text = value.str().map_err(|e| e.to_string())?.to_string();
        match text.as_str() {
            "true" | "false" => Some(text),
            _ => option.stored(&text)?,
        }
    };
    stored.map_or(Ok(()), |value| choice.set(name, &value))
}

/// Returns bad input that names an option as Python does, not by its flag.
fn without_flag(error: anyhow::Error) -> anyhow::Error {
    let Some(BadInput(problem)) = error.downcast_ref::<BadInput>() else {
        return error;
    };
    let named = problem
        .strip_prefix("--rule ")
        .or(problem.strip_prefix("--"));
    match named.and_then(|named| named.split_once(':')) {
        Some((flag, rest)) => bad_input(format!("{}:{rest}", flag.replace('-', "_"))),
        None => error,
    }
}

/// Returns the options that users may set, with their values in the printed game: booleans, whole numbers, or text.
pub fn options<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyDict>> {
    let game: GameName = game.parse().map_err(PyValueError::new_err)?;
    let options = PyDict::new(py);
    for option in game.user_options() {
        match option.values {
            Values::Switch => options.set_item(option.name, option.printed == "true")?,
            Values::Number(..) => options.set_item(option.name, option.printed.parse::<u8>()?)?,
            Values::Words(_) | Values::Text(..) => {
                options.set_item(option.name, &option.printed)?
            }
        }
    }
    Ok(options)
}

/// Returns the setup for as long as the program runs, because Python's objects have no other lifetime.
pub fn lasting<G: Playable>(setup: &G::Setup) -> PyResult<&'static G::Setup> {
    let (name, hash) = G::identity(setup);
    let options: Vec<String> = asked::<G>(setup)
        .iter()
        .map(|(option, value)| format!("{}={value}", option.name))
        .collect();
    let key = format!(
        "{} {} {name} {hash:x} {}",
        G::name(setup),
        G::players(setup),
        options.join(" ")
    );
    cached_setup(key, || Ok(setup.clone())).map_err(|e| raise(bad_input(e.to_string())))
}
