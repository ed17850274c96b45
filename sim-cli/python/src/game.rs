//! `goldrush.Game`.

use std::sync::Arc;

use goldrush_engine::player::Player;
use numpy::ndarray::{Array1, Array3};
use numpy::{IntoPyArray, PyArray3};
use pyo3::create_exception;
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

use crate::arrays::{Row, Rows, rows};
use crate::course::{AnyCourse, Course};
use crate::landscape::WINDOW;
use crate::lens::{Layout, Outside};
use crate::setup::{lasting, raise, read, with_setup};
use crate::turns::TURN;

create_exception!(goldrush, OutsideWindow, PyRuntimeError, "A legal move lies outside the window of numbered cells.");

/// A JSON value in Python.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (value.to_string(),))
}

/// That a move has no number.
pub fn outside(Outside { cell: (x, y), window }: &Outside, place: &str) -> PyErr {
    OutsideWindow::new_err(format!(
        "{place}a legal move concerns the cell {x},{y}, outside the window of {window} × {window} cells; make the game with a larger one"
    ))
}

/// A game in progress: `Game("carcassonne", players=3, seed=7, farmers=False)`.
///
/// The deal of a seed is that of `goldrush play --seed`. Options are those of `goldrush rules`, with `_` for `-`.
#[pyclass(module = "goldrush")]
pub struct Game {
    course: Box<dyn AnyCourse>,
    window: usize,
    layout: Arc<Layout>,
}

/// Checks a window.
pub fn check_window(window: usize) -> PyResult<()> {
    if window.is_multiple_of(2) || !(9..=201).contains(&window) {
        return Err(PyValueError::new_err(format!(
            "window: {window} is given; an odd number from 9 to 201 is expected"
        )));
    }
    Ok(())
}

impl Game {
    fn seat(&self, seat: Option<usize>) -> PyResult<Player> {
        let players = self.course.players();
        let seat = seat.or(self.course.to_move()).unwrap_or(0);
        Player::new(seat)
            .filter(|player| player.index() < players)
            .ok_or_else(|| PyIndexError::new_err(format!("seat {seat}: the game has seats 0 to {}", players - 1)))
    }

    /// A game with its arrays.
    pub fn of(course: Box<dyn AnyCourse>, window: usize) -> Game {
        Game { layout: Arc::new(course.layout(window)), course, window }
    }

