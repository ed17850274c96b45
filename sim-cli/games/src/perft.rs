//! Perft: counts the ways to play the first turns of a deal.

use goldrush_engine::game::Game;
use goldrush_engine::landscape::tile::KindId;

use goldrush_support::error::bad_input;
use goldrush_support::progress::Progress;

/// A game whose turns can be counted.
pub trait Perft: Game {
    /// Returns the first turns or moves of a deal as text, each with the number of ways to continue to `depth` turns in
    /// all.
    ///
    /// # Errors
    /// Bad input if the game has nothing to count, or the deal is not valid.
    fn count(setup: &Self::Setup, deal: &str, depth: u32) -> anyhow::Result<Vec<(String, u64)>>;
}

/// Collects the parts that `count` reports, while a progress display shows their number out of `total`.
pub fn collect(
    what: &'static str,
    total: u64,
    count: impl FnOnce(&mut dyn FnMut(String, u64)),
) -> Vec<(String, u64)> {
    let mut progress = Progress::new(what, total);
    let mut parts = Vec::new();
    count(&mut |text, ways| {
        progress.add(1);
        parts.push((text, ways));
    });
    progress.finish();
    parts
}

/// Parses the kinds of tiles in a deal, given by name.
///
/// # Errors
/// Bad input if no kind has one of the names.
pub fn kinds<'a>(
    deal: &str,
    find: impl Fn(&str) -> Option<KindId>,
    known: impl Fn() -> Vec<&'a str>,
) -> anyhow::Result<Vec<KindId>> {
    let mut kinds = Vec::new();
    for name in deal.split_whitespace() {
        let Some(kind) = find(name) else {
            return Err(bad_input(format!(
                "--deal: no kind of tile is called \"{name}\"; there are {}",
                known().join(" ")
            )));
        };
        kinds.push(kind);
    }
    Ok(kinds)
}
