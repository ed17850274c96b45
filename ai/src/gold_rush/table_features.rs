//! Contested features and open cells of a table before a turn.

use goldrush_engine::gold_rush::rules::{MAX_COWBOYS, MAX_TENTS};
use goldrush_engine::gold_rush::{FeatureKind, Table};
use goldrush_engine::landscape::components::FeatureId;
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::feature_values::{ContestedFeature, FeatureValues, SeatCounts};
use crate::landscape::{ContestedFeatures, OpenCells, Totals};

/// Maximum number of contested features.
const MAX_CONTESTED: usize = MAX_PLAYERS * (MAX_COWBOYS + MAX_TENTS);

/// Features and open cells of a table. Reused between turns so that nothing is allocated.
#[derive(Clone, Default)]
pub(super) struct TableFeatures {
    pub(super) contested_features: ContestedFeatures<ContestedFeature, MAX_CONTESTED>,
    pub(super) cells: OpenCells,
    /// True if some seat has a claim in a city.
    in_cities: bool,
}

impl TableFeatures {
    /// Reads a table. Adds the values of all incomplete features, and of the supply, to each seat's total.
    #[inline]
    pub(super) fn set_table<W: FeatureValues>(
        &mut self,
        table: &Table,
        values: &W,
        totals: &mut Totals,
    ) {
        self.clear();
        if W::LOOKS_AHEAD {
            self.cells.set_table(table, values);
        }
        for player in Player::all(table.players()) {
            for &cowboy in table.cowboys(player) {
                let feature = table.feature(cowboy);
                if self.contested_features.position(feature).is_none() {
                    self.push(table, feature, table.kind(cowboy));
                }
            }
            if W::LOOKS_AHEAD {
                totals[player.index()] += values.supply(table.cowboy_supply(player));
            }
        }
        if W::LOOKS_AHEAD {
            self.update_tents(table);
        }
        self.contested_features.value(values, totals);
    }

    fn update_tents(&mut self, table: &Table) {
        for player in Player::all(table.players()) {
            for &tent in table.tents(player) {
                let feature = table.feature(tent);
                let at = match self.contested_features.position(feature) {
                    Some(at) => at,
                    None => self.push(table, feature, FeatureKind::Mountain),
                };
                self.contested_features
                    .contested_mut(at)
                    .tents
                    .add(player, 1);
            }
        }
    }

    /// Removes all features.
    pub(super) fn clear(&mut self) {
        self.contested_features.clear();
        self.in_cities = false;
    }

    fn push(&mut self, table: &Table, feature: FeatureId, kind: FeatureKind) -> usize {
        self.in_cities |= kind == FeatureKind::City;
        self.contested_features
            .push(feature, self.without_tents(table, feature, kind))
    }

    fn without_tents(
        &self,
        table: &Table,
        feature: FeatureId,
        kind: FeatureKind,
    ) -> ContestedFeature {
        ContestedFeature {
            kind,
            word: table.word(feature),
            tents: SeatCounts::EMPTY,
            hardness: self.cells.hardness(feature),
        }
    }

    /// Returns true if some seat has a claim in a city.
    #[inline]
    pub(super) fn in_cities(&self) -> bool {
        self.in_cities
    }

    /// Returns the entry of a feature, if it is contested.
    #[inline]
    pub(super) fn get(&self, feature: FeatureId) -> Option<&ContestedFeature> {
        self.contested_features
            .get(feature)
            .map(|valued| &valued.contested)
    }

    /// Returns a feature of this kind, contested or not.
    #[inline]
    pub(super) fn at(
        &self,
        table: &Table,
        feature: FeatureId,
        kind: FeatureKind,
    ) -> ContestedFeature {
        self.get(feature)
            .copied()
            .unwrap_or_else(|| self.without_tents(table, feature, kind))
    }
}
