//! Something that was done at the table, as the people here are shown it: what it looked like, and what it brought.

use goldrush_engine::player::Player;

use crate::games::scene::Scene;

/// A turn, or a part of one, as it was seen.
#[derive(Clone, PartialEq, Debug)]
pub struct SceneFrame {
    /// Whose.
    pub seat: Player,
    /// The position just after it, with what it laid open still open; nobody is asked anything.
    pub scene: Scene,
    /// What happened in that turn so far, in sentences.
    pub news: Vec<String>,
    /// How many entries of the log are of earlier turns.
    pub log: usize,
    /// Whether some of it is hidden again afterwards.
    pub fleeting: bool,
}
