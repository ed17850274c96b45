//! Line art of a game's tiles, the same on web pages and in reports.

use maud::Markup;

use goldrush_support::drawing::square::{Point, place};

/// Line art of all tiles of a game.
pub struct Art {
    /// SVG definitions of the small things on tiles; each has the id `thing-` and its name.
    pub symbols: &'static str,
    /// Kinds of tiles, by number.
    pub kinds: Vec<KindArt>,
}

/// A kind of tile, unrotated, in a square of 100 units.
pub struct KindArt {
    /// The print on open land, which turns with the tile.
    pub printed: Markup,
    /// Printed things that stay upright: names of symbols, and their positions.
    pub things: Vec<(&'static str, Point)>,
    /// Scenery that stays upright and means nothing, in the same form.
    pub scenery: Vec<(&'static str, Point)>,
    /// Its segments, in the game's order.
    pub segments: Vec<Shape>,
}

/// Shape of a segment, as an SVG path.
pub enum Shape {
    /// A track or road.
    Line(String),
    /// The inside of an outline, drawn above open land.
    Area(String),
    /// Open land.
    Land(String),
}

/// A segment of a kind: its shape, and the places on it.
pub struct SegmentArt {
    pub shape: Shape,
    pub places: SegmentPlaces,
}

/// Positions for things on a segment, and the things printed there.
pub struct SegmentPlaces {
    /// True if it is open land.
    pub is_land: bool,
    /// Positions for things on it, best first.
    pub spots: Vec<Point>,
    /// Names of the symbols printed there; they take the first positions.
    pub things: Vec<&'static str>,
}

impl SegmentPlaces {
    /// Returns the position of a piece on the turned tile, given the number of pieces placed there before it.
    pub fn spot(&self, before: usize, quarters: u32) -> Point {
        place(&self.spots, self.things.len() + before, quarters)
    }
}

impl KindArt {
    /// Creates the art of a kind from its segments.
    pub fn new(printed: Markup, sketches: impl IntoIterator<Item = SegmentArt>) -> KindArt {
        let mut things = Vec::new();
        let mut segments = Vec::new();
        for sketch in sketches {
            let SegmentPlaces {
                spots,
                things: printed,
                ..
            } = &sketch.places;
            let placed = printed.iter().enumerate();
            things.extend(placed.map(|(index, thing)| (*thing, place(spots, index, 0))));
            segments.push(sketch.shape);
        }
        KindArt {
            printed,
            things,
            scenery: Vec::new(),
            segments,
        }
    }
}
