//! Cities as seen from fields: each has a number, so the cities that a field touches are a bit set.

use goldrush_engine::carcassonne::{FeatureKind, Table};
use goldrush_engine::landscape::components::{FeatureId, FeatureWord, MAX_SEGMENTS};

/// Cities by number, as bits.
pub type Cities = u64;

/// Maximum number of cities; there are fewer separate city segments.
const MAX_CITIES: usize = 64;

/// Cities of a table with their values to a field.
#[derive(Clone)]
pub(super) struct Fields {
    /// Number of a city by its root segment.
    numbers: [u8; MAX_SEGMENTS],
    /// Value by number.
    values: [i32; MAX_CITIES],
    count: usize,
    /// Cities that a field touches by its root segment; valid if in `computed`.
    touched: [Cities; MAX_SEGMENTS],
    /// Fields whose entries are computed, as bits.
    computed: [u64; MAX_SEGMENTS / 64],
    /// True if there are farmers.
    farmers: bool,
}

impl Default for Fields {
    fn default() -> Fields {
        Fields {
            numbers: [0; MAX_SEGMENTS],
            values: [0; MAX_CITIES],
            count: 0,
            touched: [0; MAX_SEGMENTS],
            computed: [0; MAX_SEGMENTS / 64],
            farmers: false,
        }
    }
}

impl Fields {
    /// Reads a table; `values` returns the value of a city with these totals to a field.
    pub(super) fn set_table(
        &mut self,
        table: &Table,
        values: impl Fn(FeatureId, FeatureWord) -> i32,
    ) {
        self.count = 0;
        self.computed = [0; MAX_SEGMENTS / 64];
        self.farmers = table.rules().farmers;
        if !self.farmers {
            return;
        }
        for &tile in table.landscape().tiles() {
            for (i, segment) in table.segments(tile).iter().enumerate() {
                if segment.kind < FeatureKind::City {
                    continue;
                }
                if segment.kind > FeatureKind::City {
                    break;
                }
                let city = table.landscape().features().rooted_at(tile.segment(i));
                if let Some((feature, word)) = city.filter(|_| self.count < MAX_CITIES) {
                    self.numbers[feature.index()] = self.count as u8;
                    self.values[self.count] = values(feature, word);
                    self.count += 1;
                }
            }
        }
    }

    /// Returns true if there are farmers.
    #[inline]
    pub(super) fn has_farmers(&self) -> bool {
        self.farmers
    }

    /// Returns the set of one city.
    #[inline]
    pub(super) fn city(&self, feature: FeatureId) -> Cities {
        1 << (self.numbers[feature.index()] & 63)
    }

    /// Returns the cities that a field touches.
    #[inline]
    pub(super) fn cities(&mut self, table: &Table, field: FeatureId) -> Cities {
        if !self.farmers {
            return 0;
        }
        let word = field.index() / 64;
        let bit = 1 << (field.index() & 63);
        if self.computed[word] & bit == 0 {
            self.computed[word] |= bit;
            self.touched[field.index()] = self.find_cities(table, field);
        }
        self.touched[field.index()]
    }

    // Inlined: both callers loop, and the call would cost a third.
    #[inline(always)]
    fn find_cities(&self, table: &Table, field: FeatureId) -> Cities {
        let mut touched = 0;
        for segment in table.landscape().features().ring(field) {
            let mut beside = table.segment(segment).cities;
            if beside != 0 {
                let tile = table.landscape().tile_of(segment);
                while beside != 0 {
                    touched |=
                        self.city(table.feature(tile.segment(beside.trailing_zeros() as usize)));
                    beside &= beside - 1;
                }
            }
        }
        touched
    }

    /// Returns the total value of cities to a field that touches them.
    #[inline]
    pub(super) fn value_of(&self, mut cities: Cities) -> i32 {
        let mut sum = 0;
        while cities != 0 {
            sum += self.values[cities.trailing_zeros() as usize & (MAX_CITIES - 1)];
            cities &= cities - 1;
        }
        sum
    }
}
