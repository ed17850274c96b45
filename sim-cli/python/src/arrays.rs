//! `goldrush.Batch`: many games in arrays.

use numpy::ndarray::{Array1, Array2, Array4};
use numpy::{
    Element, IntoPyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::batch::{self, AnyBatch, Outcome, Problem};
use crate::game::{check_window, outside};
use crate::landscape::WINDOW;
use crate::lens::Layout;
use crate::setup::{lasting, read, with_setup};
use crate::turns::TURN;

/// What entries of arrays stand for, in Python.
pub fn layout<'py>(py: Python<'py>, layout: &Layout) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    let mut first = 0;
    let sections = PyList::empty(py);
    for section in &layout.sections {
        sections.append((section.name, first, section.size, &section.meaning))?;
        first += section.size;
    }
    dict.set_item("actions", sections)?;
    dict.set_item("action_count", layout.actions())?;
    dict.set_item("planes", &layout.planes)?;
    dict.set_item("side", layout.side)?;
    dict.set_item("table", &layout.table)?;
    dict.set_item("features", &layout.features)?;
    Ok(dict)
}

/// Many games of one setup at once, in arrays: `Batch(1024, "carcassonne", players=2, seed=1)`.
///
/// Game i is dealt deal i of the seed, then deal i + n and so on: those of a run of goldrush with that seed. All cores step them, and
/// the interpreter is not held up.
#[pyclass(module = "goldrush")]
pub struct Batch {
    games: Box<dyn AnyBatch>,
    players: usize,
    mask: Py<PyArray2<bool>>,
}

fn raised(problem: Problem) -> PyErr {
    match problem {
        Problem::Illegal(game, action) => PyValueError::new_err(format!("game {game}: action {action} is not legal")),
        Problem::Outside(game, what) => outside(&what, &format!("game {game}: ")),
    }
}

