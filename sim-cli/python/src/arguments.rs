//! Checks of arguments from Python: values out of range are rejected here with a one-line message.

use std::ops::RangeInclusive;

use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArray, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::turns::TURN;

/// A whole number of any size. Numbers beyond 128 bits, which no range allows, are clamped.
#[derive(Clone, Copy)]
pub struct Whole(pub i128);

/// Number of games at once.
pub const GAMES: RangeInclusive<i128> = 1..=1_000_000_000;
/// Number of turns to list.
pub const COUNTS: RangeInclusive<i128> = 1..=10_000;
/// Number of worlds in which to evaluate them.
pub const WORLDS: RangeInclusive<i128> = 2..=1_000_000;
/// Number of a line in a file, from 0.
pub const LINES: RangeInclusive<i128> = 0..=u64::MAX as i128;
/// Number of turns that an environment offers.
pub const BEST: RangeInclusive<i128> = 1..=1000;
/// Seeds of all kinds: whole numbers that every reader of JSON keeps.
pub const SEEDS: RangeInclusive<i128> = 0..=goldrush_engine::rng::SEEDS as i128 - 1;
/// Cells per side of a window.
pub const WINDOWS: RangeInclusive<i128> = 9..=201;
/// Default window: of 360,000 games of several agents none left it (`scripts/python/window.py`).
pub const WINDOW: Whole = Whole(41);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Whole> {
        match object.extract::<i128>() {
            Err(e) if e.is_instance_of::<PyOverflowError>(object.py()) => {
                Ok(Whole(if object.lt(0)? { i128::MIN } else { i128::MAX }))
            }
            other => other.map(Whole),
        }
    }
}

impl Whole {
    /// Returns the number as another type.
    ///
    /// # Errors
    /// `ValueError` if it is out of range.
    pub fn within<T: TryFrom<i128>>(self, name: &str, range: RangeInclusive<i128>) -> PyResult<T> {
        T::try_from(self.0)
            .ok()
            .filter(|_| range.contains(&self.0))
            .ok_or_else(|| {
                let given = match self.0 {
                    i128::MAX => "too large a number".into(),
                    i128::MIN => "too small a number".into(),
                    number => number.to_string(),
                };
                let first = range.start();
                let last = range.end();
                PyValueError::new_err(format!(
                    "{name}: {given} is given; a whole number from {first} to {last} is expected"
                ))
            })
    }

    /// Returns the number of players; each game has its own limits.
    ///
    /// # Errors
    /// `ValueError` if no game allows that number.
    pub fn players(self) -> PyResult<usize> {
        self.within("players", 2..=5)
    }

    /// Returns the seed.
    ///
    /// # Errors
    /// `ValueError` if it is out of range.
    pub fn seed(self) -> PyResult<u64> {
        self.within("seed", SEEDS)
    }

    /// Returns the number of cells per side of a window, which is odd.
    ///
    /// # Errors
    /// `ValueError` if it is even or out of range.
    pub fn window(self) -> PyResult<usize> {
        let window: usize = self.within("window", WINDOWS)?;
        if window.is_multiple_of(2) {
            return Err(PyValueError::new_err(format!(
                "window: {window} is given; an odd number is expected"
            )));
        }
        Ok(window)
    }
}

/// Returns the actions of a step, row by row, and the number of actions in a row.
///
/// # Errors
/// `TypeError` if it is not an array of whole numbers. `ValueError` if it has another shape.
pub fn actions(given: &Bound<'_, PyAny>, games: usize) -> PyResult<(Vec<i64>, usize)> {
    let wanted = format!(
        "actions: an integer array of shape ({games},) or ({games}, 1 to {TURN}) is expected"
    );
    let Some(array) = given
        .cast::<PyUntypedArray>()
        .ok()
        .filter(|array| b"iu".contains(&array.dtype().kind()))
    else {
        let found = given
            .getattr("dtype")
            .or_else(|_| Ok::<_, PyErr>(given.get_type().name()?.into_any()))?;
        return Err(PyTypeError::new_err(format!("{wanted}; {found} is given")));
    };
    let width = match *array.shape() {
        [rows] if rows == games => 1,
        [rows, width] if rows == games && (1..=TURN).contains(&width) => width,
        ref shape => {
            return Err(PyValueError::new_err(format!(
                "{wanted}; shape {shape:?} is given"
            )));
        }
    };
    // A copy is contiguous and aligned, even if the array is a view.
    let copy = array.call_method1("astype", (numpy::dtype::<i64>(given.py()),))?;
    let copy = copy.cast::<PyArrayDyn<i64>>()?;
    let copy = copy.call_method1("copy", ("C",))?;
    Ok((
        copy.cast::<PyArrayDyn<i64>>()?
            .try_readonly()?
            .as_slice()?
            .to_vec(),
        width,
    ))
}

/// Returns an array to write results into, from an argument `out`.
///
/// # Errors
/// `TypeError` if it is no array of such entries. `ValueError` if it has another shape, or cannot be written as a whole.
pub fn out<'py, T: Element, D: Dimension>(
    given: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArray<T, D>>> {
    let py = given.py();
    let wanted = format!(
        "out: a writable contiguous {} array of shape {shape:?} is expected",
        numpy::dtype::<T>(py)
    );
    let Ok(array) = given.cast::<PyArray<T, D>>() else {
        return Err(PyTypeError::new_err(format!(
            "{wanted}; {} is given",
            given.get_type().name()?
        )));
    };
    if array.shape() != shape {
        return Err(PyValueError::new_err(format!(
            "{wanted}; shape {:?} is given",
            array.shape()
        )));
    }
    if !array.is_c_contiguous() || array.try_readwrite().is_err() {
        return Err(PyValueError::new_err(format!(
            "{wanted}; it is read-only or not contiguous"
        )));
    }
    Ok(array.clone())
}
