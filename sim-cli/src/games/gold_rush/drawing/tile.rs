//! A kind of tile as a drawing, in a square of 100 units, from the segments its catalogue describes.

use goldrush_engine::gold_rush::FeatureKind;
use goldrush_engine::gold_rush::catalogue::{Center, Kind, Segment};
use goldrush_engine::landscape::grid::Rotation;
use maud::{Markup, html};

use crate::drawing::px;

/// A place on the tile.
pub(super) type Point = (f64, f64);

const CENTER: Point = (50.0, 50.0);

/// The middle of a side, 0 north, clockwise.
fn middle(side: usize) -> Point {
    [(50.0, 0.0), (100.0, 50.0), (50.0, 100.0), (0.0, 50.0)][side % 4]
}

/// The corner where a side begins, going clockwise.
fn corner(side: usize) -> Point {
    [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)][side % 4]
}

/// The middle of a half-edge, 0 the first clockwise from the north-west corner.
fn half(half: usize) -> Point {
    let (from, to) = (corner(half / 2), corner(half / 2 + 1));
    between(from, to, if half.is_multiple_of(2) { 0.25 } else { 0.75 })
}

/// A place on the way from one place to another.
fn between(from: Point, to: Point, part: f64) -> Point {
    (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part)
}

/// A place as it lies after the tile has been turned.
pub(super) fn turned(point: Point, rotation: Rotation) -> Point {
    (0..rotation.quarters()).fold(point, |(x, y), _| (100.0 - y, x))
}

fn sides(segment: &Segment) -> impl Iterator<Item = usize> + use<> {
    let sides = segment.sides;
    (0..4).filter(move |side| sides >> side & 1 == 1)
}

/// Everything on a tile that turns with it: prairie, railroads, mountains, city, junction.
pub(super) fn ground(kind: &Kind) -> Markup {
    let of = |wanted: FeatureKind| kind.segments.iter().filter(move |s| s.kind == wanted);
    let mountain = of(FeatureKind::Mountain).max_by_key(|s| s.sides.count_ones()).map(|s| spots(s)[0]);
    html! {
        rect class="tile-prairie-ground" width="100" height="100" {}
        @for rail in of(FeatureKind::Railroad) {
            @let path = track(rail, kind.center, mountain);
            path class="tile-sleepers" d=(path) {}
            path class="tile-rails" d=(path) {}
            path class="tile-between-rails" d=(path) {}
        }
        @for mountain in of(FeatureKind::Mountain) { path class="tile-mountain-ground" d=(outline(mountain.sides)) {} }
        @if kind.center == Some(Center::Junction) {
            circle class="tile-junction" cx="50" cy="50" r="9" {}
        }
        @if kind.center == Some(Center::City) {
            circle class="tile-city-ground" cx="50" cy="50" r="21" {}
            path class="tile-house" d="M34 54V45l7-7 7 7v9zM52 54V41l7-7 7 7v13zM42 65V56l8-7 8 7v9z" {}
        }
    }
}

/// The way of a track: from side to side, or to what it ends at.
fn track(rail: &Segment, center: Option<Center>, mountain: Option<Point>) -> String {
    let ends: Vec<usize> = sides(rail).collect();
    let start = middle(ends[0]);
    match (ends.get(1), center, mountain) {
        (Some(&end), _, _) if (end - ends[0]).is_multiple_of(2) => format!("M{}L{}", at(start), at(middle(end))),
        (Some(&end), _, _) => format!("M{}Q{} {}", at(start), at(CENTER), at(middle(end))),
        (None, None, Some(peak)) => format!("M{}L{}L{}", at(start), at(CENTER), at(peak)),
        (None, _, _) => format!("M{}L{}", at(start), at(CENTER)),
    }
}

