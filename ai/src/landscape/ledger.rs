//! Features in which some seat has a claim, each with its value to the seats.

use arrayvec::ArrayVec;
use goldrush_engine::landscape::components::{FeatureId, MAX_SEGMENTS};
use goldrush_engine::landscape::preview::Preview;

use super::{Totals, Worth, add};

/// Contested feature with its value to the seats.
#[derive(Clone, Copy)]
pub(crate) struct Held<S> {
    pub(crate) feature: FeatureId,
    pub(crate) stake: S,
    pub(crate) worth: Totals,
}

/// At most N contested features, indexed by feature. Reused between turns so that nothing is allocated.
#[derive(Clone)]
pub(crate) struct Ledger<S, const N: usize> {
    list: ArrayVec<Held<S>, N>,
    /// Position in the list by root segment. Entries are only valid if they point to their own feature.
    index: [u8; MAX_SEGMENTS],
}

impl<S, const N: usize> Default for Ledger<S, N> {
    fn default() -> Self {
        Ledger { list: ArrayVec::new(), index: [0; MAX_SEGMENTS] }
    }
}

impl<S: Copy, const N: usize> Ledger<S, N> {
    /// Removes all features.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
    }

    /// Adds a new feature and returns its position.
    pub(crate) fn push(&mut self, feature: FeatureId, stake: S) -> usize {
        let at = self.list.len();
        self.index[feature.index()] = at as u8;
        self.list.push(Held { feature, stake, worth: Totals::default() });
        at
    }

    /// Returns the position of a feature, if it is contested.
    #[inline]
    pub(crate) fn position(&self, feature: FeatureId) -> Option<usize> {
        let at = usize::from(self.index[feature.index()]);
        self.list.get(at).is_some_and(|held| held.feature == feature).then_some(at)
    }

    /// Returns the contested feature at a position.
    pub(crate) fn stake_mut(&mut self, at: usize) -> &mut S {
        &mut self.list[at].stake
    }

    /// Returns the entry of a feature, if it is contested.
    #[inline]
    pub(crate) fn get(&self, feature: FeatureId) -> Option<&Held<S>> {
        self.position(feature).map(|at| &self.list[at])
    }

    /// Returns all entries.
    #[inline]
    pub(crate) fn all(&self) -> &[Held<S>] {
        &self.list
    }

    /// Evaluates all features, none of which is complete, and adds their values to `totals`.
    pub(crate) fn value(&mut self, worth: &impl Worth<Stake = S>, totals: &mut Totals) {
        for held in &mut self.list {
            worth.unfinished(&held.stake, &mut held.worth, 1);
            add(totals, &held.worth, 1);
        }
    }

    /// Subtracts from `totals` the values of the features that join a group.
    #[inline]
    pub(crate) fn take_out(&self, preview: &Preview, group: usize, totals: &mut Totals) {
        for feature in preview.features_in(group) {
            if let Some(held) = self.get(feature) {
                add(totals, &held.worth, -1);
            }
        }
    }
}
