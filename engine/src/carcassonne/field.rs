//! Fields (C5).

use super::table::Table;
use crate::game::Points;
use crate::landscape::components::{FeatureId, MAX_SEGMENTS};

/// C5: points of a field for each completed city that it touches.
pub const CITY_POINTS: Points = 3;

impl Table<'_> {
    /// Returns the number of distinct completed cities that a field touches.
    pub fn cities_of(&self, field: FeatureId) -> u16 {
        let mut seen = [0_u64; MAX_SEGMENTS / 64];
        for segment in self.landscape.features().ring(field) {
            let tile = self.landscape.tile_of(segment);
            let mut cities = self.segment(segment).cities;
            while cities != 0 {
                let city = self.feature(tile.segment(cities.trailing_zeros() as usize));
                if self.word(city).is_complete() {
                    seen[city.index() / 64] |= 1 << (city.index() & 63);
                }
                cities &= cities - 1;
            }
        }
        seen.iter().map(|word| word.count_ones() as u16).sum()
    }
}

/// C5: returns the points of a field that touches `cities` completed cities.
///
/// # Examples
///
/// ```
/// use goldrush_engine::carcassonne::field;
///
/// assert_eq!(field::points(4), 12);
/// ```
#[inline]
pub fn points(cities: u16) -> Points {
    CITY_POINTS * cities
}
