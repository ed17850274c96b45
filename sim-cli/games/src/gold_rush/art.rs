//! Line art of the tiles of Gold Rush, drawn from the catalogue.

use std::iter;

use goldrush_engine::gold_rush::FeatureKind;
use goldrush_engine::gold_rush::catalogue::{Catalogue, Center, Kind, Segment};
use goldrush_support::drawing::square::{
    CENTER, Point, along, area, land, outline, rail, slopes, spots_on_area, spots_on_land,
    spots_on_track, track,
};
use maud::html;

use crate::scene::scenery::{Planting, Site};
use crate::scene::{Art, KindArt, SegmentArt, SegmentPlaces, Shape};

/// Distance of the rails from the middle of their track.
const GAUGE: f64 = 3.1;

/// Symbols for 1 to 5 nuggets side by side; larger numbers get the last one.
const NUGGETS: [&str; 5] = ["nugget-1", "nugget-2", "nugget-3", "nugget-4", "nugget-5"];

const TREES: Planting = Planting {
    names: &["oak", "bush", "pine", "boulder", "bush", "pine"],
    most: 3,
    apart: 13.0,
};
const PEAKS: Planting = Planting {
    names: &["massif", "crag", "peak", "crag"],
    most: 5,
    apart: 20.0,
};

/// Draws all kinds of a catalogue.
pub(super) fn art(catalogue: &Catalogue) -> Art {
    let kinds = catalogue.kinds().iter().enumerate();
    Art {
        symbols: include_str!("things.svg"),
        kinds: kinds
            .map(|(number, kind)| self::kind(number, kind))
            .collect(),
    }
}

fn kind(number: usize, kind: &Kind) -> KindArt {
    let end = end_of_tracks(kind);
    let rails = sides(kind, FeatureKind::Railroad);
    let mountains = sides(kind, FeatureKind::Mountain);
    let is_city = kind.center == Some(Center::City);
    let is_junction = kind.center == Some(Center::Junction);
    let printed = html! {
        @for &mountain in &mountains {
            @let rim = slopes(mountain);
            @for class in ["slope-dusk", "slope-cliff", "slope-ribs"] { path class=(class) d=(rim) {} }
        }
        @for class in ["bed-rim", "bed", "sleepers"] {
            @for &rail in &rails { path class=(class) d=(track(rail, end)) {} }
        }
        @for &sides in &rails {
            @let both = rail(sides, end, GAUGE) + &rail(sides, end, -GAUGE);
            path class="rails" d=(both) {}
            path class="rail-tops" d=(both) {}
        }
        @for &mountain in &mountains {
            path class="tile-rock" d=(area(mountain)) {}
            path class="rocks" d=(area(mountain)) {}
            path class="slope-lip" d=(slopes(mountain)) {}
        }
        @if is_junction {
            circle class="turntable-rim" cx="50" cy="50" r="12.4" {}
            circle class="turntable" cx="50" cy="50" r="10" {}
            path class="planks" d="M42 46H58M41 50H59M42 54H58" {}
        }
        @if is_city {
            circle class="town-rim" cx="50" cy="50" r="23" {}
            circle class="town" cx="50" cy="50" r="21" {}
        }
    };
    let mut art = KindArt::new(
        printed,
        kind.segments.iter().map(|segment| sketch(kind, segment)),
    );
    let mut things: Vec<_> = art.things.iter().map(|(_, at)| (*at, 20.0)).collect();
    if is_city {
        art.things.push(("houses", CENTER));
        things.push((CENTER, 34.0));
    } else if is_junction {
        things.push((CENTER, 20.0));
    }
    let site = Site {
        areas: mountains.into_iter().map(outline).collect(),
        tracks: rails.into_iter().map(|rail| along(rail, end)).collect(),
        things,
    };
    art.scenery = [site.on_land(number, &TREES), site.on_areas(number, &PEAKS)].concat();
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

/// Returns the point where a kind's tracks end; `None` if that is the center of the tile.
fn end_of_tracks(kind: &Kind) -> Option<Point> {
    let mountains = segments(kind, FeatureKind::Mountain);
    let largest = mountains.max_by_key(|mountain| mountain.sides.count_ones());
    largest
        .filter(|_| kind.center.is_none())
        .map(|mountain| spots_on_area(mountain.sides)[0])
}

/// Returns the line art of a segment.
fn sketch(kind: &Kind, segment: &Segment) -> SegmentArt {
    let shape = match segment.kind {
        FeatureKind::Railroad => Shape::Line(track(segment.sides, end_of_tracks(kind))),
        FeatureKind::Mountain => Shape::Area(area(segment.sides)),
        FeatureKind::City => Shape::Area("M29 50a21 21 0 1 0 42 0a21 21 0 1 0-42 0z".into()),
        FeatureKind::Prairie => {
            let tracks = sides(kind, FeatureKind::Railroad);
            let areas = sides(kind, FeatureKind::Mountain);
            Shape::Land(land(segment.halves, &tracks, &areas))
        }
    };
    SegmentArt {
        shape,
        places: places(segment),
    }
}

/// Returns the places for things on a segment.
pub(super) fn places(segment: &Segment) -> SegmentPlaces {
    let mut things = vec!["herd"; usize::from(segment.herds)];
    things.extend(iter::repeat_n("camp", segment.camps.into()));
    things.extend(iter::repeat_n("locomotive", segment.locomotives.into()));
    if segment.nuggets > 0 {
        things.push(NUGGETS[usize::from(segment.nuggets).min(NUGGETS.len()) - 1]);
    }
    SegmentPlaces {
        is_land: segment.kind == FeatureKind::Prairie,
        spots: match segment.kind {
            FeatureKind::Railroad => spots_on_track(segment.sides),
            FeatureKind::Mountain => spots_on_area(segment.sides),
            FeatureKind::City => vec![CENTER],
            FeatureKind::Prairie => spots_on_land(segment.halves),
        },
        things,
    }
}

#[cfg(test)]
mod tests {
    use goldrush_engine::gold_rush::catalogue::BUILT_IN;

    use super::*;
    use crate::tile_scene::check_art;

    #[test]
    fn every_kind_is_drawn_inside_its_square() {
        for (name, _) in BUILT_IN {
            check_art(&art(&Catalogue::built_in(name).unwrap()));
        }
    }
}
