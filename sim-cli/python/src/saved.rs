//! Games as bytes: JSON from which `from_bytes` and pickle make equal games.

use std::path::Path;

use goldrush_games::playable::Playable;
use goldrush_games::{GameName, Setup};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::setup::raise;

/// Setup of a game.
#[derive(Serialize, Deserialize)]
pub struct Origin {
    game: String,
    players: usize,
    rules: Value,
    /// Name of the components, and their text; `None` if the game always has the same.
    components: String,
    text: Option<String>,
}

/// A single game.
#[derive(Serialize, Deserialize)]
pub struct SavedGame {
    pub origin: Origin,
    pub window: usize,
    pub course: Course,
}

/// Beginning of a single game, and what followed.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Course {
    /// It was dealt; the record says how.
    Record(Value),
    /// It was not dealt, or sampled later.
    Moves {
        /// Text of the state before the first move.
        start: String,
        moves: Vec<String>,
    },
}

/// Many games at once.
#[derive(Serialize, Deserialize)]
pub struct SavedBatch {
    pub origin: Origin,
    pub window: usize,
    pub seed: u64,
    pub games: Vec<SavedTable>,
}

/// One of many games.
#[derive(Serialize, Deserialize)]
pub struct SavedTable {
    /// Number of the deal.
    pub deal: u64,
    /// Moves since the deal, as places in the lists of legal moves.
    pub moves: Vec<usize>,
    /// Random words used.
    pub words: u64,
    /// True if the last step truncated the game before.
    #[serde(default)]
    pub truncated: bool,
}

impl Origin {
    /// Describes a setup.
    pub fn of<G: Playable>(setup: &G::Setup) -> Origin {
        let mut rules = serde_json::to_value(G::rules(setup)).expect("rules are plain data");
        // A rule without a value is left out, as in plans.
        rules
            .as_object_mut()
            .into_iter()
            .for_each(|rules| rules.retain(|_, value| !value.is_null()));
        let components = G::identity(setup).0;
        Origin {
            game: G::name(setup).into(),
            players: G::players(setup),
            rules,
            components,
            text: G::components_text(setup),
        }
    }

    /// Returns the setup.
    ///
    /// # Errors
    /// `ValueError` if there is no such setup.
    pub fn setup(&self) -> PyResult<Setup> {
        let game: GameName = self.game.parse().map_err(PyValueError::new_err)?;
        let rules = serde_json::from_value(self.rules.clone())
            .map_err(|e| wrong(&format!("rules: {e}")))?;
        let file = Path::new(&self.components);
        Setup::stored(
            game,
            &rules,
            self.players,
            &self.components,
            file,
            self.text.as_deref(),
        )
        .map_err(raise)
    }
}

/// Reports bytes that are no game.
pub fn wrong(problem: &str) -> PyErr {
    PyValueError::new_err(format!(
        "data: {problem}; bytes from to_bytes() are expected"
    ))
}

/// Writes bytes.
pub fn write(saved: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(saved).expect("it is plain data")
}

/// Reads bytes.
///
/// # Errors
/// `ValueError` if they hold something else.
pub fn read<T: DeserializeOwned>(data: &[u8]) -> PyResult<T> {
    serde_json::from_slice(data).map_err(|e| wrong(&e.to_string()))
}
