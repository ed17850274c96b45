//! Games with people in them, whichever game and however it is shown: who sits where, the game in progress, its file,
//! bots that think in the background, hints and the closing. Skins see a [`host::Host`].

mod again;
pub mod bots;
pub mod closing;
pub mod course;
mod guest;
pub mod hint;
pub mod host;
pub(crate) mod kept;
mod saved;
pub mod seats;
pub mod session;
pub mod shelf;
pub mod sitting;
pub mod step;
pub mod thinking;