/// An array with an entry a game, or so.
pub type Row<'py, T> = Bound<'py, PyArray1<T>>;
/// An array of rows.
pub type Rows<'py, T> = Bound<'py, PyArray2<T>>;
/// The result of a step: rewards, which games ended, their scores and shares of the win.
type Step<'py> = (Rows<'py, f32>, Row<'py, bool>, Rows<'py, i32>, Rows<'py, f32>);

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (n, game="gold-rush", *, players=2, seed=0, window=WINDOW, **options))]
    fn new(
        py: Python<'_>,
        n: usize,
        game: &str,
        players: usize,
        seed: u64,
        window: usize,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Batch> {
        check_window(window)?;
        if n == 0 {
            return Err(PyValueError::new_err("n: 0 is given; at least one game is expected"));
        }
        let setup = read(game, players, options)?;
        let mut games: Box<dyn AnyBatch> =
            with_setup!(&setup, G, setup => Box::new(batch::Batch::<G>::new(lasting::<G>(setup)?, n, seed, window)));
        let mask = PyArray2::<bool>::zeros(py, [n, games.layout().actions()], false);
        games.begin(mask.readwrite().as_slice_mut()?).map_err(raised)?;
        Ok(Batch { games, players, mask: mask.unbind() })
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// How many seats there are.
    #[getter]
    fn players(&self) -> usize {
        self.players
    }

    /// Which actions are legal, `bool[n, actions]`. The array is the batch's own and changes with each step: copy what is to stay.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Rows<'py, bool> {
        self.mask.bind(py).clone()
    }

    /// The seat that decides next in each game, `int8[n]`.
    #[getter]
    fn to_move<'py>(&self, py: Python<'py>) -> Row<'py, i8> {
        let mut seats = vec![0; self.games.len()];
        self.games.to_move(&mut seats);
        seats.into_pyarray(py)
    }

    /// What entries of arrays stand for: see `Game.layout`.
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        layout(py, self.games.layout())
    }

    /// A legal action of each game, each as likely, `int32[n]`.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> Row<'py, i32> {
        let mut actions = vec![0; self.games.len()];
        py.detach(|| self.games.random(&mut actions));
        actions.into_pyarray(py)
    }

    /// The legal actions of all games: `int64[n + 1]`, where those of each begin, and `int32[…]`.
    fn legal_actions<'py>(&self, py: Python<'py>) -> (Row<'py, i64>, Row<'py, i32>) {
        let (counts, actions) = self.games.legal();
        (offsets(counts.into_iter()).into_pyarray(py), actions.into_pyarray(py))
    }

    /// Plays an action in each game, `int32[n]`, or those of a turn, `int32[n, 1 to 3]` filled up with -1. Returns rewards
    /// `float32[n, players]` (0, and at the end each seat's lead over the best other in points), which games ended `bool[n]`, and for these
    /// the points `int32[n, players]` and shares of the win `float32[n, players]`. A game that ends is followed by a new deal.
    fn step<'py>(&mut self, py: Python<'py>, actions: PyReadonlyArrayDyn<'py, i32>) -> PyResult<Step<'py>> {
        let n = self.games.len();
        let width = match *actions.shape() {
            [rows] if rows == n => 1,
            [rows, width] if rows == n && (1..=TURN).contains(&width) => width,
            _ => {
                let wanted = format!("actions: an int32 array of shape ({n},) or ({n}, 1 to {TURN}) is expected");
                return Err(PyValueError::new_err(wanted));
            }
        };
        let actions =
            actions.as_slice().map_err(|_| PyValueError::new_err("actions: a contiguous array is expected"))?;
        let mut rewards = Array2::<f32>::zeros((n, self.players));
        let mut done = Array1::from_elem(n, false);
        let mut scores = Array2::<i32>::zeros((n, self.players));
        let mut wins = Array2::<f32>::zeros((n, self.players));
        let outcome = Outcome {
            rewards: rewards.as_slice_mut().expect("it is new"),
            done: done.as_slice_mut().expect("it is new"),
            scores: scores.as_slice_mut().expect("it is new"),
            wins: wins.as_slice_mut().expect("it is new"),
        };
        let mut mask = self.mask.bind(py).readwrite();
        let (games, mask) = (&mut self.games, mask.as_slice_mut()?);
        py.detach(|| games.step(actions, width, mask, outcome)).map_err(raised)?;
        Ok((rewards.into_pyarray(py), done.into_pyarray(py), scores.into_pyarray(py), wins.into_pyarray(py)))
    }

    /// What the seat to move sees in each game: `uint8[n, planes, side, side]` and `float32[n, table]`.
    fn observe<'py>(&self, py: Python<'py>) -> (Bound<'py, PyArray4<u8>>, Rows<'py, f32>) {
        let (n, layout) = (self.games.len(), self.games.layout());
        let mut board = Array4::<u8>::zeros((n, layout.planes.len(), layout.side, layout.side));
        let mut table = Array2::<f32>::zeros((n, layout.table.len()));
        let slices = (board.as_slice_mut().expect("it is new"), table.as_slice_mut().expect("it is new"));
        py.detach(|| self.games.observe(slices.0, slices.1));
        (board.into_pyarray(py), table.into_pyarray(py))
    }

    /// The turns of the seat to move in each game: where those of each begin, `int64[n + 1]`, their actions `int32[…, 3]`, and the
    /// features of what each leads to, `float32[…, features]`.
    fn turns<'py>(&mut self, py: Python<'py>) -> PyResult<(Row<'py, i64>, Rows<'py, i32>, Rows<'py, f32>)> {
        let width = self.games.layout().features.len();
        let (offsets, actions, features) = py
            .detach(|| {
                let turns = self.games.turns()?;
                let offsets = offsets(turns.iter().map(|turns| turns.count));
                let (mut actions, mut features) = (Vec::new(), Vec::new());
                for turns in &turns {
                    actions.extend_from_slice(&turns.actions);
                    features.extend_from_slice(&turns.features);
                }
                Ok((offsets, actions, features))
            })
            .map_err(raised)?;
        Ok((offsets.into_pyarray(py), rows(py, actions, TURN)?, rows(py, features, width)?))
    }
}

/// An array with rows of so many entries.
pub fn rows<T: Element>(py: Python<'_>, entries: Vec<T>, width: usize) -> PyResult<Rows<'_, T>> {
    let count = entries.len() / width;
    entries.into_pyarray(py).reshape([count, width])
}

/// Where the entries of each game begin, and where the last end.
fn offsets(counts: impl Iterator<Item = usize>) -> Vec<i64> {
    let mut end = 0;
    let mut offsets = vec![0];
    offsets.extend(counts.map(|count| {
        end += count as i64;
        end
    }));
    offsets
}
