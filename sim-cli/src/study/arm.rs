//! One way in which the game is played in a run: rules, number of seats, and who sits there.

use super::lineup::Lineup;
use crate::games::Setup;

/// An arm of a run. Every deal is played by all arms, so that what differs between them is not luck.
pub struct Arm {
    /// What tells it from the other arms, in words; empty if it is the only one.
    pub name: String,
    /// Catalogue, rules, players.
    pub setup: Setup,
    /// Who plays.
    pub lineup: Lineup,
    /// The catalogue's text, if it is not a built-in one.
    pub tiles_text: Option<String>,
}
