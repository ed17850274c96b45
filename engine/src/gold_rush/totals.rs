//! What the two counters of a feature's totals count in Gold Rush, by kind of feature.

use crate::landscape::components::FeatureWord;

/// Gold Rush: each is asked of features of its kind only.
impl FeatureWord {
    /// Locomotives on a railroad.
    #[inline]
    pub fn locomotives(self) -> u8 {
        self.a()
    }

    /// Ends of a railroad that lie at a city.
    #[inline]
    pub fn city_ends(self) -> u8 {
        self.b()
    }

    /// Nuggets of a mountain.
    #[inline]
    pub fn nuggets(self) -> u8 {
        self.a()
    }

    /// Tokens left on a mountain.
    #[inline]
    pub fn tokens(self) -> u8 {
        self.b()
    }

    /// Distinct completed railroads of a city.
    #[inline]
    pub fn railroads(self) -> u8 {
        self.a()
    }

    /// Tipi camps of a prairie.
    #[inline]
    pub fn camps(self) -> u8 {
        self.a()
    }

    /// Herds of wild horses of a prairie.
    #[inline]
    pub fn herds(self) -> u8 {
        self.b()
    }

    /// Returns a mountain with so many tokens left on it.
    #[inline]
    pub fn with_tokens(self, tokens: u8) -> FeatureWord {
        self.with_b(tokens)
    }

    /// Returns a city with so many more completed railroads.
    #[inline]
    pub fn with_more_railroads(self, railroads: u8) -> FeatureWord {
        self.with_more_a(railroads)
    }
}
