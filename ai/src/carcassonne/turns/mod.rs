//! Evaluation of a player's turns by the changes they make: nothing is laid, copied or rescored.
//!
//! A [`PlacementContext`] describes the table after a placement and before the follower; it is derived from a preview
//! of the features that the tile joins (`placement_context.rs`). Second ingot and follower then change one or two
//! features (`options.rs`), and completed features yield ingots (`ingots.rs`).

mod ingots;
mod options;
mod placement_context;

use arrayvec::ArrayVec;
use goldrush_engine::carcassonne::tiles::TileMask;
use goldrush_engine::carcassonne::{Carcassonne, FeatureKind, Phase, Table};
use goldrush_engine::landscape::TileId;
use goldrush_engine::landscape::components::FeatureWord;
use goldrush_engine::landscape::grid::Cell;
use goldrush_engine::landscape::preview::Preview;
use goldrush_engine::landscape::tile::MAX_TILE_SEGMENTS;
use goldrush_engine::player::MAX_PLAYERS;

use super::feature_values::{ContestedFeature, FeatureValues};
use super::fields::Cities;
use super::table_features::TableFeatures;
use crate::landscape::{
    BaseEvaluation, Joins, NO_BOUND, OpenCells, Perspective, Placement, PlacementIndependent,
    Totals, TurnEvaluator,
};

/// Decisions of a turn after the placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnAction {
    /// M2, C3: tile for the second ingot, if there is one to place; and the segment for a follower, if any.
    Settle {
        second: Option<TileId>,
        follow: Option<u8>,
    },
    /// M5: tile from which an ingot is taken.
    Take(TileId),
}

/// Evaluator of turns. Reused between turns so that nothing is allocated.
#[derive(Clone, Default)]
pub struct Turns {
    table_features: TableFeatures,
    /// Value of the table to each seat before the turn.
    base: Totals,
    tile: Tile,
    /// By segment: upper bound on the value of a follower there if its feature joins no other; for values that look
    /// ahead.
    follows: [i32; MAX_TILE_SEGMENTS],
    preview: Preview,
    context: PlacementContext,
    joins: Joins,
}

/// Relevant properties of the tile in hand.
#[derive(Clone, Default)]
struct Tile {
    /// By segment.
    kinds: [FeatureKind; MAX_TILE_SEGMENTS],
    /// By segment: city segments that it touches, as bits; for fields.
    cities: [u16; MAX_TILE_SEGMENTS],
    segments: usize,
    monastery: Option<usize>,
    /// M2: number of ingots it brings when laid.
    ingots: u8,
}

impl Tile {
    fn set_table(&mut self, table: &Table) {
        let kind = table.setup().catalogue().kind(table.hand());
        self.segments = kind.segments.len();
        self.ingots = table.ingots_brought();
        self.monastery = None;
        for (at, segment) in kind.segments.iter().enumerate() {
            self.kinds[at] = segment.kind;
            self.cities[at] = segment.cities;
            if segment.kind == FeatureKind::Monastery {
                self.monastery = Some(at);
            }
        }
    }

    #[inline]
    fn kind(&self, segment: usize) -> FeatureKind {
        self.kinds[segment & (MAX_TILE_SEGMENTS - 1)]
    }
}

/// Changed value of a city to fields that touch it.
#[derive(Clone, Copy)]
struct Change {
    /// Cities that it consists of.
    cities: Cities,
    /// Group of the tile that it is, if any.
    group: Option<usize>,
    value: i32,
}

/// Table after the placement and before the follower. Groups are named by a segment of the tile, as in the preview.
#[derive(Clone, Default)]
struct PlacementContext {
    totals: Totals,
    /// Index of the tile, in the order laid.
    tile: u8,
    cell: Cell,
    /// True if the tile is already laid.
    laid: bool,
    /// Number of ingots laid on it with it.
    ingots: u8,
    /// M2: true if a second ingot is to be placed.
    second: bool,
    /// Ingots on its tiles by group; only for values that look ahead.
    golden: [u8; MAX_TILE_SEGMENTS],
    /// Changed cities: those of the tile, and those that become harder to complete.
    changes: ArrayVec<Change, { MAX_TILE_SEGMENTS + 12 }>,
    /// Number of followers that will return, by seat.
    home: [u8; MAX_PLAYERS],
    /// M4: tiles from which each seat may take ingots.
    claims: [TileMask; MAX_PLAYERS],
    claimed: bool,
    /// Number of tiles around the tile.
    neighbors: u8,
}

impl BaseEvaluation for Turns {
    #[inline]
    fn totals_and_cells(&mut self) -> (&Totals, &mut OpenCells) {
        (&self.base, &mut self.table_features.cells)
    }
}

impl<W: FeatureValues> TurnEvaluator<Carcassonne, W> for Turns {
    fn set_table(&mut self, perspective: &Perspective<Table, W>) {
        self.joins.clear();
        self.base = perspective.values.seats(perspective.table);
        self.table_features
            .set_table(perspective.table, perspective.values, &mut self.base);
        self.update_hand(perspective);
    }

