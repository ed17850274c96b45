//! The system that the program runs on: time, randomness, threads, signals, and who may read a file. A page has the same functions;
//! the rest of the program does not know where it runs.

#[cfg(not(target_arch = "wasm32"))]
mod host;
#[cfg(target_arch = "wasm32")]
pub mod page;
#[cfg(unix)]
mod signals;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(not(target_arch = "wasm32"))]
pub use self::host::*;
#[cfg(target_arch = "wasm32")]
pub use self::page::functions::*;
#[cfg(unix)]
pub use self::signals::{
    ignore_file_size_signal, ignore_termination_signals, on_termination_signal,
};
#[cfg(unix)]
pub use self::unix::*;
#[cfg(windows)]
pub use self::windows::*;
