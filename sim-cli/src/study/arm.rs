//! One way in which the game is played in a run: rules, number of seats, and who sits there.

use super::lineup::Lineup;
use crate::games::Setup;

/// An arm of a run. Every deal is played by all arms, so that what differs between them is not luck.
pub struct Arm {
    /// What tells it from the other arms, in words; empty if it is the only one.
    pub name: String,
    /// Catalogue, rules, players; of all seats but one with a handicap.
    pub setup: Setup,
    /// What the side that sits alone may not do, wherever it sits.
    pub handicap: Option<Handicap>,
    /// Who plays.
    pub lineup: Lineup,
    /// The catalogue's text, if it is not a built-in one.
    pub tiles_text: Option<String>,
}

impl Arm {
    /// What a game of it is dealt from.
    pub fn setup_of(&self, seating: usize) -> &Setup {
        self.handicap.as_ref().map_or(&self.setup, |handicap| &handicap.setups[seating])
    }
}

/// What one side may not do (V9).
pub struct Handicap {
    /// What that is.
    pub denied: String,
    /// By seating: the same game in which the seat of that side may not do it.
    setups: Vec<Setup>,
}

impl Handicap {
    /// That of the A of a match without a mirror, which sits in seat i in its seating i. The text is that of components that do
    /// not come with the program.
    ///
    /// # Errors
    /// If the game can deny a seat no such thing: bad input.
    pub fn new(denied: &str, setup: &Setup, tiles_text: Option<&str>) -> anyhow::Result<Handicap> {
        let setups = (0..setup.players()).map(|seat| setup.denying(seat, denied, tiles_text));
        Ok(Handicap { denied: denied.to_owned(), setups: setups.collect::<anyhow::Result<_>>()? })
    }
}
