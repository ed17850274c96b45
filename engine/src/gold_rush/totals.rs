//! Meaning of the two counters of a feature's totals in Gold Rush, by kind of feature.

use crate::landscape::components::FeatureWord;

/// Accessors for Gold Rush; each is valid only for features of its kind.
impl FeatureWord {
    /// Returns the number of locomotives on a railroad.
    #[inline]
    pub fn locomotives(self) -> u8 {
        self.a()
    }

    /// Returns the number of ends of a railroad at a city.
    #[inline]
    pub fn city_ends(self) -> u8 {
        self.b()
    }

    /// Returns the number of nuggets of a mountain.
    #[inline]
    pub fn nuggets(self) -> u8 {
        self.a()
    }

    /// Returns the number of tokens left on a mountain.
    #[inline]
    pub fn tokens(self) -> u8 {
        self.b()
    }

    /// Returns the number of distinct completed railroads of a city.
    #[inline]
    pub fn railroads(self) -> u8 {
        self.a()
    }

    /// Returns the number of tipi camps of a prairie.
    #[inline]
    pub fn camps(self) -> u8 {
        self.a()
    }

    /// Returns the number of herds of wild horses of a prairie.
    #[inline]
    pub fn herds(self) -> u8 {
        self.b()
    }

    /// Returns the totals with the tokens on a mountain set to `tokens`.
    #[inline]
    pub fn with_tokens(self, tokens: u8) -> FeatureWord {
        self.with_b(tokens)
    }

    /// Returns the totals with `railroads` more completed railroads of a city.
    #[inline]
    pub fn with_more_railroads(self, railroads: u8) -> FeatureWord {
        self.with_more_a(railroads)
    }
}
