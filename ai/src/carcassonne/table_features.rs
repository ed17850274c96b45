//! Contested features and open cells of a table before a turn.

use goldrush_engine::carcassonne::rules::FOLLOWERS;
use goldrush_engine::carcassonne::{FeatureKind, Table};
use goldrush_engine::landscape::components::FeatureId;
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::feature_values::{ContestedFeature, FeatureValues};
use super::fields::Fields;
use super::ingots::{Ingots, ingots_on};
use crate::landscape::{ContestedFeatures, OpenCells, Totals};

/// Maximum number of contested features.
const MAX_CONTESTED: usize = MAX_PLAYERS * FOLLOWERS;

/// Features and open cells of a table. Reused between turns so that nothing is allocated.
#[derive(Clone, Default)]
pub(super) struct TableFeatures {
    pub(super) contested_features: ContestedFeatures<ContestedFeature, MAX_CONTESTED>,
    pub(super) cells: OpenCells,
    /// Cities as seen from fields.
    pub(super) fields: Fields,
    /// Tiles with ingots.
    pub(super) ingots: Ingots,
}

impl TableFeatures {
    /// Reads a table. Adds the values of all incomplete features, and of the supply, to each seat's total.
    pub(super) fn set_table<W: FeatureValues>(
        &mut self,
        table: &Table,
        values: &W,
        totals: &mut Totals,
    ) {
        self.contested_features.clear();
        if W::LOOKS_AHEAD {
            self.cells.set_table(table, values);
        }
        self.ingots.set_table(table);
        let TableFeatures { fields, cells, .. } = self;
        fields.set_table(table, |feature, word| {
            let hardness = if W::LOOKS_AHEAD {
                cells.hardness(feature)
            } else {
                0
            };
            values.city(&ContestedFeature {
                hardness,
                ..ContestedFeature::new(FeatureKind::City, word)
            })
        });
        for player in Player::all(table.players()) {
            for &follower in table.followers(player) {
                let feature = table.feature(follower);
                if self.contested_features.position(feature).is_none() {
                    self.push::<W>(table, feature);
                }
            }
            if W::LOOKS_AHEAD {
                totals[player.index()] += values.supply(table.follower_supply(player));
            }
        }
        self.contested_features.value(values, totals);
    }

    fn push<W: FeatureValues>(&mut self, table: &Table, feature: FeatureId) {
        let kind = table.segment(feature.segment()).kind;
        let word = table.word(feature);
        let mut contested = ContestedFeature::new(kind, word);
        match kind {
            FeatureKind::Road | FeatureKind::City if W::LOOKS_AHEAD => {
                contested.hardness = self.cells.hardness(feature);
            }
            FeatureKind::Road | FeatureKind::City => {}
            FeatureKind::Monastery => {
                contested.neighbors = table.monk_neighbors(feature.segment());
            }
            FeatureKind::Field => {
                contested.beside = self.fields.cities(table, feature);
                contested.cities = self.fields.value_of(contested.beside);
            }
        }
        if W::LOOKS_AHEAD && self.ingots.tiles() != 0 && kind != FeatureKind::Field {
            let tiles = match kind {
                FeatureKind::Monastery => self
                    .ingots
                    .tiles_around(table, table.landscape().tile_of(feature.segment()).cell()),
                _ => self.ingots.tiles_of(table, feature),
            };
            contested.ingots = ingots_on(table, tiles);
        }
        self.contested_features.push(feature, contested);
    }
}
