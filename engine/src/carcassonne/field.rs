//! Fields (C5).

use super::rules::Rules;
use super::table::Table;
use crate::game::Points;
use crate::landscape::components::{FeatureId, MAX_SEGMENTS};

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

/// C5, V26: returns the points of a field that touches `cities` completed cities.
///
/// # Examples
///
/// ```
/// use goldrush_engine::carcassonne::{Rules, field};
///
/// assert_eq!(field::points(4, &Rules::default()), 12);
/// ```
#[inline]
pub fn points(cities: u16, rules: &Rules) -> Points {
    Points::from(rules.field_points) * cities
}
