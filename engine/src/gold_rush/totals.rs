//! What the two counters of a feature's totals count in this game, by kind of feature.

use crate::landscape::components::Word;

/// The totals of a feature by name. Each is asked of features of its kind only.
pub trait FeatureTotals: Copy {
    /// Locomotives on a railroad.
    fn locomotives(self) -> u8;
    /// Ends of a railroad that lie at a city.
    fn city_ends(self) -> u8;
    /// Nuggets of a mountain.
    fn nuggets(self) -> u8;
    /// Tokens left on a mountain.
    fn tokens(self) -> u8;
    /// Distinct completed railroads of a city.
    fn railroads(self) -> u8;
    /// Tipi camps of a prairie.
    fn camps(self) -> u8;
    /// Herds of wild horses of a prairie.
    fn herds(self) -> u8;
    /// A mountain with so many tokens left on it.
    fn with_tokens(self, tokens: u8) -> Self;
    /// A city with so many more completed railroads.
    fn with_more_railroads(self, railroads: u8) -> Self;
}

impl FeatureTotals for Word {
    #[inline]
    fn locomotives(self) -> u8 {
        self.a()
    }

    #[inline]
    fn city_ends(self) -> u8 {
        self.b()
    }

    #[inline]
    fn nuggets(self) -> u8 {
        self.a()
    }

    #[inline]
    fn tokens(self) -> u8 {
        self.b()
    }

    #[inline]
    fn railroads(self) -> u8 {
        self.a()
    }

    #[inline]
    fn camps(self) -> u8 {
        self.a()
    }

    #[inline]
    fn herds(self) -> u8 {
        self.b()
    }

    #[inline]
    fn with_tokens(self, tokens: u8) -> Word {
        self.with_b(tokens)
    }

    #[inline]
    fn with_more_railroads(self, railroads: u8) -> Word {
        self.with_more_a(railroads)
    }
}
