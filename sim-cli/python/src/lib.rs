//! The Python package `goldrush`, as far as it is not Python.

mod arrays;
mod batch;
mod carcassonne;
mod cards;
mod course;
mod game;
mod gold_rush;
mod landscape;
mod lens;
mod seat;
mod setup;
mod turns;

use pyo3::prelude::*;

/// What the package is made of; it is documented in the package.
#[pymodule]
mod _goldrush {
    #[pymodule_export]
    use super::arrays::Batch;
    #[pymodule_export]
    use super::game::{Game, OutsideWindow};
    #[pymodule_export]
    use super::seat::Seat;
}
