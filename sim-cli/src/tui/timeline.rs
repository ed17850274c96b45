//! A finished game that is stepped through.

use crate::table::scene_frame::SceneFrame;

/// A finished game, turn by turn.
pub(super) struct Timeline {
    /// One frame for the deal and one for each turn.
    pub(super) frames: Vec<SceneFrame>,
    /// Index of the frame on the screen: the number of turns played.
    pub(super) at: usize,
}

impl Timeline {
    /// Returns the frame on the screen.
    pub(super) fn frame(&self) -> &SceneFrame {
        &self.frames[self.at]
    }
}
