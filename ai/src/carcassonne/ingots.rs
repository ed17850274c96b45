//! Ingots on laid tiles, by the features that they belong to (M4).

use goldrush_engine::carcassonne::tiles::{TileMask, tiles_in};
use goldrush_engine::carcassonne::{Table, monastery};
use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::components::{FeatureId, MAX_SEGMENTS};
use goldrush_engine::landscape::grid::Cell;

/// Tiles of a table that hold ingots.
#[derive(Clone)]
pub(super) struct Ingots {
    tiles: TileMask,
    /// Tiles with ingots of a road or city by its root segment; valid if in `computed`.
    by_feature: [TileMask; MAX_SEGMENTS],
    /// Features whose entries are computed, as bits.
    computed: [u64; MAX_SEGMENTS / 64],
}

impl Default for Ingots {
    fn default() -> Ingots {
        Ingots {
            tiles: 0,
            by_feature: [0; MAX_SEGMENTS],
            computed: [0; MAX_SEGMENTS / 64],
        }
    }
}

impl Ingots {
    /// Reads a table.
    pub(super) fn set_table(&mut self, table: &Table) {
        self.computed = [0; MAX_SEGMENTS / 64];
        self.tiles = 0;
        if table.rules().gold_mines {
            for tile in (0..table.landscape().tiles().len() as u8).map(TileId) {
                if table.ingots_on(tile) > 0 {
                    self.tiles |= 1 << tile.index();
                }
            }
        }
    }

    /// Returns all tiles with ingots.
    #[inline]
    pub(super) fn tiles(&self) -> TileMask {
        self.tiles
    }

    /// Returns the tiles with ingots of a road or city.
    #[inline]
    pub(super) fn tiles_of(&mut self, table: &Table, feature: FeatureId) -> TileMask {
        let word = feature.index() / 64;
        let bit = 1 << (feature.index() & 63);
        if self.computed[word] & bit == 0 {
            self.computed[word] |= bit;
            self.by_feature[feature.index()] =
                table.landscape().features().tile_set(feature) & self.tiles;
        }
        self.by_feature[feature.index()]
    }

    /// Returns the tiles with ingots of a monastery on this cell: its own and those around it.
    pub(super) fn tiles_around(&self, table: &Table, cell: Cell) -> TileMask {
        tiles_in(self.tiles)
            .filter(|&tile| {
                let tile = table.landscape().tile(tile).cell();
                tile == cell || monastery::touch(tile, cell)
            })
            .fold(0, |set, tile| set | 1 << tile.index())
    }
}

/// Returns the number of ingots on some tiles.
#[inline]
pub(super) fn ingots_on(table: &Table, tiles: TileMask) -> u8 {
    tiles_in(tiles).map(|tile| table.ingots_on(tile)).sum()
}
