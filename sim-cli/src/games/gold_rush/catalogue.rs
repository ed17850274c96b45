//! The tile catalogue, as sent to bots that request it.

use goldrush_engine::gold_rush::Catalogue;
use goldrush_engine::gold_rush::catalogue::{Center, Kind, Segment};
use goldrush_engine::landscape::grid::Rotation;
use serde::Serialize;

use crate::games::protocol::places_in;

/// A tile catalogue.
#[derive(Clone, Debug, Serialize)]
pub struct CatalogueSent {
    /// Name of the start tile, which is on the table when a game begins.
    pub start: String,
    /// Kinds of tiles.
    pub kinds: Vec<KindSent>,
}

/// A kind of tile, at rotation 0.
#[derive(Clone, Debug, Serialize)]
pub struct KindSent {
    /// Its name.
    pub tile: String,
    /// Number of copies.
    pub copies: u8,
    /// Edges clockwise from north: P, R or M.
    pub edges: String,
    /// `city` or `junction`, if railroads end in the center; otherwise `None`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub center: Option<&'static str>,
    /// Its segments.
    pub segments: Vec<SegmentSent>,
}

/// A segment of a kind.
#[derive(Clone, Debug, Serialize)]
pub struct SegmentSent {
    /// Its name at rotation 0.
    pub segment: String,
    /// `railroad`, `mountain`, `city` or `prairie`.
    pub feature: &'static str,
    /// Sides it reaches, clockwise; 0 is north.
    pub sides: Vec<u8>,
    /// Half-edges it reaches, clockwise; 0 is the first after the north-west corner.
    pub halves: Vec<u8>,
    /// Number of locomotives.
    pub locomotives: u8,
    /// Number of nuggets.
    pub nuggets: u8,
    /// Number of tipi camps.
    pub camps: u8,
    /// Number of herds.
    pub herds: u8,
}

impl CatalogueSent {
    /// Converts a whole catalogue.
    pub fn new(catalogue: &Catalogue) -> CatalogueSent {
        CatalogueSent {
            start: catalogue.kind(catalogue.start()).name.clone(),
            kinds: catalogue.kinds().iter().map(KindSent::new).collect(),
        }
    }
}

impl KindSent {
    fn new(kind: &Kind) -> KindSent {
        KindSent {
            tile: kind.name.clone(),
            copies: kind.copies,
            edges: kind.edges.iter().collect(),
            center: kind.center.map(|center| match center {
                Center::City => "city",
                Center::Junction => "junction",
            }),
            segments: kind.segments.iter().map(SegmentSent::new).collect(),
        }
    }
}

impl SegmentSent {
    fn new(segment: &Segment) -> SegmentSent {
        SegmentSent {
            segment: segment.label(Rotation::R0),
            feature: segment.kind.name(),
            sides: places_in(segment.sides),
            halves: places_in(segment.halves),
            locomotives: segment.locomotives,
            nuggets: segment.nuggets,
            camps: segment.camps,
            herds: segment.herds,
        }
    }
}
