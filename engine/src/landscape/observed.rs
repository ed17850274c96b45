//! Parts of observations that all tile games have. Seats are numbered from 0; cells, rotations and segments as in records.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::LaidTile;
use super::components::SegmentId;
use super::table::{Table, TileGame};
use crate::game::Points;
use crate::player::Player;

/// A tile on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObservedTile {
    /// Kind of the tile.
    pub tile: String,
    /// Steps east of the start tile.
    pub x: i8,
    /// Steps south of the start tile.
    pub y: i8,
    /// Clockwise rotation in degrees.
    pub rotation: u16,
}

impl ObservedTile {
    pub(crate) fn new<G: TileGame>(table: &Table<G>, tile: LaidTile) -> ObservedTile {
        ObservedTile {
            tile: table.kind_name(tile.kind()).to_owned(),
            x: tile.cell().x,
            y: tile.cell().y,
            rotation: tile.rotation().degrees(),
        }
    }
}

/// A segment of a tile on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// Steps east of the start tile.
    pub x: i8,
    /// Steps south of the start tile.
    pub y: i8,
    /// Label of the segment.
    pub segment: String,
}

impl Place {
    /// Returns the place of a segment.
    pub fn new<G: TileGame>(table: &Table<G>, segment: SegmentId) -> Place {
        let cell = table.landscape().tile_of(segment).cell();
        Place {
            x: cell.x,
            y: cell.y,
            segment: table.label(segment),
        }
    }

    pub(crate) fn all<G: TileGame>(table: &Table<G>, segments: &[SegmentId]) -> Vec<Place> {
        segments
            .iter()
            .map(|&segment| Place::new(table, segment))
            .collect()
    }
}

/// Points by kind of feature.
pub type PointsByKind = BTreeMap<Cow<'static, str>, Points>;

/// Returns a seat's points so far from the features of these kinds.
pub(crate) fn points<G: TileGame>(
    table: &Table<G>,
    kinds: [G::FeatureKind; 4],
    seat: Player,
) -> PointsByKind
where
    G::FeatureKind: Into<&'static str>,
{
    kinds
        .map(|kind| (Cow::Borrowed(kind.into()), table.points(kind, seat)))
        .into()
}
