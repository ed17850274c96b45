//! Tile-laying kernel: cells, tiles, features and pieces; and what all landscape games share ([`table`], [`state`]). It
//! knows no game: no scoring, no names of features.
//!
//! Laying two tiles of a catalogue side by side extends a city:
//!
//! ```
//! use goldrush_engine::carcassonne::{Catalogue, FeatureKind};
//! use goldrush_engine::landscape::Landscape;
//! use goldrush_engine::landscape::grid::{Cell, Rotation, Side};
//!
//! let catalogue = Catalogue::printed();
//! let (set, start) = (catalogue.tiles(), catalogue.start());
//! let mut landscape = Landscape::new();
//! let slot = landscape.frontier().slot(Cell::START).ok_or("the first cell is open")?;
//! let first = landscape.lay(set, start, slot, Rotation::R0);
//!
//! // The same design upside down to the north: city meets city.
//! let north = Cell::START.neighbor(Side::North);
//! let slot = landscape.frontier().slot(north).ok_or("the cell is open")?;
//! assert!(!landscape.frontier().allows(set, start, slot, Rotation::R0));
//! let second = landscape.lay(set, start, slot, Rotation::R180);
//!
//! let city = catalogue.kind(start).segments.iter().position(|segment| segment.kind == FeatureKind::City);
//! let segment = landscape.tile(first).segment(city.ok_or("the start tile has a city")?);
//! let word = landscape.features().word(landscape.features().find(segment));
//! assert!(word.is_complete());
//! assert_eq!(word.tiles(), 2);
//! assert_eq!(landscape.tile_at(north), Some(second));
//! # Ok::<(), &str>(())
//! ```

pub mod components;
pub mod deck;
pub mod frontier;
pub mod grid;
pub mod observed;
pub mod options;
pub mod piece_positions;
pub mod pieces;
pub mod preview;
pub mod segments;
pub mod state;
pub mod table;
pub mod ties;
pub mod tile;
pub(crate) mod tile_game;

use components::{Components, MAX_SEGMENTS, SegmentId};
use frontier::{Frontier, Slot};
use grid::{Cell, Rotation, Side};
use tile::{KindId, TileSet};

/// Maximum number of tiles in a landscape.
pub const MAX_TILES: usize = 100;
/// A power of two, so that an index needs no bounds check.
const TILE_CAPACITY: usize = 128;

/// Laid tile, numbered in the order laid; the start tile is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TileId(pub u8);

impl TileId {
    /// Returns the position in the order laid.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) & (TILE_CAPACITY - 1)
    }
}

/// A tile on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LaidTile {
    cell: Cell,
    shape: u8,
    first_segment: u16,
}

impl LaidTile {
    /// Returns its cell.
    #[inline]
    pub fn cell(self) -> Cell {
        self.cell
    }

    /// Returns its kind.
    #[inline]
    pub fn kind(self) -> KindId {
        KindId(self.shape >> 2)
    }

    /// Returns its rotation.
    #[inline]
    pub fn rotation(self) -> Rotation {
        Rotation::ALL[usize::from(self.shape & 3)]
    }

    /// Returns its n-th segment in catalogue order.
    #[inline]
    pub fn segment(self, n: usize) -> SegmentId {
        SegmentId(self.first_segment + n as u16)
    }
}

/// Laid tiles, the open cells around them, and the features they form.
pub struct Landscape {
    frontier: Frontier,
    features: Components,
    tiles: [LaidTile; TILE_CAPACITY],
    len: u8,
    /// True if the last tile may have completed a feature.
    may_complete: bool,
    /// Key of all tiles laid, in order.
    key: u64,
}

impl Clone for Landscape {
    #[inline]
    fn clone(&self) -> Landscape {
        Landscape {
            frontier: self.frontier.clone(),
            features: self.features.clone(),
            ..*self
        }
    }

    /// Copies only the part in use: about a third in the middle of a game.
    #[inline]
    fn clone_from(&mut self, source: &Landscape) {
        let Landscape {
            frontier,
            features,
            tiles,
            len,
            may_complete,
            key,
        } = source;
        self.frontier.clone_from(frontier);
        self.features.clone_from(features);
        let used = usize::from(*len).min(TILE_CAPACITY);
        self.tiles[..used].copy_from_slice(&tiles[..used]);
        self.len = *len;
        self.may_complete = *may_complete;
        self.key = *key;
    }
}

impl Landscape {
    /// Creates an empty table with one open cell, the start.
    #[inline]
    pub fn new() -> Landscape {
        let mut frontier = Frontier::new();
        frontier.open_start();
        Landscape {
            frontier,
            features: Components::new(),
            tiles: [LaidTile {
                cell: Cell::START,
                shape: 0,
                first_segment: 0,
            }; TILE_CAPACITY],
            len: 0,
            may_complete: false,
            key: 0,
        }
    }

