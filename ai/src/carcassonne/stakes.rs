//! Contested features and open cells of a table before a turn.

use goldrush_engine::carcassonne::rules::FOLLOWERS;
use goldrush_engine::carcassonne::tiles::{TileMask, tiles_in};
use goldrush_engine::carcassonne::{FeatureKind, Table};
use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::components::FeatureId;
use goldrush_engine::player::{MAX_PLAYERS, Player};

use super::fields::Fields;
use super::worth::{Stake, Worth};
use crate::landscape::{Cells, Ledger, Totals};

/// Maximum number of contested features.
const MAX_STAKES: usize = MAX_PLAYERS * FOLLOWERS;

/// Features and open cells of a table. Reused between turns so that nothing is allocated.
#[derive(Clone, Default)]
pub(super) struct Stakes {
    pub(super) ledger: Ledger<Stake, MAX_STAKES>,
    pub(super) cells: Cells,
    /// Cities as seen from fields.
    pub(super) fields: Fields,
    /// Tiles with ingots.
    pub(super) golden: TileMask,
}

impl Stakes {
    /// Reads a table. Adds the values of all incomplete features, and of the supply, to each seat's total.
    pub(super) fn look<W: Worth>(&mut self, table: &Table, worth: &W, totals: &mut Totals) {
        self.ledger.clear();
        if W::LOOKS_AHEAD {
            self.cells.look(table, worth);
        }
        let tiles = 0..table.landscape().tiles().len() as u8;
        self.golden = if table.rules().gold_mines {
            tiles.filter(|&tile| table.ingots_on(TileId(tile)) > 0).fold(0, |set, tile| set | 1 << tile)
        } else {
            0
        };
        let Stakes { fields, cells, .. } = self;
        fields.look(table, |feature, word| {
            let hardness = if W::LOOKS_AHEAD { cells.hardness(feature) } else { 0 };
            worth.city(&Stake { hardness, ..Stake::new(FeatureKind::City, word) })
        });
        for player in Player::all(table.players()) {
            for &follower in table.followers(player) {
                let feature = table.feature(follower);
                if self.ledger.position(feature).is_none() {
                    self.push::<W>(table, feature);
                }
            }
            if W::LOOKS_AHEAD {
                totals[player.index()] += worth.supply(table.follower_supply(player));
            }
        }
        self.ledger.value(worth, totals);
    }

    fn push<W: Worth>(&mut self, table: &Table, feature: FeatureId) {
        let (kind, word) = (table.segment(feature.segment()).kind, table.word(feature));
        let mut stake = Stake::new(kind, word);
        match kind {
            FeatureKind::Road | FeatureKind::City if W::LOOKS_AHEAD => stake.hardness = self.cells.hardness(feature),
            FeatureKind::Road | FeatureKind::City => {}
            FeatureKind::Monastery => {
                stake.neighbors = table.monk_neighbors(feature.segment());
            }
            FeatureKind::Field => {
                stake.beside = self.fields.cities(table, feature);
                stake.cities = self.fields.worth_of(stake.beside);
            }
        }
        if W::LOOKS_AHEAD && self.golden != 0 && kind != FeatureKind::Field {
            stake.ingots = ingots_in(table, self.tiles_of(table, feature, kind));
        }
        self.ledger.push(feature, stake);
    }

    /// Returns the tiles whose ingots belong to a feature (M4).
    pub(super) fn tiles_of(&self, table: &Table, feature: FeatureId, kind: FeatureKind) -> TileMask {
        match kind {
            FeatureKind::Monastery => table.tiles_around(table.landscape().tile_of(feature.segment()).cell()),
            _ => table.landscape().features().tile_set(feature),
        }
    }
}

/// Returns the number of ingots on some tiles.
pub(super) fn ingots_in(table: &Table, tiles: TileMask) -> u8 {
    tiles_in(tiles).map(|tile| table.ingots_on(tile)).sum()
}
