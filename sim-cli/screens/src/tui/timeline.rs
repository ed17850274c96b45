//! A finished game that is stepped through.

use goldrush_table::scene_frame::SceneFrame;

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
    /// Returns the frame on the screen; for a better turn on the board, the one before it. Cards that were turned up
    /// before it stay up.
    pub(super) fn frame(&self) -> &SceneFrame {
        &self.frames[self.index()]
    }

    /// Returns the number of turns played in the frame on the screen.
    pub(super) fn index(&self) -> usize {
        let is_before = self.instead.is_some() && self.frames[self.at].scene.landscape().is_some();
        if is_before {
            self.at.saturating_sub(1)
        } else {
            self.at
        }
    }
}
