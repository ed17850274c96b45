//! `goldrush.Batch`: many games in arrays.

use goldrush_games::Setup;
use numpy::ndarray::{Dimension, Ix1, Ix2, Ix4};
use numpy::{
    Element, IntoPyArray, PyArray, PyArray1, PyArray2, PyArray4, PyArrayMethods,
    PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyType};

use crate::arguments::{self, COUNTS, GAMES, WINDOW, Whole};
use crate::batch::{self, AnyBatch, Illegal, Outcome};
use crate::calls::{in_slices, on_all_cores};
use crate::lens::Layout;
use crate::saved::{self, SavedBatch};
use crate::setup::{lasting, read, with_setup};
use crate::turns::TURN;

/// Converts the layout of arrays to Python.
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
    dict.set_item("draws", &layout.draws)?;
    dict.set_item("planes", &layout.planes)?;
    dict.set_item("side", layout.side)?;
    dict.set_item("table", &layout.table)?;
    dict.set_item("features", &layout.features)?;
    Ok(dict)
}

/// Many games of one setup at once, in arrays: `Batch(1024, "carcassonne", players=2, seed=1)`.
///
/// Game i is deal i of the seed, then deal i + n and so on, the same deals as in a goldrush run with that seed. All cores step
/// the games while other Python threads continue.
#[pyclass(module = "goldrush")]
pub struct Batch {
    games: Box<dyn AnyBatch>,
    players: usize,
    mask: Py<PyArray2<bool>>,
    truncated: Py<PyArray1<bool>>,
    /// Last planes given to `observe`.
    observed: Option<Observed>,
}

/// Planes of the caller, and for each game the entries that are not zero.
type Observed = (Py<PyArray4<u8>>, Vec<Vec<u32>>);
/// An array with one entry per game, or similar.
pub type Row<'py, T> = Bound<'py, PyArray1<T>>;
/// An array of rows.
pub type Rows<'py, T> = Bound<'py, PyArray2<T>>;
/// Result of a step: rewards, whether each game is over, scores and shares of the win.
type Step<'py> = (
    Rows<'py, f32>,
    Row<'py, bool>,
    Rows<'py, i32>,
    Rows<'py, f32>,
);

/// Creates an array of zeros.
///
/// # Errors
/// `MemoryError` if there is not enough memory.
pub fn zeros<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    create(py, "zeros", shape)
}

/// Creates an array of any entries, all of which must be written.
///
/// # Errors
/// `MemoryError` if there is not enough memory.
pub fn empty<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    create(py, "empty", shape)
}

fn create<'py, T: Element, D: Dimension>(
    py: Python<'py>,
    function: &str,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    // The constructor of the numpy crate panics if there is not enough memory.
    let array = py
        .import("numpy")?
        .call_method1(function, (shape, dtype::<T>(py)))?;
    Ok(array.cast_into()?)
}

/// Returns the entries of a new array, for writing.
pub fn entries<'a, T: Element, D: Dimension>(
    array: &'a mut numpy::PyReadwriteArray<'_, T, D>,
) -> PyResult<&'a mut [T]> {
    Ok(array.as_slice_mut()?)
}

fn no_memory(n: usize) -> PyErr {
    PyMemoryError::new_err(format!("n: there is not enough memory for {n} games"))
}

