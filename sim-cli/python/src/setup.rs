//! The setup of a game as Python gives it: name, number of players and options.

use goldrush::error::{BadInput, bad_input};
use goldrush::games::playable::{Playable, kept};
use goldrush::games::variants::asked;
use goldrush::games::{Choice, GameName, Setup};
use goldrush_engine::options::Values;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Evaluates an expression with the game of a setup as a type, and the setup of that game.
macro_rules! with_setup {
    ($setup:expr, $G:ident, $inner:ident => $body:expr) => {
        match $setup {
            goldrush::games::Setup::GoldRush($inner) => {
                type $G = goldrush_engine::gold_rush::GoldRush;
                $body
            }
            goldrush::games::Setup::Carcassonne($inner)
            | goldrush::games::Setup::CarcassonneWithMines($inner) => {
                type $G = goldrush_engine::carcassonne::Carcassonne;
                $body
            }
            goldrush::games::Setup::KniziaGold($inner) => {
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
        let (name, text) = (name.extract::<String>()?, value.str()?.to_string());
        let value = if ["True", "False"].contains(&&*text) {
            text.to_lowercase()
        } else {
            text
        };
        choice.set(&name, &value).map_err(|problem| {
            PyValueError::new_err(format!(
                "{name}: {problem}; Game.options(\"{game}\") lists all options"
            ))
        })?;
    }
    Ok(choice.setup(players).map_err(raise)?.0)
}

/// Returns the options that users may set, with their values in the printed game: booleans, whole numbers, or text.
pub fn options<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyDict>> {
    let (game, options): (GameName, _) = (
        game.parse().map_err(PyValueError::new_err)?,
        PyDict::new(py),
    );
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
    kept(key, || Ok(setup.clone())).map_err(|e| raise(bad_input(e.to_string())))
}
