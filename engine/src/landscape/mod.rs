//! The tile-laying kernel: cells, tiles, features, figures. It knows no game: no scoring, no names of features.
//!
//! Two tiles of a catalogue are laid side by side, and a city becomes larger:
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
//! // The same design upside down in the north: city lies at city.
//! let north = Cell::START.beyond(Side::North);
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
pub mod figures;
pub mod frontier;
pub mod grid;
pub mod preview;
pub mod segments;
pub mod standing;
pub mod tile;

use components::{Components, MAX_SEGMENTS, SegmentId};
use frontier::{Frontier, Slot};
use grid::{Cell, Rotation, Side};
use tile::{KindId, TileSet};

/// The most tiles a landscape may have.
pub const MAX_TILES: usize = 100;
/// A power of two, so that an index needs no bounds check.
const TILE_CAPACITY: usize = 128;

/// A tile that was laid, by the order laid; the start tile is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TileId(pub u8);

impl TileId {
    /// Position in the order laid.
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
    /// Where it lies.
    #[inline]
    pub fn cell(self) -> Cell {
        self.cell
    }

    /// Its kind.
    #[inline]
    pub fn kind(self) -> KindId {
        KindId(self.shape >> 2)
    }

    /// Its angle.
    #[inline]
    pub fn rotation(self) -> Rotation {
        Rotation::ALL[usize::from(self.shape & 3)]
    }

    /// Its n-th segment in catalogue order.
    #[inline]
    pub fn segment(self, n: usize) -> SegmentId {
        SegmentId(self.first_segment + n as u16)
    }
}

/// The tiles laid, the open cells around them, and the features they form.
pub struct Landscape {
    frontier: Frontier,
    features: Components,
    tiles: [LaidTile; TILE_CAPACITY],
    len: u8,
    /// Whether the tile laid last may have completed anything.
    completes: bool,
}

impl Clone for Landscape {
    #[inline]
    fn clone(&self) -> Landscape {
        Landscape { frontier: self.frontier.clone(), features: self.features.clone(), ..*self }
    }

    /// Copies only what is in use: a third of it in the middle of a game.
    #[inline]
    fn clone_from(&mut self, source: &Landscape) {
        let Landscape { frontier, features, tiles, len, completes } = source;
        self.frontier.clone_from(frontier);
        self.features.clone_from(features);
        let used = usize::from(*len).min(TILE_CAPACITY);
        self.tiles[..used].copy_from_slice(&tiles[..used]);
        (self.len, self.completes) = (*len, *completes);
    }
}

impl Landscape {
    /// An empty table with one open cell, the start.
    #[inline]
    pub fn new() -> Landscape {
        let mut frontier = Frontier::new();
        frontier.open_start();
        Landscape {
            frontier,
            features: Components::new(),
            tiles: [LaidTile { cell: Cell::START, shape: 0, first_segment: 0 }; TILE_CAPACITY],
            len: 0,
            completes: false,
        }
    }

    /// Lays a tile on an open cell where it fits, and joins its segments to those they touch.
    ///
    /// # Panics
    /// If there is no room for another tile: games limit what a deal may hold.
    #[inline]
    pub fn lay(&mut self, set: &TileSet, kind: KindId, slot: Slot, rotation: Rotation) -> TileId {
        debug_assert!(self.frontier.allows(set, kind, slot, rotation));
        self.lay_keeping::<true>(set, kind, slot, rotation)
    }

    /// As [`Landscape::lay`], in a playout: from then on only [`Frontier::random_placement`] tells what fits.
    #[inline]
    pub(crate) fn lay_at_random(&mut self, set: &TileSet, kind: KindId, slot: Slot, rotation: Rotation) -> TileId {
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
        assert!(usize::from(self.len) < MAX_TILES && self.features.len() + words.len() <= MAX_SEGMENTS);
        let id = TileId(self.len);
        let shape_index = TileSet::shape_index(kind, rotation);
        let shape = set.shape(shape_index);
        let first = self.features.len();
        let cell = self.frontier.cell(slot);
        self.tiles[id.index()] = LaidTile { cell, shape: shape_index, first_segment: first as u16 };
        self.len += 1;
        self.features.extend(id.0, words);
        let around = self.frontier.close::<BOARDS_KEPT>(slot);
        self.completes = set.has_closed(kind);
        for side in Side::ALL {
            match around[side as usize] {
                0 => {
                    let outward = shape.outward[side as usize];
                    self.frontier.constrain::<BOARDS_KEPT>(cell.beyond(side), side.opposite(), outward, id.0);
                }
                tile => {
                    let beyond = self.tiles[usize::from(tile - 1) & (TILE_CAPACITY - 1)];
                    let theirs = set.shape(beyond.shape).links[side.opposite() as usize];
                    for (here, there) in shape.links[side as usize].touching(theirs) {
                        self.completes |= self.features.join(first + here, usize::from(beyond.first_segment) + there);
                    }
                }
            }
        }
        id
    }

    /// Whether the tile laid last may have completed a feature; if not, it has completed none.
    #[inline]
    pub(crate) fn completes(&self) -> bool {
        self.completes
    }

    /// The open cells.
    #[inline]
    pub fn frontier(&self) -> &Frontier {
        &self.frontier
    }

    /// The features.
    #[inline]
    pub fn features(&self) -> &Components {
        &self.features
    }

    /// The features, to change what stands in them.
    #[inline]
    pub fn features_mut(&mut self) -> &mut Components {
        &mut self.features
    }

    /// A tile that was laid.
    #[inline]
    pub fn tile(&self, id: TileId) -> LaidTile {
        self.tiles[id.index()]
    }

    /// The tile a segment lies on.
    #[inline]
    pub fn tile_of(&self, segment: SegmentId) -> LaidTile {
        self.tiles[self.features.tile(segment) & (TILE_CAPACITY - 1)]
    }

    /// Which of its tile's segments a segment is, in catalogue order.
    #[inline]
    pub fn place_on_tile(&self, segment: SegmentId) -> usize {
        usize::from(segment.0 - self.tile_of(segment).first_segment)
    }

    /// The tiles in the order laid.
    pub fn tiles(&self) -> &[LaidTile] {
        &self.tiles[..usize::from(self.len)]
    }

    /// The tile on a cell.
    pub fn tile_at(&self, cell: Cell) -> Option<TileId> {
        self.tiles().iter().position(|t| t.cell == cell).map(|i| TileId(i as u8))
    }
}

impl Default for Landscape {
    fn default() -> Landscape {
        Landscape::new()
    }
}
