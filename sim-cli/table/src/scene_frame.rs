//! Frames: what the people here are shown of a turn, and what happened in it.

use goldrush_engine::player::Player;

use goldrush_games::scene::Scene;

/// A turn, or a part of one, as shown to the people here.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneFrame {
    /// The person at whose own screen it is shown; `None` for the screen that all others share.
    pub screen: Option<Player>,
    /// The seat whose turn it is.
    pub seat: Player,
    /// The position just after it, still showing what the turn revealed; it asks no question.
    pub scene: Scene,
    /// Events of that turn so far, in sentences.
    pub news: Vec<String>,
    /// Number of log entries from earlier turns.
    pub log: usize,
    /// True if part of it is hidden again afterwards.
    pub fleeting: bool,
}
