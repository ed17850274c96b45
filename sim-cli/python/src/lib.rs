//! The Python package `goldrush`, as far as it is not Python.

mod arguments;
mod arrays;
mod batch;
mod calls;
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
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::arrays::Batch;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::seat::Seat;

    /// Loads numpy, whose functions panic where it cannot be imported.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.py().import("numpy")?;
        let _ = numpy::dtype::<bool>(module.py());
        Ok(())
    }
}
