//! `goldrush._goldrush.Seat`: a seat in a game that a host runs, for bots in Python.

use goldrush_engine::game::{State as _, Text as _};
use goldrush_games::playable::StateOf;
use goldrush_games::variants::OptionValues;
use goldrush_games::{GameName, Setup};
use goldrush_harness::protocol::message::{BotOptions, Ready};
use goldrush_harness::protocol::serve::{DecisionRequest, HostedGame};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::arguments::{WINDOW, Whole};
use crate::course::{AnyCourse, Course};
use crate::game::{Game, to_python};
use crate::lens::Lens;
use crate::setup::{lasting, raise, with_setup};

/// A seat in a game of any kind.
trait AnySeat: Send + Sync {
    /// Reads a question; returns a game with everything the seat knows.
    fn asked(&mut self, decide: Value) -> anyhow::Result<Box<dyn AnyCourse>>;
    /// Returns the number of a move in the question.
    fn answer(&self, text: &str) -> anyhow::Result<u32>;
}

struct OfGame<G: Lens> {
    begun: HostedGame<G>,
    setup: &'static G::Setup,
    asked: Option<DecisionRequest<StateOf<G>>>,
}

impl<G: Lens> AnySeat for OfGame<G> {
    fn asked(&mut self, decide: Value) -> anyhow::Result<Box<dyn AnyCourse>> {
        let asked = self.begun.asked(self.setup, decide)?;
        let course = Course::<G>::from_state(self.setup, asked.state.clone());
        self.asked = Some(asked);
        Ok(Box::new(course))
    }

    fn answer(&self, text: &str) -> anyhow::Result<u32> {
        let asked = self
            .asked
            .as_ref()
            .ok_or_else(|| anyhow::anyhow!("nothing was asked"))?;
        let mv = asked
            .state
            .parse_move(text)
            .map_err(|e| anyhow::anyhow!("\"{text}\": {}", e.problem))?;
        if !asked.state.is_legal(mv) {
            anyhow::bail!("\"{text}\" is not legal");
        }
        asked.id::<G>(mv)
    }
}

/// A seat in a game that a host runs.
#[pyclass(module = "goldrush")]
pub struct Seat {
    seat: Box<dyn AnySeat>,
    window: usize,
    /// Name of the game.
    #[pyo3(get)]
    game: String,
    /// Number of the seat, from 0.
    #[pyo3(get)]
    number: usize,
    /// Number of seats.
    #[pyo3(get)]
    players: usize,
    /// Seed for every random choice of the bot.
    #[pyo3(get)]
    seed: u64,
    /// Values of the bot's own options.
    options: BotOptions,
}

fn wrong_json(e: serde_json::Error) -> PyErr {
    PyValueError::new_err(e.to_string())
}

#[pymethods]
impl Seat {
    /// Reads the message `game` of the host and the message `ready` of the bot.
    #[new]
    #[pyo3(signature = (message, ready, *, window=WINDOW), text_signature = "(message, ready, *, window=41)")]
    fn new(message: &str, ready: &str, window: Whole) -> PyResult<Seat> {
        let window = window.window()?;
        let ready: Ready = serde_json::from_str(ready).map_err(wrong_json)?;
        let message: Value = serde_json::from_str(message).map_err(wrong_json)?;
        let game: GameName = message["game"]
            .as_str()
            .unwrap_or_default()
            .parse()
            .map_err(PyValueError::new_err)?;
        let any = Setup::printed(game, 2).map_err(raise)?;
        with_setup!(&any, G, _setup => {
            let begun = HostedGame::<G>::read(message, &[game], &OptionValues::new()).map_err(raise)?;
            let number = begun.seat;
            let players = begun.players;
            let seed = begun.seed;
            let options = ready.options_with(&begun.options).map_err(PyValueError::new_err)?;
            let setup = lasting::<G>(&begun.setup)?;
            let seat = Box::new(OfGame::<G> { begun, setup, asked: None });
            Ok(Seat { seat, window, game: game.to_string(), number, players, seed, options })
        })
    }

    /// Values of the bot's own options in this game.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &json!(self.options))
    }

    /// Game of a `decide` message, with everything the seat knows; hidden information is drawn at random.
    fn asked(&mut self, message: &str) -> PyResult<Game> {
        let message: Value =
            serde_json::from_str(message).map_err(|e| PyValueError::new_err(e.to_string()))?;
        Ok(Game::of(
            self.seat.asked(message).map_err(raise)?,
            self.window,
        ))
    }

    /// Id of a move, given as text, in the last question.
    fn answer(&self, mv: &str) -> PyResult<u32> {
        self.seat
            .answer(mv)
            .map_err(|e| PyValueError::new_err(format!("{e:#}")))
    }
}
