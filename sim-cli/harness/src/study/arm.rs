//! An arm: one way of playing the game in a run, with its rules, number of seats and line-up.

use goldrush_games::{Choice, Setup};

use super::lineup::Lineup;

/// An arm of a run. Every deal is played by all arms, so that differences between them are not due to luck.
#[derive(Clone)]
pub struct Arm {
    /// Name that distinguishes the arm from the others; empty if it is the only one.
    pub name: String,
    /// Catalogue, rules and players; with a handicap, those of all seats but one.
    pub setup: Setup,
    /// Restriction of the side that sits alone, wherever it sits.
    pub handicap: Option<Handicap>,
    /// Agents and their seats.
    pub lineup: Lineup,
    /// Text of the catalogue, if it is not a built-in one.
    pub tiles_text: Option<String>,
}

impl Arm {
    /// Creates the only arm of a run.
    ///
    /// # Errors
    /// Bad input if the game cannot be played as chosen.
    pub fn only(lineup: Lineup, choice: &Choice) -> anyhow::Result<Arm> {
        let (setup, tiles_text) = choice.setup(lineup.players())?;
        Ok(Arm {
            name: String::new(),
            setup,
            handicap: None,
            lineup,
            tiles_text,
        })
    }

    /// Returns the setup from which a game of a seating is dealt.
    pub fn setup_of(&self, seating: usize) -> &Setup {
        self.handicap
            .as_ref()
            .map_or(&self.setup, |handicap| &handicap.setups[seating])
    }
}

/// Restriction of one side (V9).
#[derive(Clone)]
pub struct Handicap {
    /// Name of what is denied.
    pub denied: String,
    /// By seating: the same game with the restriction on that side's seat.
    setups: Vec<Setup>,
}

impl Handicap {
    /// Creates the handicap of A in a match without a mirror, where A sits in seat i in seating i. `tiles_text` is the text
    /// of components that are not built in.
    ///
    /// # Errors
    /// Bad input if the game cannot deny this to a seat.
    pub fn new(denied: &str, setup: &Setup, tiles_text: Option<&str>) -> anyhow::Result<Handicap> {
        let setups = (0..setup.players()).map(|seat| setup.denying(seat, denied, tiles_text));
        Ok(Handicap {
            denied: denied.to_owned(),
            setups: setups.collect::<anyhow::Result<_>>()?,
        })
    }
}
