//! Rust part of the Python package `goldrush`.

mod arena;
mod arguments;
mod arrays;
mod batch;
mod calls;
mod carcassonne;
mod carcassonne_turns;
mod cards;
mod course;
mod game;
mod gold_rush;
mod gold_rush_turns;
mod landscape;
mod lens;
mod planes;
mod saved;
mod seat;
mod setup;
mod turns;
mod vector;

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
    #[pymodule_export]
    use super::vector::Arena;

    /// Loads numpy, whose functions panic if it cannot be imported.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.py().import("numpy")?;
        let _ = numpy::dtype::<bool>(module.py());
        Ok(())
    }
}