impl Batch {
    /// Deals the first games of a setup.
    fn deal(py: Python<'_>, setup: &Setup, n: usize, seed: u64, window: usize) -> PyResult<Batch> {
        let batch: Option<Box<dyn AnyBatch>> = with_setup!(setup, G, setup => {
            batch::Batch::<G>::new(lasting::<G>(setup)?, n, seed, window).map(|batch| Box::new(batch) as Box<dyn AnyBatch>)
        });
        let mut games = batch.ok_or_else(|| no_memory(n))?;
        let size = games.layout().actions();
        let mask = zeros::<bool, Ix2>(py, &[n, size])?;
        let mut written = mask.try_readwrite()?;
        let marks = entries(&mut written)?;
        in_slices(py, n, |slice| {
            games.deal(
                slice.clone(),
                &mut marks[slice.start * size..slice.end * size],
            )
        })?;
        drop(written);
        let truncated = zeros(py, &[n])?.unbind();
        Ok(Batch {
            games,
            players: setup.players(),
            mask: mask.unbind(),
            truncated,
            observed: None,
        })
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(
        signature = (n, game="gold-rush", *, players=Whole(2), seed=Whole(0), window=WINDOW, **options),
        text_signature = "(n, game='gold-rush', *, players=2, seed=0, window=41, **options)"
    )]
    fn new(
        py: Python<'_>,
        n: Whole,
        game: &str,
        players: Whole,
        seed: Whole,
        window: Whole,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Batch> {
        let n = n.within("n", GAMES)?;
        let seed = seed.seed()?;
        let window = window.window()?;
        Batch::deal(
            py,
            &read(game, players.players()?, options)?,
            n,
            seed,
            window,
        )
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    /// The games as bytes, from which `from_bytes` makes equal ones that continue in the same way.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let truncated = self.truncated.bind(py).to_vec()?;
        let data = on_all_cores(py, || saved::write(&self.games.saved(&truncated)))?;
        Ok(PyBytes::new(py, &data))
    }

    /// Games from their bytes.
    #[classmethod]
    fn from_bytes(_: &Bound<'_, PyType>, py: Python<'_>, data: &[u8]) -> PyResult<Batch> {
        let SavedBatch {
            origin,
            window,
            seed,
            games,
        } = saved::read(data)?;
        let n = Whole(games.len() as i128).within("n", GAMES)?;
        let mut batch = Batch::deal(
            py,
            &origin.setup()?,
            n,
            seed,
            Whole(window as i128).window()?,
        )?;
        let size = batch.games.layout().actions();
        let mut legal = true;
        {
            let mut mask = batch.mask.bind(py).try_readwrite()?;
            let mask = entries(&mut mask)?;
            in_slices(py, n, |slice| {
                let mask = &mut mask[slice.start * size..slice.end * size];
                legal &= batch.games.restore(slice.clone(), &games[slice], mask);
            })?;
        }
        if !legal {
            return Err(saved::wrong("the moves of a game are not legal"));
        }
        batch.truncated = games
            .iter()
            .map(|game| game.truncated)
            .collect::<Vec<_>>()
            .into_pyarray(py)
            .unbind();
        Ok(batch)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Batch>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((
            slf.get_type().getattr("from_bytes")?,
            (slf.borrow().to_bytes(slf.py())?,),
        ))
    }

    /// Number of seats.
    #[getter]
    fn players(&self) -> usize {
        self.players
    }

    /// Legal actions, `bool[n, actions]`: a read-only view that changes with each step. Copy it to keep it.
    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let view = self.mask.bind(py).call_method0("view")?;
        view.call_method1("setflags", (false,))?;
        Ok(view)
    }

