//! Line art of the tiles of Carcassonne, drawn from the catalogue.

use goldrush_engine::carcassonne::FeatureKind;
use goldrush_engine::carcassonne::catalogue::{Catalogue, Kind, Segment};
use goldrush_support::drawing::square::{
    CENTER, along, area, land, outline, slopes, spots_on_area, spots_on_land, spots_on_track, track,
};
use maud::html;

use crate::scene::scenery::{Planting, Site};
use crate::scene::{Art, KindArt, SegmentArt, SegmentPlaces, Shape};

const TREES: Planting = Planting {
    names: &["oak", "bush", "sheep", "oak", "bush", "pine"],
    most: 3,
    apart: 13.0,
};
const HOUSES: Planting = Planting {
    names: &["house", "hall", "house", "tower"],
    most: 7,
    apart: 15.0,
};

/// Draws all kinds of a catalogue.
pub(super) fn art(catalogue: &Catalogue) -> Art {
    let kinds = catalogue.kinds().enumerate();
    Art {
        symbols: include_str!("things.svg"),
        kinds: kinds
            .map(|(number, (_, kind))| self::kind(number, kind))
            .collect(),
    }
}

fn kind(number: usize, kind: &Kind) -> KindArt {
    let roads = sides(kind, FeatureKind::Road);
    let cities = sides(kind, FeatureKind::City);
    let has_monastery = segments(kind, FeatureKind::Monastery).next().is_some();
    let ends = roads.iter().filter(|road| road.count_ones() == 1).count();
    let printed = html! {
        @for &city in &cities { path class="wall-dusk" d=(slopes(city)) {} }
        @for class in ["tile-road-rim", "tile-road", "pebbles"] {
            @for &road in &roads { path class=(class) d=(track(road, None)) {} }
        }
        @for &city in &cities {
            path class="tile-town" d=(area(city)) {}
            path class="cobbles" d=(area(city)) {}
            @let walls = slopes(city);
            @for class in ["wall-base", "wall-top", "wall-merlons", "wall-walk"] { path class=(class) d=(walls) {} }
        }
    };
    let mut art = KindArt::new(
        printed,
        kind.segments.iter().map(|segment| sketch(kind, segment)),
    );
    if kind.gold {
        art.things.push(("gold", (86.0, 88.0)));
    }
    let mut things: Vec<_> = art.things.iter().map(|(_, at)| (*at, 16.0)).collect();
    if has_monastery {
        art.things.push(("monastery", CENTER));
        things.push((CENTER, 36.0));
    } else if ends > 1 {
        art.things.push(("village", CENTER));
        things.push((CENTER, 24.0));
    }
    let site = Site {
        areas: cities.into_iter().map(outline).collect(),
        tracks: roads.into_iter().map(|road| along(road, None)).collect(),
        things,
    };
    art.scenery = [site.on_land(number, &TREES), site.on_areas(number, &HOUSES)].concat();
    art
}

/// Returns the segments of a tile that belong to features of one kind.
fn segments(tile: &Kind, of: FeatureKind) -> impl Iterator<Item = &Segment> {
    tile.segments
        .iter()
        .filter(move |segment| segment.kind == of)
}

/// Returns the sides of each of those segments.
fn sides(tile: &Kind, of: FeatureKind) -> Vec<u8> {
    segments(tile, of).map(|segment| segment.sides).collect()
}

/// Returns the line art of a segment.
fn sketch(kind: &Kind, segment: &Segment) -> SegmentArt {
    let shape = match segment.kind {
        FeatureKind::Road => Shape::Line(track(segment.sides, None)),
        FeatureKind::City => Shape::Area(area(segment.sides)),
        FeatureKind::Monastery => Shape::Area("M28 28H72V72H28z".into()),
        FeatureKind::Field => {
            let roads = sides(kind, FeatureKind::Road);
            let cities = sides(kind, FeatureKind::City);
            Shape::Land(land(segment.halves, &roads, &cities))
        }
    };
    SegmentArt {
        shape,
        places: places(segment),
    }
}

/// Returns the places for things on a segment.
pub(super) fn places(segment: &Segment) -> SegmentPlaces {
    SegmentPlaces {
        is_land: segment.kind == FeatureKind::Field,
        spots: match segment.kind {
            FeatureKind::Road => spots_on_track(segment.sides),
            FeatureKind::City => spots_on_area(segment.sides),
            FeatureKind::Monastery => vec![CENTER],
            FeatureKind::Field => spots_on_land(segment.halves),
        },
        things: (0..segment.pennants).map(|_| "pennant").collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile_scene::check_art;

    #[test]
    fn every_kind_is_drawn_inside_its_square() {
        check_art(&art(&Catalogue::printed()));
    }
}
