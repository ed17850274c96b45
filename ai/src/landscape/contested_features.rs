//! Features in which some seat has a claim, each with its value to the seats.

use arrayvec::ArrayVec;
use goldrush_engine::landscape::components::{FeatureId, MAX_SEGMENTS};
use goldrush_engine::landscape::preview::Preview;

use super::{FeatureValues, Totals, add};

/// Contested feature with its value to the seats.
#[derive(Clone, Copy)]
pub(crate) struct ValuedFeature<S> {
    pub(crate) feature: FeatureId,
    pub(crate) contested: S,
    pub(crate) value: Totals,
}

/// At most N contested features, indexed by feature. Reused between turns to avoid allocation.
#[derive(Clone)]
pub(crate) struct ContestedFeatures<S, const N: usize> {
    list: ArrayVec<ValuedFeature<S>, N>,
    /// Position in the list, by root segment. An entry is valid only if it points back to its own feature (a sparse set).
    index: [u8; MAX_SEGMENTS],
}

impl<S, const N: usize> Default for ContestedFeatures<S, N> {
    fn default() -> Self {
        ContestedFeatures {
            list: ArrayVec::new(),
            index: [0; MAX_SEGMENTS],
        }
    }
}

impl<S: Copy, const N: usize> ContestedFeatures<S, N> {
    /// Removes all features.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    /// Adds a new feature and returns its position.
    pub(crate) fn push(&mut self, feature: FeatureId, contested: S) -> usize {
        let at = self.list.len();
        self.index[feature.index()] = at as u8;
        self.list.push(ValuedFeature {
            feature,
            contested,
            value: Totals::default(),
        });
        at
    }

    /// Returns the position of a feature, if it is contested.
    #[inline]
    pub(crate) fn position(&self, feature: FeatureId) -> Option<usize> {
        let at = usize::from(self.index[feature.index()]);
        self.list
            .get(at)
            .is_some_and(|valued| valued.feature == feature)
            .then_some(at)
    }

    /// Returns the contested feature at a position.
    pub(crate) fn contested_mut(&mut self, at: usize) -> &mut S {
        &mut self.list[at].contested
    }

    /// Returns the entry of a feature, if it is contested.
    #[inline]
    pub(crate) fn get(&self, feature: FeatureId) -> Option<&ValuedFeature<S>> {
        self.position(feature).map(|at| &self.list[at])
    }

    /// Returns all entries.
    #[inline]
    pub(crate) fn all(&self) -> &[ValuedFeature<S>] {
        &self.list
    }

    /// Evaluates all features, none of which is complete, and adds their values to `totals`.
    pub(crate) fn value(
        &mut self,
        values: &impl FeatureValues<ContestedFeature = S>,
        totals: &mut Totals,
    ) {
        for valued in &mut self.list {
            values.unfinished(&valued.contested, &mut valued.value, 1);
            add(totals, &valued.value, 1);
        }
    }

    /// Subtracts from `totals` the values of the features that join a group.
    #[inline]
    pub(crate) fn subtract_joined(&self, preview: &Preview, group: usize, totals: &mut Totals) {
        for feature in preview.features_in(group) {
            if let Some(valued) = self.get(feature) {
                add(totals, &valued.value, -1);
            }
        }
    }
}
