//! Runs bots in any language: processes that play by exchanging JSON lines on standard input and output. `sim-cli/PROTOCOL.md` is
//! the specification.

pub mod bot;
pub mod cannot_start;
pub mod check;
mod failure;
pub mod fault;
pub mod finding;
#[cfg(unix)]
pub mod guard;
pub mod limits;
pub mod message;
pub mod mistake;
#[cfg(not(unix))]
mod no_process;
pub mod pipe;
#[cfg(unix)]
pub mod process;
pub mod refusal;
pub mod serve;
mod source_line;
pub mod transcript;

#[cfg(not(unix))]
pub use self::no_process::{guard, process};

/// Version of the protocol.
pub const VERSION: u32 = 2;
