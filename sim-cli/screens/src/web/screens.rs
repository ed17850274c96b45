//! The frames that the pages at each screen can still get.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use goldrush_engine::player::Player;

/// Largest number of frames kept for a page that fell behind.
const MOST_FRAMES: usize = 64;

/// A seat whose person has a screen alone; `None` for the screen that all others share.
pub(super) type Screen = Option<Player>;

/// Frames with their numbers, in order.
type Frames = VecDeque<(u64, Arc<str>)>;

/// Frames by screen; the game loop writes them and the server reads them.
pub(super) struct Screens {
    /// Distinguishes this program's frames from those of an earlier one.
    session: String,
    frames: Mutex<BTreeMap<Screen, Frames>>,
}

impl Screens {
    pub(super) fn new(session: String) -> Screens {
        Screens {
            session,
            frames: Mutex::default(),
        }
    }

    /// Returns the number of one of this program's frames, from the identifier that a page has for it.
    pub(super) fn number_of(&self, id: &str) -> Option<u64> {
        id.strip_prefix(&self.session)?
            .strip_prefix('-')?
            .parse()
            .ok()
    }

    /// Returns the number, the identifier and the text of the next frame of a screen after the one seen, or of the latest
    /// if none was seen.
    pub(super) fn after(
        &self,
        screen: Screen,
        seen: Option<u64>,
    ) -> Option<(u64, String, Arc<str>)> {
        let all = self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        let frames = all.get(&screen)?;
        let found = match seen {
            Some(seen) => frames.iter().find(|(number, _)| *number > seen),
            None => frames.back(),
        };
        found.map(|(number, frame)| (*number, format!("{}-{number}", self.session), frame.clone()))
    }

    pub(super) fn push(&self, screen: Screen, number: u64, frame: String) {
        let mut all = self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        let frames = all.entry(screen).or_default();
        frames.push_back((number, frame.into()));
        if frames.len() > MOST_FRAMES {
            frames.pop_front();
        }
    }

    /// Forgets every frame.
    pub(super) fn clear(&self) {
        self.frames
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }

    /// Keeps only the last frame of each screen for pages that connect later.
    pub(super) fn forget(&self) {
        let mut all = self.frames.lock().unwrap_or_else(PoisonError::into_inner);
        for frames in all.values_mut() {
            let last = frames.len().saturating_sub(1);
            frames.drain(..last);
        }
    }

    /// Returns every frame that a page at a screen can still get.
    #[cfg(test)]
    pub(super) fn all(&self, screen: Screen) -> Vec<String> {
        let all = self.frames.lock().unwrap();
        all.get(&screen)
            .into_iter()
            .flatten()
            .map(|(_, frame)| frame.to_string())
            .collect()
    }
}