    fn set_tile_in_hand(&mut self, perspective: &Perspective<Table, W>) {
        self.update_hand(perspective);
    }

    fn placement_independent(&self, perspective: &Perspective<Table, W>) -> PlacementIndependent {
        PlacementIndependent::new(
            0,
            perspective.table.follower_supply(perspective.seat),
            perspective.values,
        )
    }

    fn table_value(&mut self, perspective: &Perspective<Table, W>) -> Totals {
        let mut totals = perspective.values.seats(perspective.table);
        if perspective.table.phase() != Phase::Over {
            self.table_features
                .set_table(perspective.table, perspective.values, &mut totals);
        }
        totals
    }

    #[inline]
    fn evaluate_placement(
        &mut self,
        perspective: &Perspective<Table, W>,
        placement: Placement,
        at_least: i32,
        each: impl FnMut(TurnAction, i32, u32),
    ) {
        let table = perspective.table;
        let (slot, rotation) = placement;
        let landscape = table.landscape();
        let tiles = table.setup().catalogue().tiles();
        let words = tiles.all_words(table.hand());
        landscape.preview(
            tiles,
            table.hand(),
            words,
            slot,
            rotation,
            &mut self.preview,
        );
        self.begin(
            table,
            landscape.tiles().len() as u8,
            landscape.frontier().cell(slot),
            false,
        );
        if W::LOOKS_AHEAD {
            self.sum_group_properties(perspective);
            self.apply_harder_cells(perspective, placement);
        }
        self.change_cities(perspective);
        self.settle(perspective);
        if perspective.counts_joins() {
            self.find_joins(perspective, rotation);
        }
        self.each_option(perspective, at_least, each);
    }

    fn evaluate_actions(
        &mut self,
        perspective: &Perspective<Table, W>,
        each: impl FnMut(TurnAction, i32, u32),
    ) {
        let table = perspective.table;
        if table.phase() == Phase::Take {
            return self.claimable_ingots(perspective, each);
        }
        let newest = table.newest();
        let tile = table.landscape().tile(newest);
        table
            .landscape()
            .groups_of(table.setup().catalogue().tiles(), tile, &mut self.preview);
        self.begin(table, newest.0, tile.cell(), true);
        if W::LOOKS_AHEAD {
            self.sum_group_properties(perspective);
        }
        self.settle(perspective);
        if perspective.counts_joins() {
            self.table_features
                .cells
                .find_open_cells_around(table.landscape(), tile.cell());
            self.find_joins(perspective, tile.rotation());
        }
        self.each_option(perspective, i32::MIN, each);
    }
}

impl Turns {
    fn update_hand<W: FeatureValues>(&mut self, perspective: &Perspective<Table, W>) {
        self.tile.set_table(perspective.table);
        if W::LOOKS_AHEAD {
            let words = perspective
                .table
                .setup()
                .catalogue()
                .tiles()
                .all_words(perspective.table.hand());
            for (at, &word) in words.iter().enumerate().take(self.tile.segments) {
                let kind = self.tile.kind(at);
                // A feature that joins no other has only the ingots that the tile brings.
                let unbounded = kind == FeatureKind::Monastery || self.tile.ingots > 0;
                let cities = self.tile.cities[at].count_ones();
                self.follows[at] = if unbounded {
                    NO_BOUND
                } else {
                    perspective.values.most(kind, word, cities)
                };
            }
        }
    }

    fn begin(&mut self, table: &Table, tile: u8, cell: Cell, laid: bool) {
        let PlacementContext {
            totals,
            changes,
            home,
            claims,
            claimed,
            ..
        } = &mut self.context;
        *totals = self.base;
        self.table_features.cells.forget_others();
        changes.clear();
        *home = [0; MAX_PLAYERS];
        *claims = [0; MAX_PLAYERS];
        *claimed = false;
        self.context.tile = tile;
        self.context.cell = cell;
        self.context.laid = laid;
        let brought = if laid { 0 } else { self.tile.ingots };
        self.context.ingots = brought.min(1);
        self.context.second = brought > 1 || table.phase() == Phase::Ingot;
        if self.tile.monastery.is_some() {
            self.context.neighbors = table.neighbors(cell);
        }
    }

    /// Returns a group after the placement.
    #[inline]
    fn group(&self, group: usize) -> ContestedFeature {
        let at = group & (MAX_TILE_SEGMENTS - 1);
        ContestedFeature {
            kind: self.tile.kinds[at],
            word: self.preview.word(at),
            hardness: self.table_features.cells.group(at),
            cities: 0,
            beside: 0,
            neighbors: self.context.neighbors,
            ingots: self.context.golden[at],
        }
    }
}

/// Returns the followers of a completed feature.
fn return_pieces(word: FeatureWord, home: &mut [u8; MAX_PLAYERS]) {
    for (seat, home) in home.iter_mut().enumerate() {
        *home += word.pieces().count_at(seat);
    }
}
