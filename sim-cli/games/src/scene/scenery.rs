//! Scenery of tiles: what stands on open land and on areas, where nothing else is.

use goldrush_support::drawing::square::{Point, is_inside, is_near};

/// Places on land, best first: along the edges, where pieces seldom stand.
const ON_LAND: [Point; 22] = [
    (14.0, 16.0),
    (84.0, 14.0),
    (16.0, 84.0),
    (86.0, 84.0),
    (50.0, 14.0),
    (14.0, 50.0),
    (86.0, 50.0),
    (50.0, 86.0),
    (32.0, 30.0),
    (68.0, 30.0),
    (30.0, 70.0),
    (70.0, 70.0),
    (36.0, 12.0),
    (64.0, 88.0),
    (12.0, 34.0),
    (88.0, 66.0),
    (24.0, 60.0),
    (76.0, 40.0),
    (60.0, 16.0),
    (40.0, 84.0),
    (12.0, 70.0),
    (88.0, 30.0),
];
/// Places on areas, best first.
const ON_AREAS: [Point; 25] = [
    (50.0, 50.0),
    (30.0, 30.0),
    (70.0, 30.0),
    (30.0, 70.0),
    (70.0, 70.0),
    (50.0, 22.0),
    (22.0, 50.0),
    (78.0, 50.0),
    (50.0, 78.0),
    (16.0, 18.0),
    (84.0, 18.0),
    (16.0, 82.0),
    (84.0, 82.0),
    (38.0, 42.0),
    (62.0, 42.0),
    (38.0, 62.0),
    (62.0, 62.0),
    (34.0, 16.0),
    (66.0, 16.0),
    (16.0, 34.0),
    (84.0, 34.0),
    (16.0, 66.0),
    (84.0, 66.0),
    (34.0, 84.0),
    (66.0, 84.0),
];

/// The print of a tile, around which scenery is placed.
#[derive(Default)]
pub(crate) struct Site {
    /// Outlines of the areas.
    pub areas: Vec<Vec<Point>>,
    /// Points along the tracks.
    pub tracks: Vec<Vec<Point>>,
    /// Things, each with the distance to keep from it.
    pub things: Vec<(Point, f64)>,
}

/// Kind of scenery: names of symbols, which take turns, their largest number, and the distance between them.
pub(crate) struct Planting {
    pub names: &'static [&'static str],
    pub most: usize,
    pub apart: f64,
}

impl Site {
    /// Places scenery on open land; `number` makes tiles differ.
    pub(crate) fn on_land(&self, number: usize, planting: &Planting) -> Vec<(&'static str, Point)> {
        let mut places = ON_LAND;
        places.rotate_left(number * 7 % ON_LAND.len());
        let mut placed = Vec::new();
        for place in places {
            let on_area = self.areas.iter().any(|area| {
                is_inside(place, area) || area.iter().any(|rim| is_near(*rim, place, 11.0))
            });
            if !on_area && self.is_free(place) {
                add(&mut placed, place, number, planting);
            }
        }
        placed
    }

    /// Places scenery inside areas.
    pub(crate) fn on_areas(
        &self,
        number: usize,
        planting: &Planting,
    ) -> Vec<(&'static str, Point)> {
        let mut placed = Vec::new();
        for place in ON_AREAS {
            let within = self.areas.iter().any(|area| {
                let mut rim = area.iter().filter(|rim| is_off_border(**rim));
                is_inside(place, area) && !rim.any(|rim| is_near(*rim, place, 9.0))
            });
            if within && self.is_free(place) {
                add(&mut placed, place, number, planting);
            }
        }
        placed
    }

    fn is_free(&self, place: Point) -> bool {
        let mut tracks = self.tracks.iter().flatten();
        let mut things = self.things.iter();
        !tracks.any(|point| is_near(*point, place, 13.0))
            && !things.any(|(thing, distance)| is_near(*thing, place, *distance))
    }
}

/// True if a point of an outline is not where the area continues on the next tile.
fn is_off_border((x, y): Point) -> bool {
    (1.0..99.0).contains(&x) && (1.0..99.0).contains(&y)
}

fn add(placed: &mut Vec<(&'static str, Point)>, place: Point, number: usize, planting: &Planting) {
    let Planting { names, most, apart } = planting;
    if placed.len() < *most && !placed.iter().any(|(_, at)| is_near(*at, place, *apart)) {
        placed.push((names[(number + 5 * placed.len()) % names.len()], place));
    }
}
