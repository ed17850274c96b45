//! Rust part of the Python package `goldrush`.

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
mod planes;
mod saved;
mod seat;
mod setup;
mod turns;

use pyo3::prelude::*;

/// Native module of the package, which documents it.
#[pymodule]
mod _goldrush {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::arrays::Batch;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::seat::Seat;

    /// Loads numpy, whose functions panic if it cannot be imported.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.py().import("numpy")?;
        let _ = numpy::dtype::<bool>(module.py());
        Ok(())
    }
}
