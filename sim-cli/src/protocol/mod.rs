//! Runs bots in any language: processes that play by exchanging JSON lines on standard input and output. `sim-cli/PROTOCOL.md` is
//! the specification.

pub mod bot;
pub mod check;
pub mod fault;
pub mod guard;
pub mod limits;
pub mod message;
pub mod process;
pub mod serve;
pub mod transcript;

/// Version of the protocol.
pub const VERSION: u32 = 2;
