//! Meaning of the first counter of a feature's totals in Carcassonne.

use crate::landscape::components::FeatureWord;

/// Accessor for Carcassonne; valid only for cities.
impl FeatureWord {
    /// Returns the number of pennants of a city.
    #[inline]
    pub fn pennants(self) -> u8 {
        self.a()
    }
}
