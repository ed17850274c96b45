//! Geometry of a square tile of 100 units. Sides are numbered clockwise from north, half-edges clockwise from the
//! north-west corner. Shapes are SVG paths.

use maud::Render as _;

use super::px;

/// A point on a tile: x to the east, y to the south.
pub type Point = (f64, f64);

/// Length of a side, in units.
pub const SIDE: f64 = 100.0;
/// Center of a tile.
pub const CENTER: Point = (50.0, 50.0);
/// Path of the whole tile.
pub const WHOLE: &str = "M0 0H100V100H0z";

/// Returns the middle of a side.
pub fn middle(side: usize) -> Point {
    [(50.0, 0.0), (100.0, 50.0), (50.0, 100.0), (0.0, 50.0)][side % 4]
}

/// Returns the corner where a side begins, going clockwise.
fn corner(side: usize) -> Point {
    [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)][side % 4]
}

/// Returns the middle of a half-edge.
fn half(half: usize) -> Point {
    between(border(half), border(half + 1), 0.5)
}

/// Returns the point where a half-edge begins: a corner, or the middle of a side.
fn border(half: usize) -> Point {
    if half.is_multiple_of(2) {
        corner(half / 2)
    } else {
        middle(half / 2)
    }
}

/// Interpolates between two points; `part` is 0 at `from` and 1 at `to`.
pub fn between(from: Point, to: Point, part: f64) -> Point {
    (
        from.0 + (to.0 - from.0) * part,
        from.1 + (to.1 - from.1) * part,
    )
}

/// Rotates a point clockwise around the center by a number of quarter turns.
pub fn turned(point: Point, quarters: u32) -> Point {
    (0..quarters).fold(point, |(x, y), _| (SIDE - y, x))
}

/// Iterates over the sides in a set; bit 0 is north.
pub fn sides(set: u8) -> impl Iterator<Item = usize> + Clone {
    (0..4).filter(move |side| set >> side & 1 == 1)
}

/// Returns the centroid of points.
fn mean(points: &[Point]) -> Point {
    let sum = points
        .iter()
        .fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    (sum.0 / points.len() as f64, sum.1 / points.len() as f64)
}

/// Returns the path of a track: from side to side, or from its only side to the center and on to `end`, if given.
pub fn track(set: u8, end: Option<Point>) -> String {
    let mut ends = sides(set);
    let Some(first) = ends.next() else {
        return String::new();
    };
    match (ends.next(), end) {
        (Some(second), _) => format!("M{}{}", at(middle(first)), bend(first, second)),
        (None, Some(end)) => format!("M{}L{}L{}", at(middle(first)), at(CENTER), at(end)),
        (None, None) => format!("M{}L{}", at(middle(first)), at(CENTER)),
    }
}

/// Returns points along a track, about every tenth of a side.
pub fn along(set: u8, end: Option<Point>) -> Vec<Point> {
    let mut ends = sides(set).map(middle);
    let Some(first) = ends.next() else {
        return Vec::new();
    };
    match (ends.next(), end) {
        (Some(second), _) => curve([first, CENTER, CENTER, second]),
        (None, Some(end)) => [line(first, CENTER), line(CENTER, end)].concat(),
        (None, None) => line(first, CENTER),
    }
}

/// Returns the path of one rail of a track, which runs `aside` of its middle.
pub fn rail(set: u8, end: Option<Point>, aside: f64) -> String {
    let mut ends = sides(set);
    let Some(first) = ends.next() else {
        return String::new();
    };
    let from = middle(first);
    let second = ends.next();
    let Some(to) = second.map(middle).or(end) else {
        let across = normal(from, CENTER, aside);
        return format!("M{}L{}", at(moved(from, across)), at(moved(CENTER, across)));
    };
    let one = normal(from, CENTER, aside);
    let other = normal(CENTER, to, aside);
    // Where both halves of the rail meet.
    let square = aside * aside;
    let shared = square / (square + one.0 * other.0 + one.1 * other.1);
    let bend = ((one.0 + other.0) * shared, (one.1 + other.1) * shared);
    let is_curve = second.is_some_and(|second| second.abs_diff(first) != 2);
    format!(
        "M{}{}{}{}{}",
        at(moved(from, one)),
        if is_curve { "Q" } else { "L" },
        at(moved(CENTER, bend)),
        if is_curve { " " } else { "L" },
        at(moved(to, other))
    )
}

