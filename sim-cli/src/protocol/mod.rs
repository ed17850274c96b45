//! Bots in any language: processes that play by JSON lines on standard input and output. `sim-cli/PROTOCOL.md` is the
//! specification.

pub mod bot;
pub mod catalogue;
pub mod check;
pub mod event;
pub mod fault;
pub mod heard;
pub mod limits;
pub mod message;
pub mod offer;
pub mod process;
pub mod serve;
pub mod spoken;

/// The version of the protocol.
pub const VERSION: u32 = 1;
