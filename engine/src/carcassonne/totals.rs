//! What the counters of a feature's totals count in this game.

use crate::landscape::components::Word;

/// The totals of a feature by name.
pub trait FeatureTotals: Copy {
    /// Pennants of a city.
    fn pennants(self) -> u8;
}

impl FeatureTotals for Word {
    #[inline]
    fn pennants(self) -> u8 {
        self.a()
    }
}
