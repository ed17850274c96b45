//! A finished game that is stepped through.

use crate::table::scene_frame::SceneFrame;

/// A finished game, turn by turn.
pub(super) struct Timeline {
    /// One frame for the deal and one for each turn.
    pub(super) frames: Vec<SceneFrame>,
    /// Index of the frame on the screen: the number of turns played.
    pub(super) at: usize,
    /// Which of the better turns is on the screen, instead of the mistake that was played.
    pub(super) instead: Option<usize>,
}

impl Timeline {
    /// Returns the frame on the screen; for a better turn, the one before it.
    pub(super) fn frame(&self) -> &SceneFrame {
        &self.frames[if self.instead.is_some() { self.at.saturating_sub(1) } else { self.at }]
    }
}