    /// Lays a tile on an open cell where it fits, and joins its segments to those they touch.
    ///
    /// # Panics
    /// If the landscape is full; games limit the size of a deal.
    #[inline]
    pub fn lay(&mut self, set: &TileSet, kind: KindId, slot: Slot, rotation: Rotation) -> TileId {
        debug_assert!(self.frontier.allows(set, kind, slot, rotation));
        self.lay_keeping::<true>(set, kind, slot, rotation)
    }

    /// Like [`Landscape::lay`], for playouts: from then on only [`Frontier::random_placement`] is valid, and the key is not.
    #[inline]
    pub(crate) fn lay_in_playout(
        &mut self,
        set: &TileSet,
        kind: KindId,
        slot: Slot,
        rotation: Rotation,
    ) -> TileId {
        self.lay_keeping::<false>(set, kind, slot, rotation)
    }

    #[inline(always)]
    fn lay_keeping<const BOARDS_KEPT: bool>(
        &mut self,
        set: &TileSet,
        kind: KindId,
        slot: Slot,
        rotation: Rotation,
    ) -> TileId {
        let words = set.words(kind);
        assert!(
            usize::from(self.len) < MAX_TILES && self.features.len() + words.len() <= MAX_SEGMENTS
        );
        let id = TileId(self.len);
        let shape_index = TileSet::shape_index(kind, rotation);
        let shape = set.shape(shape_index);
        let first = self.features.len();
        let cell = self.frontier.cell(slot);
        self.tiles[id.index()] = LaidTile {
            cell,
            shape: shape_index,
            first_segment: first as u16,
        };
        self.len += 1;
        if BOARDS_KEPT {
            self.key = Landscape::key_with(self.key, cell, shape_index);
        }
        self.features.extend(id.0, words);
        let neighbors = self.frontier.close::<BOARDS_KEPT>(slot);
        self.may_complete = set.has_closed(kind);
        for side in Side::ALL {
            match neighbors[side as usize] {
                0 => {
                    let edge = shape.edge[side as usize];
                    self.frontier.constrain::<BOARDS_KEPT>(
                        cell.neighbor(side),
                        side.opposite(),
                        edge,
                        id.0,
                    );
                }
                tile => {
                    let beyond = self.tiles[usize::from(tile - 1) & (TILE_CAPACITY - 1)];
                    let opposite_links = set.shape(beyond.shape).links[side.opposite() as usize];
                    for (here, there) in shape.links[side as usize].touching(opposite_links) {
                        self.may_complete |= self
                            .features
                            .join(first + here, usize::from(beyond.first_segment) + there);
                    }
                }
            }
        }
        id
    }

    /// Returns a key of all tiles laid, in order.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns the key of the landscape once a tile in a rotation is laid on a cell.
    pub fn key_after(&self, cell: Cell, kind: KindId, rotation: Rotation) -> u64 {
        Landscape::key_with(self.key, cell, TileSet::shape_index(kind, rotation))
    }

    #[inline]
    fn key_with(key: u64, cell: Cell, shape: u8) -> u64 {
        let code = u64::from(cell.x as u8) << 16 | u64::from(cell.y as u8) << 8 | u64::from(shape);
        (key ^ code)
            .wrapping_add(0x9e37_79b9_7f4a_7c15)
            .wrapping_mul(0xff51_afd7_ed55_8ccd)
            .rotate_left(23)
    }

    /// Returns false if the last tile certainly completed no feature.
    #[inline]
    pub(crate) fn may_complete(&self) -> bool {
        self.may_complete
    }

    /// Returns the open cells.
    #[inline]
    pub fn frontier(&self) -> &Frontier {
        &self.frontier
    }

    /// Returns the features.
    #[inline]
    pub fn features(&self) -> &Components {
        &self.features
    }

    /// Returns the features for changing their pieces and totals.
    #[inline]
    pub fn features_mut(&mut self) -> &mut Components {
        &mut self.features
    }

    /// Returns a laid tile.
    #[inline]
    pub fn tile(&self, id: TileId) -> LaidTile {
        self.tiles[id.index()]
    }

    /// Returns the tile of a segment.
    #[inline]
    pub fn tile_of(&self, segment: SegmentId) -> LaidTile {
        self.tiles[self.features.tile(segment) & (TILE_CAPACITY - 1)]
    }

    /// Returns the segment's number on its tile, in catalogue order.
    #[inline]
    pub fn index_on_tile(&self, segment: SegmentId) -> usize {
        usize::from(segment.0 - self.tile_of(segment).first_segment)
    }

    /// Returns the tiles in the order laid.
    pub fn tiles(&self) -> &[LaidTile] {
        &self.tiles[..usize::from(self.len)]
    }

    /// Returns the tile on a cell.
    pub fn tile_at(&self, cell: Cell) -> Option<TileId> {
        self.tiles()
            .iter()
            .position(|t| t.cell == cell)
            .map(|i| TileId(i as u8))
    }
}

impl Default for Landscape {
    fn default() -> Landscape {
        Landscape::new()
    }
}
