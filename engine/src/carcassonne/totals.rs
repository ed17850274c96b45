//! What the first counter of a feature's totals counts in Carcassonne.

use crate::landscape::components::FeatureWord;

/// Carcassonne: asked of cities only.
impl FeatureWord {
    /// Pennants of a city.
    #[inline]
    pub fn pennants(self) -> u8 {
        self.a()
    }
}
