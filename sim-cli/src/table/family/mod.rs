//! Games of the family with people in them, as numbered choices: text in and out. Written once for every game that is
//! `Shown`; Gold Rush has a session of its own.

mod ask;
mod bots;
mod carcassonne;
mod closing;
mod hint;
mod knizia_gold;
mod saved;
mod session;
pub(crate) mod shown;
mod sitting;

use std::path::{Path, PathBuf};

use goldrush_engine::carcassonne::Carcassonne;
use goldrush_engine::knizia_gold::KniziaGold;

use super::seats::Seats;
use crate::error::bad_input;
use crate::games::{GameName, Setup};
use crate::plain::Console;
use crate::protocol::limits::Limits;
use session::Session;

/// How a game is played, apart from its rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// Turns may be taken back.
    pub practice: bool,
    /// Cards that were seen are marked, where cards are hidden again.
    pub assist: bool,
}

/// A game to begin.
pub struct Beginning {
    /// What it is dealt from.
    pub setup: Setup,
    /// Of the deal and the bots' chance.
    pub seed: u64,
    /// Who sits where.
    pub seats: Seats,
    /// How it is played.
    pub manner: Manner,
    /// Where it is kept.
    pub file: PathBuf,
}

/// Plays a new game to its end, or until somebody leaves.
///
/// # Errors
/// If a bot cannot be started, or the file of the game or the output cannot be written.
pub fn begin(beginning: Beginning, limits: Limits, console: Console) -> anyhow::Result<()> {
    let Beginning { setup, seed, seats, manner, file } = beginning;
    match setup {
        Setup::GoldRush(_) => Err(bad_input("gold-rush has a session of its own")),
        Setup::Carcassonne(setup) | Setup::CarcassonneWithMines(setup) => {
            sitting::play(Session::<Carcassonne>::new(setup, seed, seats, manner, file), limits, console)
        }
        Setup::KniziaGold(setup) => {
            sitting::play(Session::<KniziaGold>::new(setup, seed, seats, manner, file), limits, console)
        }
    }
}

/// Goes on with a game of a file, which is of the game of that name.
///
/// # Errors
/// Also if it is no such game: bad input.
pub fn resume(file: &Path, name: &str, limits: Limits, console: Console) -> anyhow::Result<()> {
    let wrong = |what: String| bad_input(format!("{}: {what}", file.display()));
    match name.parse().map_err(wrong)? {
        GameName::GoldRush => Err(wrong("gold-rush has a session of its own".into())),
        GameName::Carcassonne | GameName::CarcassonneWithMines => {
            sitting::play(saved::read::<Carcassonne>(file)?, limits, console)
        }
        GameName::KniziaGold => sitting::play(saved::read::<KniziaGold>(file)?, limits, console),
    }
}