/// Returns the vector of a length that stands to the right of a way; to its left if the length is negative.
fn normal(from: Point, to: Point, length: f64) -> Point {
    let way = (to.0 - from.0, to.1 - from.1);
    let scale = length / (way.0 * way.0 + way.1 * way.1).sqrt().max(1e-9);
    (-way.1 * scale, way.0 * scale)
}

fn moved(point: Point, by: Point) -> Point {
    (point.0 + by.0, point.1 + by.1)
}

fn line(from: Point, to: Point) -> Vec<Point> {
    (0..=5)
        .map(|step| between(from, to, f64::from(step) / 5.0))
        .collect()
}

/// Returns points along a Bézier curve.
fn curve(controls: [Point; 4]) -> Vec<Point> {
    (0..=10)
        .map(|step| on_curve(controls, f64::from(step) / 10.0))
        .collect()
}

/// Returns a point of a Bézier curve; `part` is 0 at its beginning and 1 at its end.
fn on_curve([from, one, other, to]: [Point; 4], part: f64) -> Point {
    let first = between(from, one, part);
    let middle = between(one, other, part);
    let last = between(other, to, part);
    between(
        between(first, middle, part),
        between(middle, last, part),
        part,
    )
}

/// Returns points along the outline of an area.
pub fn outline(reached: u8) -> Vec<Point> {
    let gaps = gaps(reached);
    let Some(last) = gaps.last() else {
        return (0..4)
            .flat_map(|side| line(corner(side), corner(side + 1)))
            .collect();
    };
    let mut points = Vec::new();
    let mut side = last.end() % 4;
    for gap in &gaps {
        while side % 4 != gap.first {
            points.extend(line(corner(side), corner(side + 1)));
            side += 1;
        }
        points.extend(curve([
            corner(gap.first),
            gap.one,
            gap.other,
            corner(gap.end()),
        ]));
        side = gap.end();
    }
    points
}

/// True if a point lies inside a closed outline.
pub fn is_inside(point: Point, outline: &[Point]) -> bool {
    let mut inside = false;
    let next = outline.iter().skip(1).chain(outline.first());
    for (from, to) in outline.iter().zip(next) {
        let is_crossed = (from.1 > point.1) != (to.1 > point.1);
        inside ^=
            is_crossed && point.0 < (to.0 - from.0) * (point.1 - from.1) / (to.1 - from.1) + from.0;
    }
    inside
}

/// True if two points are nearer to each other than this.
pub fn is_near(one: Point, other: Point, distance: f64) -> bool {
    let apart = (one.0 - other.0, one.1 - other.1);
    apart.0 * apart.0 + apart.1 * apart.1 < distance * distance
}

/// Returns the path segment from the middle of one side to that of another.
fn bend(from: usize, to: usize) -> String {
    match to.abs_diff(from) {
        2 => format!("L{}", at(middle(to))),
        _ => format!("Q{} {}", at(CENTER), at(middle(to))),
    }
}

/// A run of sides that an area does not reach: the first side, the number of sides, and the two control points of the
/// Bézier slope across it.
struct Gap {
    first: usize,
    sides: usize,
    one: Point,
    other: Point,
}

impl Gap {
    fn new(first: usize, sides: usize) -> Gap {
        let from = corner(first);
        let to = corner(first + sides);
        // The slope bends toward the center of the tile, or a bit beyond it if it runs across the tile.
        let (one, other) = match sides {
            1 => (slope(from, to, first, 0.24), slope(to, from, first, 0.24)),
            2 => {
                let beyond = corner(first + 1);
                (
                    between(between(from, to, 0.33), beyond, 0.06),
                    between(between(from, to, 0.67), beyond, 0.06),
                )
            }
            _ => (
                slope(from, to, first + 3, 0.38),
                slope(to, from, first + 3, 0.38),
            ),
        };
        Gap {
            first,
            sides,
            one,
            other,
        }
    }

    fn end(&self) -> usize {
        self.first + self.sides
    }

    /// Returns the point halfway along the slope.
    fn midpoint(&self) -> Point {
        let from = corner(self.first);
        let to = corner(self.end());
        (
            halfway(from.0, self.one.0, self.other.0, to.0),
            halfway(from.1, self.one.1, self.other.1, to.1),
        )
    }