    /// Another game of the same setup.
    fn wrap(&self, course: Box<dyn AnyCourse>) -> Game {
        Game { course, window: self.window, layout: self.layout.clone() }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (game="gold-rush", *, players=2, seed=0, window=WINDOW, **options))]
    fn new(
        game: &str,
        players: usize,
        seed: u64,
        window: usize,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Game> {
        check_window(window)?;
        let setup = read(game, players, options)?;
        let course: Box<dyn AnyCourse> =
            with_setup!(&setup, G, setup => Box::new(Course::<G>::deal(lasting::<G>(setup)?, seed)));
        Ok(Game::of(course, window))
    }

    /// The name of the game: `gold-rush`, `carcassonne`, `carcassonne+gold-mines` or `knizia-gold`.
    #[getter]
    fn name(&self) -> &'static str {
        self.course.name()
    }

    /// How many seats there are.
    #[getter]
    fn players(&self) -> usize {
        self.course.players()
    }

    /// The seat that decides next, from 0 in playing order; None when the game is over.
    #[getter]
    fn to_move(&self) -> Option<usize> {
        self.course.to_move()
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.course.to_move().is_none()
    }

    /// Cells on a side of the window that actions are numbered in.
    #[getter]
    fn window(&self) -> usize {
        self.window
    }

    /// Points of each seat, hidden ones included; when the game is over, the result.
    #[getter]
    fn scores(&self) -> Vec<u16> {
        self.course.scores()
    }

    /// Share of the win of each seat, 1 in all, if the game ended as it stands: those who stand highest share it.
    #[getter]
    fn win_shares(&self) -> Vec<f64> {
        self.course.shares()
    }

    /// The moves played, in the notation of records.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.course.history()
    }

    /// The legal moves in the notation of records, always in the same order; none when the game is over.
    fn legal_moves(&self) -> Vec<String> {
        self.course.legal(self.window).into_iter().map(|legal| legal.text).collect()
    }

    /// The numbers of the legal moves, in the order of `legal_moves()`. Raises `OutsideWindow` if one has none.
    fn legal_actions(&self) -> PyResult<Vec<usize>> {
        self.course
            .legal(self.window)
            .iter()
            .map(|legal| legal.action.as_ref().copied().map_err(|what| outside(what, "")))
            .collect()
    }

    /// Plays a legal move, given in the notation of records.
    fn play(&mut self, mv: &str) -> PyResult<()> {
        let legal = self.course.legal(self.window);
        let at = legal.iter().position(|legal| legal.text == mv);
        let at = at.ok_or_else(|| match legal.first() {
            None => PyValueError::new_err("the game is over"),
            Some(first) => PyValueError::new_err(format!(
                "\"{mv}\" is not legal here; one of {} moves such as \"{}\" is expected",
                legal.len(),
                first.text
            )),
        })?;
        self.course.play(at);
        Ok(())
    }

    /// Plays a legal move, given by its number.
    fn act(&mut self, action: usize) -> PyResult<()> {
        let legal = self.course.legal(self.window);
        let at = legal.iter().position(|legal| legal.action.as_ref().is_ok_and(|legal| *legal == action));
        let at =
            at.ok_or_else(|| PyValueError::new_err(format!("action {action} is not legal here; see legal_actions()")))?;
        self.course.play(at);
        Ok(())
    }

    /// A copy that goes on by itself.
    fn clone(&self) -> Game {
        self.wrap(self.course.boxed())
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    /// All that a seat (the one to move, if none is given) may know, as bots are told it: see `observation` in PROTOCOL.md.
    #[pyo3(signature = (seat=None))]
    fn observation<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.course.observation(self.seat(seat)?))
    }

    /// A game that is possible for all a seat knows: what is hidden from it is drawn anew, each possibility as likely.
    #[pyo3(signature = (seat=None, *, seed=0))]
    fn sample(&self, seat: Option<usize>, seed: u64) -> PyResult<Game> {
        Ok(self.wrap(self.course.sample(self.seat(seat)?, seed)))
    }

    /// The move that an agent of goldrush would play, such as `greedy`, `level5` or `rollout:playouts=200`.
    #[pyo3(signature = (agent="best", *, seed=0))]
    fn choose(&self, py: Python<'_>, agent: &str, seed: u64) -> PyResult<String> {
        let at = py.detach(|| self.course.choose(agent, seed)).map_err(PyValueError::new_err)?;
        Ok(self.course.legal(self.window).swap_remove(at).text)
    }

    /// The turns that look best to the seat to move, the best first, each measured in `worlds` played to the end: what
    /// `goldrush analyze` says. `win_share`, `margin` (lead over the best other seat, in points) and `behind` (points behind the first)
    /// are means with 95 % intervals. Takes about a second on two cores.
    #[pyo3(signature = (count=5, *, worlds=200, seed=1))]
    fn best_moves<'py>(&self, py: Python<'py>, count: usize, worlds: usize, seed: u64) -> PyResult<Bound<'py, PyList>> {
        if count == 0 || worlds < 2 {
            return Err(PyValueError::new_err("at least 1 turn and 2 worlds are expected"));
        }
        let list = PyList::empty(py);
        for worth in py.detach(|| self.course.best(count, worlds, seed)) {
            let entry = to_python(py, &worth.numbers)?;
            entry.set_item("turn", worth.turn)?;
            list.append(entry)?;
        }
        Ok(list)
    }

    /// The position as screens show it, for a seat's eyes or for everybody's.
    #[pyo3(signature = (seat=None))]
    fn scene<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        let seat = seat.map(|seat| self.seat(Some(seat))).transpose()?;
        to_python(py, &self.course.scene(seat))
    }

    /// The table as a picture.
    #[pyo3(signature = (seat=None))]
    fn svg(&self, seat: Option<usize>) -> PyResult<String> {
        Ok(self.course.svg(seat.map(|seat| self.seat(Some(seat))).transpose()?))
    }

    /// What notebooks show.
    fn _repr_svg_(&self) -> String {
        self.course.svg(None)
    }

    /// The game as `goldrush replay`, `analyze` and `verify` read it.
    fn record<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.course.record().map_err(PyValueError::new_err)?)
    }

    /// Writes the record to a file.
    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        let record = self.course.record().map_err(PyValueError::new_err)?;
        Ok(std::fs::write(path, format!("{record}\n"))?)
    }

    /// Reads a game of a file of records, one a line from 0, and plays it again. A record that breaks the rules is refused.
    #[staticmethod]
    #[pyo3(signature = (path, line=0, *, window=WINDOW))]
    fn load(path: std::path::PathBuf, line: u64, window: usize) -> PyResult<Game> {
        check_window(window)?;
        let record = goldrush::store::record::read_line(&path, line).map_err(raise)?;
        let wrong = |problem: String| PyValueError::new_err(format!("{}: game {line}: {problem}", path.display()));
        let game = goldrush::store::record::game_of(&record).map_err(wrong)?;
        let any = goldrush::games::Setup::printed(game, 2).map_err(raise)?;
        let course: Box<dyn AnyCourse> =
            with_setup!(&any, G, _setup => Box::new(Course::<G>::read(&record).map_err(wrong)?));
        Ok(Game::of(course, window))
    }

    /// What a seat sees: the planes of the board, `uint8[planes, side, side]`, and all else, `float32[table]`; `layout()` names them.
    #[pyo3(signature = (seat=None))]
    fn arrays<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<(Bound<'py, PyArray3<u8>>, Row<'py, f32>)> {
        let (seat, layout) = (self.seat(seat)?, &self.layout);
        let mut board = Array3::<u8>::zeros((layout.planes.len(), layout.side, layout.side));
        let mut table = Array1::<f32>::zeros(layout.table.len());
        let slices = (board.as_slice_mut().expect("it is new"), table.as_slice_mut().expect("it is new"));
        self.course.observe(seat, self.window, slices.0, slices.1);
        Ok((board.into_pyarray(py), table.into_pyarray(py)))
    }

    /// The features of the position for a seat, `float32[features]`; nothing is told of what will be drawn.
    #[pyo3(signature = (seat=None))]
    fn features<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Row<'py, f32>> {
        let mut features = vec![0.0; self.layout.features.len()];
        self.course.features(self.seat(seat)?, &mut features);
        Ok(features.into_pyarray(py))
    }

    /// The turns of the seat to move and what each leads to: their actions, `int32[turns, 3]` filled up with -1, and the
    /// features then, `float32[turns, features]`. What is hidden is drawn at random by the seed.
    #[pyo3(signature = (*, seed=0))]
    fn turns<'py>(&self, py: Python<'py>, seed: u64) -> PyResult<(Rows<'py, i32>, Rows<'py, f32>)> {
        let width = self.layout.features.len();
        let turns = self.course.turns(self.window, width, seed).map_err(|what| outside(&what, ""))?;
        Ok((rows(py, turns.actions, TURN)?, rows(py, turns.features, width)?))
    }

    /// What entries of arrays stand for: `actions` (name, first number, how many, how they are numbered), `action_count`,
    /// `planes`, `side`, `table` and `features`.
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        crate::arrays::layout(py, &self.layout)
    }

    fn __repr__(&self) -> String {
        let scores: Vec<String> = self.course.scores().iter().map(ToString::to_string).collect();
        let state = self.course.to_move().map_or_else(|| "over".into(), |seat| format!("seat {seat} to move"));
        format!(
            "<goldrush.Game {}, {} players, {state}, scores {}>",
            self.course.name(),
            self.players(),
            scores.join(" ")
        )
    }
}
