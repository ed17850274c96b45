//! The end (C5).

use super::catalogue::FeatureKind;
use super::consequences::Observer;
use super::table::{Phase, Table};
use super::{field, scoring};
use crate::landscape::components::SegmentId;

impl Table<'_> {
    /// C5: scores what is unfinished, then fields. Followers stay where they stand, to be looked at.
    pub(super) fn end<O: Observer>(&mut self, observer: &mut O) {
        for index in 0..self.landscape.features().len() {
            let segment = SegmentId(index as u16);
            let feature = self.feature(segment);
            let word = self.word(feature);
            if feature.segment() != segment || word.figures().is_empty() {
                continue;
            }
            let kind = self.segment(segment).kind;
            let points = if kind == FeatureKind::Field {
                field::points(self.cities_of(feature))
            } else {
                scoring::incomplete_points(kind, word, self.neighbours_of_monk(segment))
            };
            self.score(kind, feature, points, false, observer);
        }
        self.phase = Phase::Over;
    }
}