    fn path(&self) -> String {
        let from = at(corner(self.first));
        let to = at(corner(self.end()));
        format!("M{from}C{} {} {to}", at(self.one), at(self.other))
    }
}

/// Returns the point a bit along a side from one of its ends, moved inward by `depth`.
fn slope(from: Point, to: Point, side: usize, depth: f64) -> Point {
    let along = between(from, to, 0.2);
    let rim = middle(side);
    let inwards = between(rim, CENTER, 2.0 * depth);
    (along.0 + inwards.0 - rim.0, along.1 + inwards.1 - rim.1)
}

/// Returns the gaps of an area that reaches some sides, but not all.
fn gaps(reached: u8) -> Vec<Gap> {
    let mut gaps = Vec::new();
    for side in 0..4 {
        if !reaches(reached, side) && reaches(reached, side + 3) {
            let sides = (1..4).find(|n| reaches(reached, side + n)).unwrap_or(4);
            gaps.push(Gap::new(side, sides));
        }
    }
    gaps
}

/// True if a set of sides contains a side, whose number may go on after a turn around the tile.
fn reaches(set: u8, side: usize) -> bool {
    set >> (side % 4) & 1 == 1
}

/// Returns a coordinate of the middle of a Bézier curve from those of its ends and control points.
fn halfway(from: f64, one: f64, other: f64, to: f64) -> f64 {
    (from + 3.0 * one + 3.0 * other + to) / 8.0
}

/// Returns the outline of an area: along the sides it reaches, with a slope across each gap.
pub fn area(reached: u8) -> String {
    let gaps = gaps(reached);
    let Some(last) = gaps.last() else {
        return WHOLE.into();
    };
    let mut path = format!("M{}", at(corner(last.end())));
    let mut side = last.end() % 4;
    for gap in &gaps {
        while side % 4 != gap.first {
            side += 1;
            path += &format!("L{}", at(corner(side)));
        }
        path += &format!(
            "C{} {} {}",
            at(gap.one),
            at(gap.other),
            at(corner(gap.end()))
        );
        side = gap.end();
    }
    path + "z"
}

/// Returns the slopes of an area: its outline without the sides it reaches.
pub fn slopes(reached: u8) -> String {
    gaps(reached).iter().map(Gap::path).collect()
}

/// Returns the outline of open land that reaches `halves`, bounded by tracks and areas, each given as a set of sides.
pub fn land(halves: u8, tracks: &[u8], areas: &[u8]) -> String {
    let starts: Vec<usize> = (0..8)
        .filter(|&half| holds(halves, half) && !holds(halves, half + 7))
        .collect();
    let Some(&first) = starts.first() else {
        return WHOLE.into();
    };
    let mut path = format!("M{}", at(border(first)));
    for (number, &start) in starts.iter().enumerate() {
        let mut end = start;
        while holds(halves, end) {
            end += 1;
            path += &format!("L{}", at(border(end)));
        }
        path += &inner_rim(end % 8, starts[(number + 1) % starts.len()], tracks, areas);
    }
    path + "z"
}

/// True if a set of half-edges contains one, whose number may go on after a turn around the tile.
fn holds(halves: u8, half: usize) -> bool {
    halves >> (half % 8) & 1 == 1
}

/// Returns the path from where land leaves the border of the tile to where it returns, along the tracks or areas in
/// between.
fn inner_rim(from: usize, to: usize, tracks: &[u8], areas: &[u8]) -> String {
    if from == to {
        return String::new();
    }
    let gaps: Vec<Gap> = areas.iter().flat_map(|&area| gaps(area)).collect();
    let goal = at(border(to));
    if from % 2 == 1 && to % 2 == 1 {
        let along = tracks.contains(&(1 << (from / 2) | 1 << (to / 2)));
        return if along {
            bend(from / 2, to / 2)
        } else {
            format!("L{}L{goal}", at(CENTER))
        };
    }
    let mut all = gaps.iter();
    if let Some(gap) = all.find(|gap| gap.end() % 4 * 2 == from && gap.first * 2 == to) {
        return format!("C{} {} {goal}", at(gap.other), at(gap.one));
    }
    // A track ends at the area: follow it to the middle of the area's slope.
    let mut all = gaps.iter();
    let touching = all.find(|gap| gap.end() % 4 * 2 == from || gap.first * 2 == to);
    format!("L{}L{goal}", at(touching.map_or(CENTER, Gap::midpoint)))
}