    /// Games that the last step truncated because a legal move lay outside the window, `bool[n]`. They count as over, with
    /// rewards and shares of the win of 0 and the points so far.
    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Row<'py, bool> {
        self.truncated.bind(py).clone()
    }

    /// The seat that decides next in each game, `int8[n]`.
    #[getter]
    fn to_move<'py>(&self, py: Python<'py>) -> Row<'py, i8> {
        let mut seats = vec![0; self.games.len()];
        self.games.to_move(&mut seats);
        seats.into_pyarray(py)
    }

    /// Meaning of the entries of arrays: see `Game.layout`.
    fn layout<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        layout(py, self.games.layout())
    }

    /// A random legal action of each game, all equally likely, `int32[n]`.
    fn random_actions<'py>(&mut self, py: Python<'py>) -> PyResult<Row<'py, i32>> {
        let mut actions = vec![0; self.games.len()];
        on_all_cores(py, || self.games.random(&mut actions))?;
        Ok(actions.into_pyarray(py))
    }

    /// Legal actions of all games: the start of each game's actions, `int64[n + 1]`, and the actions, `int32[…]`.
    fn legal_actions<'py>(&self, py: Python<'py>) -> (Row<'py, i64>, Row<'py, i32>) {
        let (counts, actions) = self.games.legal();
        (
            offsets(counts.into_iter()).into_pyarray(py),
            actions.into_pyarray(py),
        )
    }

    /// Plays one action in each game, `int[n]`, or the actions of a turn, `int[n, 1 to 3]`, padded with -1. Raises
    /// `ValueError` and changes no game if any action is illegal. Returns rewards `float32[n, players]` (0; at the end each
    /// seat's lead over the best other, in points), which games are over `bool[n]`, and for these the points `int32[n, players]`
    /// and shares of the win `float32[n, players]`. A game that is over is replaced by a new deal. A game in which a legal move
    /// lies outside the window is over, too: see `truncated`.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Step<'py>> {
        let n = self.games.len();
        let players = self.players;
        let (actions, width) = arguments::actions(actions, n)?;
        let rewards = zeros::<f32, Ix2>(py, &[n, players])?;
        let done = zeros::<bool, Ix1>(py, &[n])?;
        let scores = zeros::<i32, Ix2>(py, &[n, players])?;
        let wins = zeros::<f32, Ix2>(py, &[n, players])?;
        let truncated = zeros::<bool, Ix1>(py, &[n])?;
        {
            let mut written = (
                rewards.try_readwrite()?,
                done.try_readwrite()?,
                scores.try_readwrite()?,
                wins.try_readwrite()?,
            );
            let mut written_too = truncated.try_readwrite()?;
            let outcome = Outcome {
                rewards: entries(&mut written.0)?,
                done: entries(&mut written.1)?,
                truncated: entries(&mut written_too)?,
                scores: entries(&mut written.2)?,
                wins: entries(&mut written.3)?,
            };
            let wanted = [n, self.games.layout().actions()];
            let mask = self.mask.bind(py).as_any().cast::<PyArray2<bool>>();
            let mut mask = mask
                .ok()
                .filter(|mask| mask.shape() == wanted)
                .and_then(|mask| mask.try_readwrite().ok());
            let mask = mask.as_mut().and_then(|mask| mask.as_slice_mut().ok()).ok_or_else(|| {
                PyValueError::new_err(
                    "mask: the array that it is a view of was changed; the batch can no longer be used",
                )
            })?;
            on_all_cores(py, || self.games.step(&actions, width, mask, outcome))?.map_err(
                |Illegal { game, action }| {
                    PyValueError::new_err(format!("game {game}: action {action} is not legal"))
                },
            )?;
        }
        self.truncated = truncated.unbind();
        Ok((rewards, done, scores, wins))
    }

    /// View of the seat to move in each game: `uint8[n, planes, side, side]` and `float32[n, table]`. `out` is such a pair to
    /// write into: given again and again it is many times faster, since only the planes' entries that were written the last time
    /// are cleared. Nothing else may write into the planes between two such calls.
    #[pyo3(signature = (*, out=None))]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
    ) -> PyResult<(Bound<'py, PyArray4<u8>>, Rows<'py, f32>)> {
        let n = self.games.len();
        let layout = self.games.layout();
        let planes = layout.board();
        let width = layout.table.len();
        let shapes = (
            [n, layout.planes.len(), layout.side, layout.side],
            [n, width],
        );
        let keeps = out.is_some();
        let (board, table) = match out {
            Some((board, table)) => (
                arguments::out::<u8, Ix4>(&board, &shapes.0)?,
                arguments::out::<f32, Ix2>(&table, &shapes.1)?,
            ),
            None => (zeros(py, &shapes.0)?, zeros(py, &shapes.1)?),
        };
        let mut written = match self.observed.take_if(|(last, _)| last.is(&board)) {
            Some((_, written)) => written,
            None => {
                if keeps {
                    board.call_method1("fill", (0,))?;
                }
                vec![Vec::new(); n]
            }
        };
        let done = {
            let mut arrays = (board.try_readwrite()?, table.try_readwrite()?);
            let board = entries(&mut arrays.0)?;
            let table = entries(&mut arrays.1)?;
            in_slices(py, n, |slice| {
                let board = &mut board[slice.start * planes..slice.end * planes];
                let table = &mut table[slice.start * width..slice.end * width];
                self.games
                    .observe(slice.clone(), board, &mut written[slice], table);
            })
        };
        if keeps {
            self.observed = Some((board.clone().unbind(), written));
        }
        done?;
        Ok((board, table))
    }

    /// Summary of the position for the seat to move in each game, `float32[n, summary]`: the table, then the features. `out` is
    /// such an array to write into.
    #[pyo3(signature = (*, out=None))]
    fn summary<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Rows<'py, f32>> {
        let n = self.games.len();
        let width = self.games.layout().summary();
        let summary = match out {
            Some(out) => arguments::out(&out, &[n, width])?,
            None => zeros::<f32, Ix2>(py, &[n, width])?,
        };
        {
            let mut written = summary.try_readwrite()?;
            let entries = entries(&mut written)?;
            in_slices(py, n, |slice| {
                self.games.summarize(
                    slice.clone(),
                    &mut entries[slice.start * width..slice.end * width],
                );
            })?;
        }
        Ok(summary)
    }

    /// Turns of the seat to move in each game: the start of each game's turns, `int64[n + 1]`, their actions, `int32[…, 3]`, and
    /// the features of the positions they lead to, `float32[…, features]`. With `best`, only that many turns of each game: those
    /// with the highest lead over the mean of the others if the game ended after them, highest first.
    #[pyo3(signature = (*, best=None))]
    fn turns<'py>(
        &self,
        py: Python<'py>,
        best: Option<Whole>,
    ) -> PyResult<(Row<'py, i64>, Rows<'py, i32>, Rows<'py, f32>)> {
        let best = best.map(|best| best.within("best", COUNTS)).transpose()?;
        let width = self.games.layout().features.len();
        let mut counts = Vec::new();
        let mut actions = Vec::new();
        let mut features = Vec::new();
        in_slices(py, self.games.len(), |slice| {
            for turns in self.games.turns(slice, best) {
                counts.push(turns.count);
                actions.extend_from_slice(&turns.actions);
                features.extend_from_slice(&turns.features);
            }
        })?;
        Ok((
            offsets(counts.into_iter()).into_pyarray(py),
            rows(py, actions, TURN)?,
            rows(py, features, width)?,
        ))
    }
}

/// Creates an array with rows of `width` entries.
pub fn rows<T: Element>(py: Python<'_>, entries: Vec<T>, width: usize) -> PyResult<Rows<'_, T>> {
    let count = entries.len() / width;
    entries.into_pyarray(py).reshape([count, width])
}

/// Returns the start of each game's entries, and the end of the last.
fn offsets(counts: impl Iterator<Item = usize>) -> Vec<i64> {
    let mut end = 0;
    let mut offsets = vec![0];
    offsets.extend(counts.map(|count| {
        end += count as i64;
        end
    }));
    offsets
}
