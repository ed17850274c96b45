//! Games with people in them, apart from how they are shown: who sits where, the game in progress, its file, bots that
//! think in the background, and everything that is said in words.

pub mod bots;
pub mod choices;
pub mod closing;
pub mod describe;
pub mod family;
mod guest;
pub mod hint;
mod kept;
pub mod lessons;
mod saved;
pub mod seats;
pub mod session;
pub mod thinking;
pub mod words;