/// Returns points for things on a track, best first.
pub fn spots_on_track(set: u8) -> Vec<Point> {
    let middles: Vec<Point> = sides(set).map(middle).collect();
    match middles[..] {
        [one] => vec![between(one, CENTER, 0.28), between(one, CENTER, 0.7)],
        [one, other, ..] => {
            vec![
                between(mean(&middles), CENTER, 0.5),
                between(one, CENTER, 0.4),
                between(other, CENTER, 0.4),
            ]
        }
        [] => vec![CENTER],
    }
}

/// Returns points for things on an area, best first.
pub fn spots_on_area(set: u8) -> Vec<Point> {
    let middles: Vec<Point> = sides(set).map(middle).collect();
    let Some(first) = middles.first() else {
        return vec![CENTER];
    };
    let home = between(
        mean(&middles),
        CENTER,
        if middles.len() == 1 { 0.3 } else { 0.0 },
    );
    let along = if first.0 == CENTER.0 {
        (24.0, 0.0)
    } else {
        (0.0, 24.0)
    };
    vec![
        home,
        (home.0 - along.0, home.1 - along.1),
        (home.0 + along.0, home.1 + along.1),
    ]
}

/// Returns points for things on open land, best first.
pub fn spots_on_land(halves: u8) -> Vec<Point> {
    let reached = (0..8).filter(|half| halves >> half & 1 == 1);
    let inside: Vec<Point> = reached.map(|n| between(half(n), CENTER, 0.34)).collect();
    if inside.is_empty() {
        vec![CENTER]
    } else {
        inside
    }
}

/// Returns the point for the thing with index `at` on a segment. The first things get the best points; when all are
/// taken, later ones reuse them, shifted a little.
pub fn place(spots: &[Point], at: usize, quarters: u32) -> Point {
    let (x, y) = turned(spots[at % spots.len()], quarters);
    let shift = 9.0 * (at / spots.len()) as f64;
    (x + shift, y + shift)
}

/// Formats a point for a path.
fn at(point: Point) -> String {
    px(point.0).render().into_string() + " " + &px(point.1).render().into_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotated_point_moves_with_its_side() {
        assert_eq!(turned(middle(0), 1), middle(1));
        assert_eq!(turned(half(7), 2), half(3));
    }

    #[test]
    fn an_area_on_opposite_sides_has_two_slopes() {
        assert_eq!(area(0b0101).matches('C').count(), 2);
        assert_eq!(area(0b0001).matches('C').count(), 1);
        assert_eq!(area(0b1111), WHOLE);
        assert_eq!(
            area(0b1001),
            "M0 100L0 0L100 0C65 35 65 65 0 100z".replace("65 35 65 65", &slope_of(1, 2))
        );
    }

    #[test]
    fn rails_and_outlines_follow_tracks_and_areas() {
        assert_eq!(rail(0b0101, None, 3.0), "M47 0L47 50L47 100");
        assert_eq!(rail(0b0011, None, 3.0), "M47 0Q47 53 100 53");
        assert_eq!(rail(0b0100, None, -3.0), "M47 100L47 50");
        assert!(is_inside((50.0, 10.0), &outline(0b0001)));
        assert!(!is_inside((50.0, 90.0), &outline(0b0001)));
        assert!(is_inside(CENTER, &outline(0b1111)));
        let bend = along(0b0011, None);
        assert!(bend.iter().any(|point| is_near(*point, (60.0, 40.0), 6.0)));
    }

    fn slope_of(first: usize, sides: usize) -> String {
        let gap = Gap::new(first, sides);
        format!("{} {}", at(gap.one), at(gap.other))
    }

    #[test]
    fn land_follows_the_tracks_and_areas_beside_it() {
        assert_eq!(land(0xff, &[], &[]), WHOLE);
        // South of a track from east to west, beside a bend, and around the end of a track.
        assert_eq!(
            land(0b0111_1000, &[0b1010], &[]),
            "M100 50L100 100L50 100L0 100L0 50L100 50z"
        );
        assert_eq!(
            land(0b0110_0000, &[0b1100], &[]),
            "M50 100L0 100L0 50Q50 50 50 100z"
        );
        assert_eq!(land(0b1111_1100, &[], &[0b0001]).matches('C').count(), 1);
    }
}
