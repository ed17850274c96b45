//! What the tiles of a game look like, in lines: the same on pages and in reports.

use maud::Markup;

use crate::drawing::square::{Point, place};

/// The tiles of a game.
pub struct Art {
    /// Small things on tiles, each by its name.
    pub symbols: Vec<(&'static str, Markup)>,
    /// By the number of the kind.
    pub kinds: Vec<KindArt>,
}

/// A kind of tile, as it lies unturned, in a square of 100 units.
pub struct KindArt {
    /// What is printed on open land, and turns with the tile.
    pub printed: Markup,
    /// What is printed and stays upright: names of symbols, and where they are.
    pub things: Vec<(&'static str, Point)>,
    /// Its segments, as the game numbers them.
    pub segments: Vec<Shape>,
}

/// The shape of a segment: a path.
pub enum Shape {
    /// A line.
    Line(String),
    /// What it encloses, above open land.
    Area(String),
    /// Open land.
    Land(String),
}

/// A segment of a kind: its shape, where things are put on it, and what is printed there.
pub struct Sketch {
    /// Its shape.
    pub shape: Shape,
    /// Where things are put on it, the best place first.
    pub spots: Vec<Point>,
    /// Names of the symbols that are printed there; they take the first places.
    pub things: Vec<&'static str>,
}

impl Sketch {
    /// Where something is put that is no print, on a tile that is turned: how many are before it.
    pub fn spot(&self, before: usize, quarters: u32) -> Point {
        place(&self.spots, self.things.len() + before, quarters)
    }
}

impl KindArt {
    /// A kind with such segments.
    pub fn new(printed: Markup, sketches: impl IntoIterator<Item = Sketch>) -> KindArt {
        let (mut things, mut segments) = (Vec::new(), Vec::new());
        for sketch in sketches {
            let placed = sketch.things.iter().enumerate();
            things.extend(placed.map(|(at, thing)| (*thing, place(&sketch.spots, at, 0))));
            segments.push(sketch.shape);
        }
        KindArt { printed, things, segments }
    }
}
