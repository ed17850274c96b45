//! The tile catalogue, as sent to bots that request it.

use goldrush_engine::carcassonne::catalogue::{FeatureKind, Kind, Segment};
use goldrush_engine::carcassonne::{Catalogue, Setup};
use goldrush_engine::landscape::grid::Rotation;
use goldrush_engine::landscape::tile::{KindId, TileSet};
use serde::Serialize;

use crate::games::protocol::places_in;

/// A tile catalogue.
#[derive(Clone, Debug, Serialize)]
pub struct CatalogueSent {
    /// Name of the start tile, which is on the table when a game begins.
    start: String,
    /// Kinds of tiles.
    kinds: Vec<KindSent>,
}

/// A kind of tile, at rotation 0.
#[derive(Clone, Debug, Serialize)]
struct KindSent {
    /// Its name.
    tile: String,
    /// Number of copies, including the start tile.
    copies: u8,
    /// Edges clockwise from north: F, R or C.
    edges: String,
    /// True if ingots come with it (M2).
    gold: bool,
    /// Its segments.
    segments: Vec<SegmentSent>,
}

/// A segment of a kind.
#[derive(Clone, Debug, Serialize)]
struct SegmentSent {
    /// Its name at rotation 0.
    segment: String,
    /// `road`, `city`, `monastery` or `field`.
    feature: &'static str,
    /// Sides it reaches, clockwise; 0 is north.
    sides: Vec<u8>,
    /// Half-edges it reaches, clockwise; 0 is the first after the north-west corner.
    halves: Vec<u8>,
    /// Number of pennants.
    pennants: u8,
    /// City segments of the tile that a field touches.
    cities: Vec<String>,
}

impl CatalogueSent {
    /// Converts the tiles of a setup.
    pub fn new(setup: &Setup) -> CatalogueSent {
        let catalogue = setup.catalogue();
        let played = catalogue.kinds().filter(|(_, kind)| !kind.gold || setup.rules().gold_mines);
        CatalogueSent {
            start: catalogue.kind(catalogue.start()).id.clone(),
            kinds: played.map(|(id, kind)| KindSent::new(catalogue, id, kind)).collect(),
        }
    }
}

impl KindSent {
    fn new(catalogue: &Catalogue, id: KindId, kind: &Kind) -> KindSent {
        let shape = catalogue.tiles().shape(TileSet::shape_index(id, Rotation::R0));
        let letter = |terrain: u8| ['F', 'R', 'C'][usize::from(terrain) - 1];
        KindSent {
            tile: kind.id.clone(),
            copies: kind.count,
            edges: shape.terrain.map(letter).iter().collect(),
            gold: kind.gold,
            segments: kind
                .segments
                .iter()
                .enumerate()
                .map(|(at, segment)| SegmentSent::new(kind, at, segment))
                .collect(),
        }
    }
}

impl SegmentSent {
    fn new(kind: &Kind, at: usize, segment: &Segment) -> SegmentSent {
        let name = |at: usize| kind.label(at, Rotation::R0);
        let touched = (0..kind.segments.len()).filter(|at| segment.cities >> at & 1 == 1);
        debug_assert!(touched.clone().all(|at| kind.segments[at].kind == FeatureKind::City));
        SegmentSent {
            segment: name(at),
            feature: segment.kind.name(),
            sides: places_in(segment.sides),
            halves: places_in(segment.halves),
            pennants: segment.pennants,
            cities: touched.map(name).collect(),
        }
    }
}
