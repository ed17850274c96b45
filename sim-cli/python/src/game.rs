//! `goldrush.Game`.

use std::sync::Arc;

use goldrush_engine::player::Player;
use numpy::ndarray::{Array1, Array3};
use numpy::{IntoPyArray, PyArray3};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyType};
use serde_json::{Value, json};

use crate::arguments::{COUNTS, LINES, WINDOW, WORLDS, Whole};
use crate::arrays::{Row, Rows, rows};
use crate::calls::in_background;
use crate::course::{AnyCourse, Course};
use crate::lens::Layout;
use crate::saved::{self, SavedGame};
use crate::setup::{lasting, raise, read, with_setup};
use crate::turns::TURN;

/// Converts a JSON value to Python.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?
        .call_method1("loads", (value.to_string(),))
}

/// A game in progress: `Game("carcassonne", players=3, seed=7, farmers=False)`.
///
/// A seed gives the same deal as `goldrush play --seed`. Options are those of `goldrush rules`, with `_` for `-`.
#[pyclass(module = "goldrush")]
pub struct Game {
    course: Box<dyn AnyCourse>,
    window: usize,
    layout: Arc<Layout>,
}

impl Game {
    fn seat(&self, seat: Option<Whole>) -> PyResult<Player> {
        let last = self.course.players() as i128 - 1;
        let seat = match seat {
            Some(seat) => seat.within("seat", 0..=last)?,
            None => self.course.to_move().unwrap_or(0),
        };
        Ok(Player::new(seat).expect("the game has the seat"))
    }

    fn legal_actions(&self) -> Vec<usize> {
        self.course
            .legal_actions(self.window, self.layout.actions())
    }

    /// Adds the layout of the arrays to a game.
    pub fn of(course: Box<dyn AnyCourse>, window: usize) -> Game {
        Game {
            layout: Arc::new(course.layout(window)),
            course,
            window,
        }
    }

    /// Wraps another game of the same setup.
    fn wrap(&self, course: Box<dyn AnyCourse>) -> Game {
        Game {
            course,
            window: self.window,
            layout: self.layout.clone(),
        }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(
        signature = (game="gold-rush", *, players=Whole(2), seed=Whole(0), window=WINDOW, **options),
        text_signature = "(game='gold-rush', *, players=2, seed=0, window=41, **options)"
    )]
    fn new(
        game: &str,
        players: Whole,
        seed: Whole,
        window: Whole,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Game> {
        let seed = seed.seed()?;
        let window = window.window()?;
        let setup = read(game, players.players()?, options)?;
        let course: Box<dyn AnyCourse> = with_setup!(&setup, G, setup => Box::new(Course::<G>::deal(lasting::<G>(setup)?, seed, 0)));
        Ok(Game::of(course, window))
    }

    /// The name of the game: `gold-rush`, `carcassonne`, `carcassonne+gold-mines` or `knizia-gold`.
    #[getter]
    fn name(&self) -> &'static str {
        self.course.name()
    }

    /// Number of seats.
    #[getter]
    fn players(&self) -> usize {
        self.course.players()
    }

