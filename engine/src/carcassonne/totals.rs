//! What the first counter of a feature's totals counts in Carcassonne.

use crate::landscape::components::Word;

/// Carcassonne: asked of cities only.
impl Word {
    /// Pennants of a city.
    #[inline]
    pub fn pennants(self) -> u8 {
        self.a()
    }
}