/// The rim of a mountain: along the sides it reaches, with a slope where it does not.
fn outline(reached: u8) -> String {
    let reaches = |side: usize| reached >> (side % 4) & 1 == 1;
    let Some(first) = (0..4).find(|&side| reaches(side) && !reaches(side + 3)) else {
        return "M0 0H100V100H0z".into();
    };
    let mut path = format!("M{}", at(corner(first)));
    let mut side = first;
    while side < first + 4 {
        if reaches(side) {
            path += &format!("L{}", at(corner(side + 1)));
            side += 1;
            continue;
        }
        let gap = (1..4).find(|n| reaches(side + n)).unwrap_or(4);
        let (from, to) = (corner(side), corner(side + gap));
        // The slope bends towards the middle of the tile, or a bit beyond it if it runs across.
        let (one, other) = match gap {
            1 => (slope(from, to, side, 0.24), slope(to, from, side, 0.24)),
            2 => {
                let beyond = corner(side + 1);
                (between(between(from, to, 0.33), beyond, 0.06), between(between(from, to, 0.67), beyond, 0.06))
            }
            _ => (slope(from, to, side + 3, 0.38), slope(to, from, side + 3, 0.38)),
        };
        path += &format!("C{} {} {}", at(one), at(other), at(to));
        side += gap;
    }
    path + "z"
}

/// From the end of a side a bit along it, and inwards.
fn slope(from: Point, to: Point, side: usize, depth: f64) -> Point {
    let along = between(from, to, 0.2);
    let inwards = between(middle(side), CENTER, 2.0 * depth);
    let rim = middle(side);
    (along.0 + inwards.0 - rim.0, along.1 + inwards.1 - rim.1)
}

/// Where things of a segment are put, the best place first.
pub(super) fn spots(segment: &Segment) -> Vec<Point> {
    let middles: Vec<Point> = sides(segment).map(middle).collect();
    let mean = |points: &[Point]| {
        let sum = points.iter().fold((0.0, 0.0), |sum, p| (sum.0 + p.0, sum.1 + p.1));
        (sum.0 / points.len() as f64, sum.1 / points.len() as f64)
    };
    match segment.kind {
        FeatureKind::City => vec![CENTER],
        FeatureKind::Railroad => {
            let bend = between(mean(&middles), CENTER, 0.5);
            if middles.len() == 1 {
                vec![between(middles[0], CENTER, 0.28), between(middles[0], CENTER, 0.7)]
            } else {
                vec![bend, between(middles[0], CENTER, 0.4), between(middles[1], CENTER, 0.4)]
            }
        }
        FeatureKind::Mountain => {
            let home = between(mean(&middles), CENTER, if middles.len() == 1 { 0.3 } else { 0.0 });
            let along = if middles[0].0 == 50.0 { (24.0, 0.0) } else { (0.0, 24.0) };
            vec![home, (home.0 - along.0, home.1 - along.1), (home.0 + along.0, home.1 + along.1)]
        }
        FeatureKind::Prairie => {
            let halves = (0..8).filter(|h| segment.halves >> h & 1 == 1);
            let inside: Vec<Point> = halves.map(|h| between(half(h), CENTER, 0.34)).collect();
            if inside.is_empty() { vec![CENTER] } else { inside }
        }
    }
}

fn at(point: Point) -> String {
    use maud::Render;
    px(point.0).render().into_string() + " " + &px(point.1).render().into_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use goldrush_engine::gold_rush::Catalogue;
    use goldrush_engine::gold_rush::catalogue::BUILT_IN;

    #[test]
    fn a_turned_place_is_where_the_side_has_gone() {
        assert_eq!(turned(middle(0), Rotation::R90), middle(1));
        assert_eq!(turned(half(7), Rotation::R180), half(3));
    }

    #[test]
    fn every_kind_can_be_drawn_inside_its_square() {
        for (name, _) in BUILT_IN {
            for kind in Catalogue::built_in(name).unwrap().kinds() {
                assert!(!ground(kind).into_string().contains("NaN"), "{}", kind.name);
                for spot in kind.segments.iter().flat_map(spots) {
                    assert!((0.0..=100.0).contains(&spot.0) && (0.0..=100.0).contains(&spot.1), "{}", kind.name);
                }
            }
        }
    }

    #[test]
    fn a_mountain_on_opposite_sides_has_two_slopes() {
        assert_eq!(outline(0b0101).matches('C').count(), 2);
        assert_eq!(outline(0b0001).matches('C').count(), 1);
        assert_eq!(outline(0b1111), "M0 0H100V100H0z");
    }
}