    /// The seat that decides next, from 0 in playing order; `None` if the game is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        self.course.to_move()
    }

    /// True if the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.course.to_move().is_none()
    }

    /// Cells per side of the window in which actions are numbered.
    #[getter]
    fn window(&self) -> usize {
        self.window
    }

    /// Points of each seat, including hidden ones; the result if the game is over.
    #[getter]
    fn scores(&self) -> Vec<u16> {
        self.course.scores()
    }

    /// Share of the win of each seat, 1 in total, if the game ended as it stands: the seats in first place share it.
    #[getter]
    fn win_shares(&self) -> Vec<f64> {
        self.course.shares()
    }

    /// The moves played, in the notation of records. A game that a bot is asked about begins with what its seat sees, and has none
    /// before that.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.course.history()
    }

    /// The legal moves in the notation of records, always in the same order; empty if the game is over.
    fn legal_moves(&self) -> Vec<String> {
        self.course.legal_moves()
    }

    /// The numbers of the legal moves, in the order of `legal_moves()`. A move outside the window has no entry in the arrays: its
    /// number is `action_count` of `layout()` plus its place in this list, and is valid in this position only.
    #[pyo3(name = "legal_actions")]
    fn actions(&self) -> Vec<usize> {
        self.legal_actions()
    }

    /// Legal actions of the layout, `bool[action_count]`, without moves outside the window.
    fn mask<'py>(&self, py: Python<'py>) -> Row<'py, bool> {
        let mut mask = vec![false; self.layout.actions()];
        self.legal_actions()
            .into_iter()
            .for_each(|action| mask.get_mut(action).into_iter().for_each(|it| *it = true));
        mask.into_pyarray(py)
    }

    /// Plays a legal move, given in the notation of records.
    fn play(&mut self, mv: &str) -> PyResult<()> {
        let legal = self.course.legal_moves();
        let at = legal.iter().position(|legal| legal == mv);
        let at = at.ok_or_else(|| match legal.first() {
            None => PyValueError::new_err("the game is over"),
            Some(first) => PyValueError::new_err(format!(
                "\"{mv}\" is not legal here; one of {} moves such as \"{first}\" is expected",
                legal.len()
            )),
        })?;
        self.course.play(at);
        Ok(())
    }

    /// Plays a legal move, given by its number.
    fn act(&mut self, action: Whole) -> PyResult<()> {
        let at = self
            .legal_actions()
            .iter()
            .position(|legal| *legal as i128 == action.0);
        let at = at.ok_or_else(|| illegal_action(action, self.course.to_move().is_none()))?;
        self.course.play(at);
        Ok(())
    }

    /// An independent copy.
    fn clone(&self) -> Game {
        self.wrap(self.course.boxed())
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    /// The game as bytes, sampled or not, from which `from_bytes` makes an equal one.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &saved::write(&self.course.saved(self.window)))
    }

    /// The rule options of a game with the values of the printed game, as keywords of `Game`.
    #[staticmethod]
    #[pyo3(signature = (game="gold-rush"))]
    fn options<'py>(py: Python<'py>, game: &str) -> PyResult<Bound<'py, PyDict>> {
        crate::setup::options(py, game)
    }

    /// A game from its bytes.
    #[classmethod]
    fn from_bytes(_: &Bound<'_, PyType>, data: &[u8]) -> PyResult<Game> {
        let saved: SavedGame = saved::read(data)?;
        let window = Whole(saved.window as i128).window()?;
        let course: Box<dyn AnyCourse> = with_setup!(&saved.origin.setup()?, G, setup => {
            Box::new(Course::<G>::restore(lasting::<G>(setup)?, &saved).map_err(|problem| saved::wrong(&problem))?)
        });
        Ok(Game::of(course, window))
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Game>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((
            slf.get_type().getattr("from_bytes")?,
            (slf.borrow().to_bytes(slf.py()),),
        ))
    }

    /// Everything that a seat (by default the one to move) may know, in the form that bots get: see `observation` in PROTOCOL.md.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Whole>,
    ) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.course.observation(self.seat(seat)?))
    }

    /// Everything that a seat (by default the one to move) has seen so far, as text: two games are the same to it exactly if these
    /// are. JSON of all moves, the cards that they turned over in the card game, and the observation.
    #[pyo3(signature = (seat=None))]
    fn information_state(&self, seat: Option<Whole>) -> PyResult<String> {
        let observation = self.course.observation(self.seat(seat)?);
        let cards: Vec<&String> = self
            .course
            .turned_over()
            .into_iter()
            .map(|kind| &self.layout.draws[kind])
            .collect();
        Ok(
            json!({ "moves": self.course.history(), "cards": cards, "observation": observation })
                .to_string(),
        )
    }

    /// The kinds of tiles or cards that the last move could have brought, with their probabilities given what everybody has seen; what
    /// it did bring is one of them. In games of tiles, they are the tiles that could be in hand now (tiles that were drawn
    /// before and fit nowhere stay set aside), and there are some before the first move, too. In the card game, they are the
    /// cards that could have been flipped. Empty if the last move brought nothing that was hidden.
    fn outcomes(&self) -> Vec<(String, f64)> {
        let outcomes = self.course.outcomes().into_iter();
        outcomes
            .map(|(kind, share)| (self.layout.draws[kind].clone(), share))
            .collect()
    }

    /// Numbers of the legal moves inside the window, in ascending order.
    fn _numbered_actions(&self) -> Vec<usize> {
        let mut numbers = self.legal_actions();
        numbers.retain(|number| *number < self.layout.actions());
        numbers.sort_unstable();
        numbers
    }

    /// `outcomes()`, with numbers of `layout()["draws"]` instead of names.
    fn _numbered_outcomes(&self) -> Vec<(usize, f64)> {
        self.course.outcomes()
    }

    /// Like `play_chance`, with a number of `layout()["draws"]`.
    fn _play_numbered_chance(&mut self, outcome: Whole) -> PyResult<()> {
        let kind = outcome.within("outcome", 0..=self.layout.draws.len() as i128 - 1)?;
        if self.course.play_chance(kind) {
            return Ok(());
        }
        let problem = format!("outcome: {kind} cannot come; see outcomes()");
        Err(PyValueError::new_err(problem))
    }

    /// The game before the last move.
    fn _before(&self) -> Game {
        self.wrap(self.course.before())
    }

    /// Makes the last move have brought another of `outcomes()`, so that a search can look at every draw: the game becomes one
    /// with another deal. What is still hidden stays random if outcomes are chosen by their probabilities. Tokens keep the values of
    /// this game: for what a seat can expect, call `sample` first, then average over `outcomes`.
    fn play_chance(&mut self, outcome: &str) -> PyResult<()> {
        let kind = self.layout.draws.iter().position(|name| name == outcome);
        if kind.is_some_and(|kind| self.course.play_chance(kind)) {
            return Ok(());
        }
        let outcomes = self.outcomes();
        let first = outcomes.first().map(|(first, _)| first).ok_or_else(|| {
            PyValueError::new_err(
                "the last move has brought nothing that was hidden; see outcomes()",
            )
        })?;
        let problem = format!(
            "\"{outcome}\" cannot come; one of {} such as \"{first}\" is expected",
            outcomes.len()
        );
        Err(PyValueError::new_err(problem))
    }

    /// A game that agrees with everything a seat knows: what is hidden from it is drawn anew, each possibility equally likely; the
    /// same seed draws the same.
    #[pyo3(signature = (seat=None, *, seed=Whole(0)), text_signature = "($self, seat=None, *, seed=0)")]
    fn sample(&self, seat: Option<Whole>, seed: Whole) -> PyResult<Game> {
        Ok(self.wrap(self.course.sample(self.seat(seat)?, seed.seed()?)))
    }

    /// The move that an agent of goldrush would play, such as `greedy`, `level5` or `rollout:playouts=200`. Ctrl-C stops the wait
    /// at once, but the agent keeps thinking in the background until it has decided.
    #[pyo3(signature = (agent="best", *, seed=Whole(0)), text_signature = "($self, agent='best', *, seed=0)")]
    fn choose(&self, py: Python<'_>, agent: &str, seed: Whole) -> PyResult<String> {
        let course = self.course.boxed();
        let agent = agent.to_owned();
        let seed = seed.seed()?;
        in_background(py, move |_| course.choose(&agent, seed))?.map_err(PyValueError::new_err)
    }

    /// The best turns for the seat to move, best first, each evaluated in `worlds` playouts, as by `goldrush analyze`. They are chosen
    /// and ordered in other worlds than those in which they are evaluated, so that a later one may have the better numbers.
    /// `win_share`, `margin` (lead over the best other seat, in points) and `behind` (points behind the turn listed first) are
    /// means with 95% intervals. Takes about a second on two cores.
    #[pyo3(
        signature = (count=Whole(5), *, worlds=Whole(200), seed=Whole(1)),
        text_signature = "($self, count=5, *, worlds=200, seed=1)"
    )]
    fn best_moves<'py>(
        &self,
        py: Python<'py>,
        count: Whole,
        worlds: Whole,
        seed: Whole,
    ) -> PyResult<Bound<'py, PyList>> {
        let count = count.within("count", COUNTS)?;
        let worlds = worlds.within("worlds", WORLDS)?;
        let course = self.course.boxed();
        let seed = seed.seed()?;
        let list = PyList::empty(py);
        for worth in in_background(py, move |stop| course.best(count, worlds, seed, stop))? {
            let entry = to_python(py, &worth.numbers)?;
            entry.set_item("turn", worth.turn)?;
            list.append(entry)?;
        }
        Ok(list)
    }

    /// The position as screens show it, to one seat or to everybody.
    #[pyo3(signature = (seat=None))]
    fn scene<'py>(&self, py: Python<'py>, seat: Option<Whole>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat.map(|seat| self.seat(Some(seat))).transpose()?;
        to_python(py, &self.course.scene(seat))
    }

    /// The table as a picture.
    #[pyo3(signature = (seat=None))]
    fn svg(&self, seat: Option<Whole>) -> PyResult<String> {
        Ok(self
            .course
            .svg(seat.map(|seat| self.seat(Some(seat))).transpose()?))
    }

    /// The picture that notebooks show.
    fn _repr_svg_(&self) -> String {
        self.course.svg(None)
    }

    /// The record of the game, which `goldrush replay`, `analyze` and `verify` read.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.course.record().map_err(PyValueError::new_err)?)
    }

    /// Writes the record to a file.
    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        let record = self.course.record().map_err(PyValueError::new_err)?;
        Ok(std::fs::write(path, format!("{record}\n"))?)
    }

    /// Reads a game from a file of records, one per line, numbered from 0, and replays it. A record that breaks the rules is
    /// rejected.
    #[staticmethod]
    #[pyo3(signature = (path, line=Whole(0), *, window=WINDOW), text_signature = "(path, line=0, *, window=41)")]
    fn load(path: std::path::PathBuf, line: Whole, window: Whole) -> PyResult<Game> {
        let line = line.within("line", LINES)?;
        let window = window.window()?;
        let record = goldrush_harness::store::record::read_line(&path, line).map_err(raise)?;
        let game = goldrush_harness::store::record::game_of(&record)
            .map_err(|problem| wrong_record(&path, line, &problem))?;
        let any = goldrush_games::Setup::printed(game, 2).map_err(raise)?;
        let course: Box<dyn AnyCourse> = with_setup!(&any, G, _setup => Box::new(Course::<G>::read(&record, None).map_err(|problem| wrong_record(&path, line, &problem))?));
        Ok(Game::of(course, window))
    }

    /// A seat's view: the planes of the board, `uint8[planes, side, side]`, and the table, `float32[table]`; `layout()` names
    /// their entries.
    #[pyo3(signature = (seat=None))]
    fn arrays<'py>(
        &self,
        py: Python<'py>,
        seat: Option<Whole>,
    ) -> PyResult<(Bound<'py, PyArray3<u8>>, Row<'py, f32>)> {
        let seat = self.seat(seat)?;
        let layout = &self.layout;
        let mut board = Array3::<u8>::zeros((layout.planes.len(), layout.side, layout.side));
        let mut table = Array1::<f32>::zeros(layout.table.len());
        let slices = (
            board.as_slice_mut().expect("it is new"),
            table.as_slice_mut().expect("it is new"),
        );
        self.course.observe(seat, self.window, slices.0, slices.1);
        Ok((board.into_pyarray(py), table.into_pyarray(py)))
    }

    /// A seat's view without the planes, `float32[summary]`: the table, then the features of the position.
    #[pyo3(signature = (seat=None))]
    fn summary<'py>(&self, py: Python<'py>, seat: Option<Whole>) -> PyResult<Row<'py, f32>> {
        let mut summary = vec![0.0; self.layout.summary()];
        self.course
            .summarize(self.seat(seat)?, &self.layout, &mut summary);
        Ok(summary.into_pyarray(py))
    }

    /// The features of the position for a seat, `float32[features]`; they contain nothing about future draws.
    #[pyo3(signature = (seat=None))]
    fn features<'py>(&self, py: Python<'py>, seat: Option<Whole>) -> PyResult<Row<'py, f32>> {
        let mut features = vec![0.0; self.layout.features.len()];
        let seat = self.seat(seat)?;
        self.course.features(seat, &self.layout, &mut features);
        Ok(features.into_pyarray(py))
    }

    /// The turns of the seat to move: their actions, `int32[turns, 3]`, padded with -1, and the features of the positions they
    /// lead to, `float32[turns, features]`. In the card game a turn here is one flip. What a turn may bring to light counts with its
    /// mean: the cards that may come, and the tokens that may be drawn. With `best`, only that many turns: those with the highest
    /// lead over the mean of the others if the game ended after them, highest first.
    #[pyo3(signature = (*, best=None))]
    fn turns<'py>(
        &self,
        py: Python<'py>,
        best: Option<Whole>,
    ) -> PyResult<(Rows<'py, i32>, Rows<'py, f32>)> {
        let best = best.map(|best| best.within("best", COUNTS)).transpose()?;
        let turns = self.course.turns(self.window, &self.layout, best);
        Ok((
            rows(py, turns.actions, TURN)?,
            rows(py, turns.features, self.layout.features.len())?,
        ))
    }

    /// The meaning of the entries of arrays: `actions` (name, first number, count, numbering), `action_count`, `draws` (all that
    /// `outcomes()` can list), `planes`, `side`, `table` and `features`.
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        crate::arrays::layout(py, &self.layout)
    }

    fn __repr__(&self) -> String {
        let scores: Vec<String> = self
            .course
            .scores()
            .iter()
            .map(ToString::to_string)
            .collect();
        let state = self
            .course
            .to_move()
            .map_or_else(|| "over".into(), |seat| format!("seat {seat} to move"));
        format!(
            "<goldrush.Game {}, {} players, {state}, scores {}>",
            self.course.name(),
            self.players(),
            scores.join(" ")
        )
    }
}

/// Returns the error of an action that is not legal.
fn illegal_action(action: Whole, is_over: bool) -> PyErr {
    if is_over {
        return PyValueError::new_err("the game is over");
    }
    PyValueError::new_err(format!(
        "action {} is not legal here; see legal_actions()",
        action.0
    ))
}

/// Returns the error of a record in a file, by its line from 0.
fn wrong_record(path: &std::path::Path, line: u64, problem: &str) -> PyErr {
    PyValueError::new_err(format!("{}: game {line}: {problem}", path.display()))
}
