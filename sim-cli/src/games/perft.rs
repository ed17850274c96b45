//! In how many ways the first turns of a deal can be played.

use goldrush_engine::game::Game;
use goldrush_engine::landscape::tile::KindId;

use crate::error::bad_input;

/// A game whose turns can be counted.
pub trait Perft: Game {
    /// The first turns or moves of a deal as text, each with the number of ways to go on for `depth` turns in all.
    ///
    /// # Errors
    /// If the game has nothing to count, or there is no such deal: bad input.
    fn count(setup: &Self::Setup, deal: &str, depth: u32) -> anyhow::Result<Vec<(String, u64)>>;
}

/// The kinds of tiles of a deal, by their names.
///
/// # Errors
/// If there is none of a name: bad input.
pub fn kinds<'a>(
    deal: &str,
    find: impl Fn(&str) -> Option<KindId>,
    known: impl Fn() -> Vec<&'a str>,
) -> anyhow::Result<Vec<KindId>> {
    let unknown =
        |name| bad_input(format!("--deal: no kind of tile is called \"{name}\"; there are {}", known().join(" ")));
    deal.split_whitespace().map(|name| find(name).ok_or_else(|| unknown(name))).collect()
}
