//! `goldrush._goldrush.Arena`: many games against bots, for the vector environment of `goldrush.gymnasium`.

use goldrush_ai::registry::Spec;
use numpy::ndarray::{Ix1, Ix2, Ix3};
use numpy::{IntoPyArray, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arena::{self, AnyArena, Illegal, NoTurn, Rows, Terms};
use crate::arguments::{self, BEST, GAMES, SEEDS, WINDOW, Whole};
use crate::arrays::{self, Row, entries, zeros};
use crate::calls::on_all_cores;
use crate::game::Game;
use crate::setup::{lasting, read, with_setup};

/// Many games against bots, each seen from one seat. An action is the number of a turn, as in `goldrush.Game.turns(best=…)`.
#[pyclass(module = "goldrush._goldrush")]
pub struct Arena {
    games: Box<dyn AnyArena>,
    best: usize,
    window: usize,
}

/// View of the learner: summaries, turns and masks.
type Observed<'py> = (
    arrays::Rows<'py, f32>,
    Bound<'py, PyArray3<f32>>,
    arrays::Rows<'py, i8>,
);
/// Result of a step beside what the learner sees: rewards, which games have ended, which actions had no turn, and the summaries of
/// games that ended.
type Results<'py> = (
    Row<'py, f64>,
    Row<'py, bool>,
    Row<'py, bool>,
    arrays::Rows<'py, f32>,
);

#[pymethods]
impl Arena {
    #[new]
    #[pyo3(
        signature = (n, game, *, players, seat, opponent, best, reward, illegal, same_step, **options),
        text_signature = "(n, game, *, players, seat, opponent, best, reward, illegal, same_step, **options)"
    )]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        n: Whole,
        game: &str,
        players: Whole,
        seat: Option<Whole>,
        opponent: &str,
        best: Whole,
        reward: &str,
        illegal: &str,
        same_step: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Arena> {
        let n = n.within("num_envs", GAMES)?;
        let best = best.within("best", BEST)?;
        let players = players.players()?;
        let window = WINDOW.window()?;
        let last = players as i128 - 1;
        let seat = seat.map(|seat| seat.within("seat", 0..=last)).transpose()?;
        let illegal = match illegal {
            "error" => Illegal::Error,
            "loss" => Illegal::Loss,
            "random" => Illegal::Random,
            other => {
                let problem =
                    format!("illegal: \"{other}\" is given; error, loss or random is expected");
                return Err(PyValueError::new_err(problem));
            }
        };
        let terms = Terms {
            seat,
            best,
            in_points: reward == "margin",
            illegal,
            same_step,
        };
        let setup = read(game, players, options)?;
        let games: Box<dyn AnyArena> = with_setup!(&setup, G, setup => {
            let bot = Spec::read::<G>(opponent).map_err(|e| PyValueError::new_err(e.to_string()))?;
            Box::new(arena::Arena::<G>::new(lasting::<G>(setup)?, n, bot, terms, window))
        });
        Ok(Arena {
            games,
            best,
            window,
        })
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// The learner's seat in each game, `int8[n]`.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> Row<'py, i8> {
        let mut seats = vec![0; self.games.len()];
        self.games.seats(&mut seats);
        seats.into_pyarray(py)
    }

    /// A copy of a game.
    fn game(&self, number: Whole) -> PyResult<Game> {
        let last = self.games.len() as i128 - 1;
        let number = number.within("number", 0..=last)?;
        Ok(Game::of(self.games.course(number), self.window))
    }

    /// Deals the first game of each seed, or the next one. Returns summaries `float32[n, summary]`, turns
    /// `float32[n, best, features]` and masks `int8[n, best]`.
    #[pyo3(signature = (seeds=None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seeds: Option<Vec<Whole>>,
    ) -> PyResult<Observed<'py>> {
        let seeds: Option<Vec<u64>> = seeds
            .map(|seeds| {
                seeds
                    .into_iter()
                    .map(|seed| seed.within("seed", SEEDS))
                    .collect()
            })
            .transpose()?;
        let n = self.games.len();
        if seeds.as_ref().is_some_and(|seeds| seeds.len() != n) {
            let problem = format!("seeds: {n} are expected, one for each game");
            return Err(PyValueError::new_err(problem));
        }
        let written = self.written(py, |games, rows| {
            games.reset(seeds.as_deref(), rows);
            Ok(())
        })?;
        Ok(written.0)
    }

    /// Plays a turn in each game, `int[n]`, then those of the bots; a game that had ended is replaced by the next. Returns what
    /// `reset` returns, then rewards `float64[n]`, which games ended `bool[n]`, which actions had no turn `bool[n]`, and the
    /// summaries of the games that ended, `float32[n, summary]`.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
    ) -> PyResult<(Observed<'py>, Results<'py>)> {
        let actions = arguments::actions(actions, self.games.len())?.0;
        self.written(py, |games, rows| games.step(&actions, rows))
    }
}

impl Arena {
    /// Creates arrays and lets all cores write them.
    fn written<'py>(
        &mut self,
        py: Python<'py>,
        work: impl FnOnce(&mut dyn AnyArena, Rows) -> Result<(), NoTurn> + Send,
    ) -> PyResult<(Observed<'py>, Results<'py>)> {
        let n = self.games.len();
        let best = self.best;
        let layout = self.games.layout();
        let width = layout.summary();
        let features = layout.features.len();
        // Every entry is written.
        let summary = arrays::empty::<f32, Ix2>(py, &[n, width])?;
        let turns = arrays::empty::<f32, Ix3>(py, &[n, best, features])?;
        let mask = arrays::empty::<i8, Ix2>(py, &[n, best])?;
        let last = zeros::<f32, Ix2>(py, &[n, width])?;
        let rewards = zeros::<f64, Ix1>(py, &[n])?;
        let [terminated, illegal] = [zeros::<bool, Ix1>(py, &[n])?, zeros(py, &[n])?];
        {
            let mut seen = (
                summary.try_readwrite()?,
                turns.try_readwrite()?,
                mask.try_readwrite()?,
                last.try_readwrite()?,
            );
            let mut results = (
                rewards.try_readwrite()?,
                terminated.try_readwrite()?,
                illegal.try_readwrite()?,
            );
            let rows = Rows {
                summary: entries(&mut seen.0)?,
                turns: entries(&mut seen.1)?,
                mask: entries(&mut seen.2)?,
                rewards: entries(&mut results.0)?,
                terminated: entries(&mut results.1)?,
                illegal: entries(&mut results.2)?,
                last: entries(&mut seen.3)?,
            };
            let games = &mut *self.games;
            on_all_cores(py, || work(games, rows))?.map_err(no_turn)?;
        }
        Ok(((summary, turns, mask), (rewards, terminated, illegal, last)))
    }
}

fn no_turn(
    NoTurn {
        game,
        action,
        turns,
    }: NoTurn,
) -> PyErr {
    PyValueError::new_err(format!(
        "actions: game {game} has {turns} turns, numbered from 0, and no turn {action}; see action_mask, or make the environment with \
         illegal=\"random\""
    ))
}
