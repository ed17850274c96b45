//! Runs bots in any language: processes that play by exchanging JSON lines on standard input and output. `sim-cli/PROTOCOL.md` is
//! the specification.

pub mod bot;
pub mod check;
mod failure;
pub mod fault;
#[cfg(unix)]
pub mod guard;
pub mod limits;
pub mod message;
#[cfg(not(unix))]
mod no_process;
pub mod pipe;
#[cfg(unix)]
pub mod process;
pub mod refusal;
pub mod serve;
pub mod transcript;

#[cfg(not(unix))]
pub use self::no_process::{guard, process};

/// Version of the protocol.
pub const VERSION: u32 = 2;
